import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lanesFitting } from '../layout/lane-fit.js';

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
