import assert from 'node:assert/strict';
import { test } from 'node:test';
import { besideLeft } from '../components/popover-position.js';

for (const [name, at, isRightToLeft, expected] of /** @type {const} */ ([
  ['to the right', { left: 100, right: 200 }, false, 208],
  ['to the right, with just enough room', { left: 500, right: 584 }, false, 592],
  ['to the left if the right is too narrow by a pixel', { left: 500, right: 585 }, false, 92],
  ['at the end if neither side has room', { left: 100, right: 900 }, false, 592],
  ['to the left in Arabic', { left: 600, right: 700 }, true, 192],
  ['to the right in Arabic if the left is too narrow', { left: 415, right: 500 }, true, 508],
  ['at the left end in Arabic', { left: 100, right: 900 }, true, 8],
]))
  test(`something 400 px wide on a screen of 1000 px goes ${name}`, () => {
    assert.equal(besideLeft(at, 400, 1000, isRightToLeft), expected);
  });
