import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, periodStarts } from '../views/time-totals/totals-periods.js';

for (const [date, unit, firstWeekday, first, last, behind] of [
  ['2026-03-11', 'week', 1, '2026-01-19', '2026-03-09', '2026-03-16'],
  ['2026-03-11', 'week', 7, '2026-01-18', '2026-03-08', '2026-03-15'],
  ['2026-03-31', 'month', 1, '2025-08-01', '2026-03-01', '2026-04-01'],
]) {
  test(`eight ${unit}s up to ${date}, weeks from day ${firstWeekday}`, () => {
    const starts = periodStarts(date, unit, firstWeekday);
    assert.equal(starts.length, 9);
    assert.deepEqual([starts[0], ...starts.slice(-2)], [first, last, behind]);
  });
}

for (const [minutes, change] of [
  [[60, 90], 30],
  [[90, 60], -30],
  [[0, 60], null],
  [[60], null],
]) {
  test(`after ${minutes} minutes the change is ${change}`, () => {
    assert.equal(changeOf(minutes), change);
  });
}
