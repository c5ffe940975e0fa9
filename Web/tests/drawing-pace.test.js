import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DrawingPace } from '../interaction/drawing-pace.js';

/** @param {[afterMs: number, count: number][]} frames @returns {boolean[]} Whether drawing is behind after each. */
function behind(frames) {
  const pace = new DrawingPace();
  let nowMs = 1000;
  return frames.map(([afterMs, count]) => {
    pace.passed((nowMs += afterMs), count);
    return pace.isBehind;
  });
}

/** @type {[string, [number, number][], boolean[]][]} */
const cases = [
  [
    'frames in time, however fast',
    [
      [16, 1],
      [17, 1],
      [25, 9],
    ],
    [false, false, false],
  ],
  [
    'a late frame',
    [
      [16, 1],
      [26, 1],
    ],
    [false, true],
  ],
  [
    'a late frame backwards',
    [
      [16, -1],
      [26, -1],
    ],
    [false, true],
  ],
  [
    'later frames of the same fling, in time again',
    [
      [16, 1],
      [40, 1],
      [16, 1],
      [16, 0.2],
    ],
    [false, true, true, true],
  ],
  [
    'late frames at a speed one can read',
    [
      [16, 0.1],
      [60, 0.5],
      [60, 0.4],
    ],
    [false, false, false],
  ],
  [
    'a fling that slows down',
    [
      [16, 1],
      [40, 1],
      [16, 0.1],
      [16, 0.2],
    ],
    [false, true, false, false],
  ],
  ['a jump', [[16, 500]], [false]],
  [
    'a jump after a pause',
    [
      [16, 1],
      [500, 500],
    ],
    [false, false],
  ],
  [
    'very late frames',
    [
      [16, 20],
      [499, 20],
    ],
    [false, true],
  ],
  [
    'a report without a time',
    [
      [16, 1],
      [40, 1],
      [-1056, 1],
    ],
    [false, true, false],
  ],
];

for (const [name, frames, expected] of cases)
  test(`drawing falls behind or not: ${name}`, () => assert.deepEqual(behind(frames), expected));
