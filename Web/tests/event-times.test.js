import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTimes, withAllDay, withEnd, withStart } from '../time/event-times.js';

const morning = { allDay: false, start: '2026-11-21T09:00:00', end: '2026-11-21T10:30:00' };
const days = { allDay: true, start: '2026-11-21', end: '2026-11-23' };

for (const [name, times, start, expectedEnd] of [
  ['later the same day', morning, '2026-11-21T14:15:00', '2026-11-21T15:45:00'],
  ['into the night', morning, '2026-11-21T23:30:00', '2026-11-22T01:00:00'],
  ['to another month', morning, '2026-12-01T09:00:00', '2026-12-01T10:30:00'],
  ['all day, to another week', days, '2026-11-28', '2026-11-30'],
]) {
  test(`the end follows a start that moves ${name}`, () => {
    assert.deepEqual(withStart(times, start), { allDay: times.allDay, start, end: expectedEnd });
  });
}

for (const [name, times, end, expectedEnd] of [
  ['a later time', morning, '2026-11-21T12:00:00', '2026-11-21T12:00:00'],
  [
    'a time before the start is on the next day',
    morning,
    '2026-11-21T01:00:00',
    '2026-11-22T01:00:00',
  ],
  [
    'a date before the start becomes the start’s',
    morning,
    '2026-11-20T10:30:00',
    '2026-11-21T10:30:00',
  ],
  ['all day, a date before the first becomes the first', days, '2026-11-01', '2026-11-21'],
]) {
  test(`the end is never before the start: ${name}`, () => {
    const changed = withEnd(times, end);
    assert.equal(changed.end, expectedEnd);
    assert.ok(changed.end >= changed.start);
  });
}

test('all-day keeps the days, and back sets the given hour and length', () => {
  assert.deepEqual(withAllDay(morning, true, 9, 60), {
    allDay: true,
    start: '2026-11-21',
    end: '2026-11-21',
  });
  assert.deepEqual(withAllDay(days, false, 14, 45), {
    allDay: false,
    start: '2026-11-21T14:00:00',
    end: '2026-11-23T14:45:00',
  });
});

for (const [first, hour, start] of [
  ['2026-11-21', 13, '2026-11-21T14:00:00'],
  ['2026-11-21', 23, '2026-11-21T23:00:00'],
  ['2026-11-22', 13, '2026-11-22T09:00:00'],
]) {
  test(`at ${hour} o’clock on 21 November, a new event on ${first} starts at ${start}`, () => {
    assert.equal(
      newTimes(first, first, { allDay: false, today: '2026-11-21', hour, lengthMinutes: 60 }).start,
      start,
    );
  });
}
