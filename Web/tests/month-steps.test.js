import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthFrom, steppedMonth } from '../views/agenda/month-steps.js';

const days = ['2026-01-20', '2026-01-25', '2026-03-02', '2026-03-30', '2026-09-01'];
const listed = (way, date) =>
  (way > 0 ? days.find((day) => day >= date) : days.filter((day) => day < date).at(-1)) ?? '';

for (const [date, steps, expected] of [
  ['2026-01-25', 1, '2026-03-02'],
  ['2026-03-30', 1, '2026-09-01'],
  ['2026-09-01', 1, ''],
  ['2026-09-01', -1, '2026-03-02'],
  ['2026-03-30', -1, '2026-01-20'],
  ['2026-01-25', -1, ''],
]) {
  test(`a step of ${steps} months from ${date} leads to ${expected || 'nowhere'}`, () =>
    assert.equal(steppedMonth(listed, date, steps), expected));
}

for (const [date, way, expected] of [
  ['2026-01-20', 1, '2026-03-02'],
  ['2026-03-02', 1, '2026-09-01'],
  ['2026-09-01', 1, '2026-09-01'],
  ['2026-09-01', -1, '2026-03-30'],
  ['2026-03-02', -1, '2026-01-25'],
  ['2026-02-25', -1, '2026-01-25'],
  ['2026-01-25', -1, '2026-01-20'],
]) {
  test(`a page ${way > 0 ? 'down' : 'up'} from ${date} leads to ${expected}`, () =>
    assert.equal(monthFrom(listed, date, way), expected));
}
