import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weekHeightsMm } from '../views/month/month-print.js';
import { hoursOf } from '../views/timeline/timeline-print.js';

/** @param {number} from @param {number} to In hours. @param {object} [more] */
const piece = (from, to, more = {}) => ({
  from: from * 60,
  to: to * 60,
  startsHere: true,
  endsHere: true,
  ...more,
});
/** @param {ReturnType<typeof piece>[][]} days */
const hours = (...days) => hoursOf(days.map((pieces) => ({ pieces })));

test('working hours are always printed, and others only for events', () => {
  assert.deepEqual(hours([], []), [8, 18]);
  assert.deepEqual(hours([piece(5.5, 7)], [piece(19, 20.5)]), [5, 21]);
  assert.deepEqual(hours([], [piece(0, 1)]), [0, 18]);
});

test('a night shift is printed by its first hour, and not as a night', () => {
  const evening = piece(22, 24, { endsHere: false });
  const morning = piece(0, 6, { startsHere: false });
  assert.deepEqual(hours([evening], [morning]), [8, 23]);
  // Its first day isn't printed.
  assert.deepEqual(hours([morning]), [0, 18]);
  // It lasts into the day.
  assert.deepEqual(hours([evening], [piece(0, 11, { startsHere: false })]), [0, 23]);
});

const sum = (/** @type {number[]} */ numbers) => numbers.reduce((all, each) => all + each, 0);

test('the weeks of a month fill one page, the full ones higher', () => {
  const [heights, ...others] = weekHeightsMm([2, 8, 2, 0, 1]);
  assert.deepEqual(others, []);
  assert.ok(Math.abs(sum(heights) - 166) < 0.001);
  assert.ok(heights[1] > heights[0]);
});

test('weeks with more events than a page holds go on on the next one, whole', () => {
  const pages = weekHeightsMm([10, 12, 14, 9, 11]);
  assert.deepEqual(
    pages.map(({ length }) => length),
    [2, 2, 1],
  );
  for (const page of pages) assert.ok(sum(page) <= 166);
  assert.deepEqual(weekHeightsMm([32]).length, 1);
});
