import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as civil from '../time/civil-date.js';

for (const [date, months, expected] of [
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2026-11-21', -12, '2025-11-21'],
  ['2026-12-15', 1, '2027-01-15'],
]) {
  test(`${months} months from ${date} is ${expected}`, () =>
    assert.equal(civil.addMonths(date, months), expected));
}

for (const [date, week] of [
  ['2026-01-01', 1],
  ['2027-01-01', 53],
  ['2024-12-30', 1],
  ['2026-11-21', 47],
  ['2000-01-02', 52],
  ['1900-01-01', 1],
]) {
  test(`${date} is in ISO week ${week}`, () =>
    assert.equal(civil.isoWeek(civil.dayNumber(date)), week));
}

for (const [date, weekday] of [
  ['1969-12-31', 3],
  ['1970-01-01', 4],
  ['1900-01-01', 1],
  ['2026-11-21', 6],
  ['2200-12-31', 3],
]) {
  test(`${date} is weekday ${weekday}`, () => assert.equal(civil.weekday(date), weekday));
}

test('every date from 1900 to 2200 survives the conversion to a day number and back', () => {
  for (let day = civil.dayNumber('1900-01-01'); day <= civil.dayNumber('2200-12-31'); day += 1) {
    assert.equal(civil.dayNumber(civil.dateOfDay(day)), day);
  }
});

for (const [text, expected] of [
  ['2026-11-21', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['today', false],
  ['2026-1-1', false],
  ['0000-12-31', false],
  ['0001-01-01', true],
  ['0099-12-31', true],
  ['9999-12-31', true],
  ['0001-02-29', false],
  ['10000-01-01', false],
]) {
  test(`"${text}" ${expected ? 'is' : 'is not'} a date`, () =>
    assert.equal(civil.isDate(text), expected));
}

test('a local time survives the conversion to wall minutes and back', () => {
  for (const time of ['2026-11-21T09:00:00', '1960-05-05T23:59:00', '2026-03-29T02:30:00']) {
    assert.equal(civil.timeOfWallMinutes(civil.wallMinutes(time)), time);
  }
});

for (const [date, days, expected] of [
  ['9999-12-31', 1, '9999-12-31'],
  ['9999-12-31', 4_000_000_000_000, '9999-12-31'],
  ['9999-12-01', 30, '9999-12-31'],
  ['0001-01-01', -1, '0000-12-31'],
  ['0001-01-01', -4_000_000_000_000, '0000-01-01'],
  ['0099-12-31', 1, '0100-01-01'],
  ['0004-02-28', 1, '0004-02-29'],
])
  test(`${days} days from ${date} are ${expected}`, () =>
    assert.equal(civil.addDays(date, days), expected));

test('months are added at both ends of time', () => {
  assert.equal(civil.addMonths('9999-12-31', 1), '9999-12-31');
  assert.equal(civil.addMonths('0050-01-31', 1), '0050-02-28');
  assert.equal(civil.addMonths('0001-01-01', -24), '0000-01-01');
});
