import assert from 'node:assert/strict';
import { test } from 'node:test';
import { besidePlace } from '../components/popover-position.js';

const [size, screen] = [
  { width: 400, height: 300 },
  { width: 1000, height: 800 },
];
const across = { top: 200, bottom: 260 };

for (const [name, at, isRightToLeft, left, top] of /** @type {const} */ ([
  ['to the right', { left: 100, right: 200, ...across }, false, 208, 192],
  ['to the right, with just enough room', { left: 500, right: 584, ...across }, false, 592, 192],
  ['to the left if the right is too narrow', { left: 500, right: 585, ...across }, false, 92, 192],
  ['below if neither side has room', { left: 100, right: 900, ...across }, false, 100, 268],
  ['below, but on the screen', { left: 395, right: 990, ...across }, false, 395, 268],
  [
    'above if there’s no room below',
    { left: 100, right: 900, top: 400, bottom: 700 },
    false,
    100,
    92,
  ],
  [
    'at the end if no side has room',
    { left: 100, right: 900, top: 100, bottom: 700 },
    false,
    592,
    92,
  ],
  ['no higher than the screen', { left: 100, right: 200, top: 4, bottom: 60 }, false, 208, 8],
  ['no lower than the screen', { left: 100, right: 200, top: 700, bottom: 760 }, false, 208, 492],
  ['to the left in Arabic', { left: 600, right: 700, ...across }, true, 192, 192],
  [
    'to the right in Arabic if the left is too narrow',
    { left: 415, right: 500, ...across },
    true,
    508,
    192,
  ],
  ['below in Arabic, from the right', { left: 100, right: 900, ...across }, true, 500, 268],
  ['at the left end in Arabic', { left: 100, right: 900, top: 100, bottom: 700 }, true, 8, 92],
]))
  test(`something of 400 × 300 px on a screen of 1000 × 800 px goes ${name}`, () => {
    assert.deepEqual(besidePlace(at, size, screen, isRightToLeft), { left, top });
  });
