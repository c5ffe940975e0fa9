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

/** @type {(count: number, frame: [number, number]) => [number, number][]} */
const times = (count, frame) => Array(count).fill(frame);

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
    'a single late frame',
    [
      [16, 1],
      [26, 1],
      [16, 1],
    ],
    [false, false, false],
  ],
  [
    'two late frames',
    [
      [26, 1],
      [26, 1],
      [26, 1],
    ],
    [false, false, true],
  ],
  [
    'two late frames backwards',
    [
      [16, -1],
      [26, -1],
      [26, -1],
    ],
    [false, false, true],
  ],
  [
    'two late frames near each other',
    [[16, 1], [40, 1], ...times(5, [16, 1]), [40, 1]],
    [...Array(7).fill(false), true],
  ],
  [
    'two late frames far apart',
    [[16, 1], [40, 1], ...times(6, [16, 1]), [40, 1]],
    Array(9).fill(false),
  ],
  [
    'frames in time after late ones',
    [
      [16, 1],
      [40, 1],
      [40, 1],
      [16, 1],
      [16, 0.2],
    ],
    [false, false, true, true, true],
  ],
  [
    'late frames at a speed one can read',
    [
      [16, 0.1],
      [60, 0.5],
      [60, 0.4],
      [60, 0.4],
    ],
    Array(4).fill(false),
  ],
  [
    'a fling that slows down',
    [
      [16, 1],
      [40, 1],
      [40, 1],
      [16, 0.1],
      [40, 1],
    ],
    [false, false, true, false, false],
  ],
  ['a jump', [[16, 500]], [false]],
  [
    'jumps after pauses',
    [
      [16, 1],
      [500, 500],
      [500, 500],
    ],
    [false, false, false],
  ],
  [
    'very late frames',
    [
      [16, 20],
      [499, 20],
      [499, 20],
    ],
    [false, false, true],
  ],
  [
    'a report without a time',
    [
      [16, 1],
      [40, 1],
      [40, 1],
      [-1096, 1],
    ],
    [false, false, true, false],
  ],
];

for (const [name, frames, expected] of cases)
  test(`drawing falls behind or not: ${name}`, () => assert.deepEqual(behind(frames), expected));
