import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inLanes, lanesFitting } from '../layout/lane-fit.js';

const bar = (name, lane, column, span) => ({ name, lane, column, span });
const bars = [
  bar('a', 0, 0, 3),
  bar('b', 1, 0, 2),
  bar('c', 1, 2, 2),
  bar('d', 2, 1, 1),
  bar('e', 3, 1, 1),
];

const rows = [
  { what: 'all bars when there is room', lanes: 4, shown: 'abcde', more: [] },
  {
    what: 'a count in place of the last lane on a crowded day',
    lanes: 3,
    shown: 'abc',
    more: [[1, 2]],
  },
  {
    what: 'a bar in the last lane if none of its days is crowded',
    lanes: 2,
    shown: 'ac',
    more: [
      [0, 1],
      [1, 3],
    ],
  },
  {
    what: 'only counts if there is one lane',
    lanes: 1,
    shown: '',
    more: [
      [0, 2],
      [1, 4],
      [2, 2],
      [3, 1],
    ],
  },
];

for (const { what, lanes, shown, more } of rows) {
  test(`lanes show ${what}`, () => {
    const fitting = lanesFitting(bars, lanes);
    assert.equal(fitting.shown.map(({ name }) => name).join(''), shown);
    assert.deepEqual(
      [...fitting.more].sort((x, y) => x[0] - y[0]),
      more,
    );
  });
}

test('a bar shows if it fits on the days in sight, whatever its later days have', () => {
  const long = [bar('long', 0, 0, 9), bar('later', 1, 7, 2)];
  const seen = { from: 0, to: 5 };
  const fitting = lanesFitting(long, 1, seen);
  assert.deepEqual(fitting.shown, [long[0]]);
  assert.deepEqual([...fitting.more], [], 'and no count lies over it');
  assert.deepEqual(lanesFitting(long, 1).shown, []);
});

const plain = (key, column, span) => ({ key, column, span });
const lanesOf = (given) => given.map(({ key, lane }) => `${key}${lane}`).join(' ');

test('a bar in sight takes the highest lane, whatever was beside it before', () => {
  const bars = [plain('a', 0, 2), plain('b', 0, 2), plain('c', 1, 9), plain('d', 5, 1)];
  assert.equal(lanesOf(inLanes(bars, { from: 4, to: 9 }, new Map())), 'a1 b2 c0 d1');
  assert.equal(lanesOf(inLanes(bars, { from: 0, to: 2 }, new Map())), 'a0 b1 c2 d0');
});

test('known lanes are kept, and other bars go around them', () => {
  const bars = [plain('a', 0, 2), plain('b', 0, 2), plain('c', 1, 9)];
  assert.equal(lanesOf(inLanes(bars, { from: 0, to: 9 }, new Map([['c', 0]]))), 'a1 b2 c0');
});

test('more bars than there are lanes share the last one', () => {
  const bars = Array.from({ length: 40 }, (_, n) => plain(`${n}`, 0, 1));
  const lanes = inLanes(bars, { from: 0, to: 1 }, new Map()).map(({ lane }) => lane);
  assert.deepEqual([lanes[29], lanes[30], lanes[39]], [29, 30, 30]);
});
