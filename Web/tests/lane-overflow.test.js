import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inLanes, lanesFitting } from '../layout/lane-overflow.js';

const bar = (name, lane, column, span) => ({
  ...{ name, lane, column, span },
  ...{ startsHere: true, endsHere: true },
});
const bars = [
  bar('a', 0, 0, 3),
  bar('b', 1, 0, 2),
  bar('c', 1, 2, 2),
  bar('d', 2, 1, 1),
  bar('e', 3, 1, 1),
];
/** Each part as its bar, its lane, and its first and last column. */
const partsOf = ({ shown }) =>
  shown.map(({ name, lane, column, span }) => `${name}${lane}:${column}-${column + span - 1}`);
const countsOf = ({ more }) => [...more].sort((x, y) => x[0] - y[0]);

const rows = [
  {
    what: 'all bars when there is room',
    lanes: 4,
    parts: ['a0:0-2', 'b1:0-1', 'c1:2-3', 'd2:1-1', 'e3:1-1'],
    more: [],
  },
  {
    what: 'a count in place of the last lane on a crowded day',
    lanes: 3,
    parts: ['a0:0-2', 'b1:0-1', 'c1:2-3'],
    more: [[1, 2]],
  },
  {
    what: 'a bar in pieces where one of its days is full',
    lanes: 2,
    parts: ['a0:0-2', 'b1:0-0', 'c1:2-3'],
    more: [[1, 3]],
  },
  {
    what: 'only counts on days with several if there is one lane',
    lanes: 1,
    parts: ['c0:3-3'],
    more: [
      [0, 2],
      [1, 4],
      [2, 2],
    ],
  },
];

for (const { what, lanes, parts, more } of rows) {
  test(`lanes show ${what}`, () => {
    const fitting = lanesFitting(bars, lanes);
    assert.deepEqual(partsOf(fitting), parts);
    assert.deepEqual(countsOf(fitting), more);
  });
}

test('a full day in the middle hides a bar on that day alone', () => {
  const week = [bar('trip', 1, 0, 5), bar('a', 0, 2, 1), bar('b', 2, 2, 1)];
  const fitting = lanesFitting(week, 2);
  assert.deepEqual(partsOf(fitting), ['trip1:0-1', 'trip1:3-4', 'a0:2-2']);
  assert.deepEqual(countsOf(fitting), [[2, 2]]);
  const [first, second] = fitting.shown;
  assert.deepEqual([first.piece, first.startsHere, first.endsHere], [0, true, false]);
  assert.deepEqual([second.piece, second.startsHere, second.endsHere], [1, false, true]);
});

test('a full day out of sight leaves a bar whole, and shows no count under it', () => {
  const long = [bar('long', 0, 0, 9), bar('later', 1, 7, 2)];
  const fitting = lanesFitting(long, 1, { from: 0, to: 5 });
  assert.deepEqual(partsOf(fitting), ['long0:0-8']);
  assert.deepEqual(countsOf(fitting), []);
  assert.deepEqual(partsOf(lanesFitting(long, 1)), ['long0:0-6']);
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
