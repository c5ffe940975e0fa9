import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedBy, shiftTo } from '../time/shifted-times.js';

const rows = [
  {
    what: 'a quarter of an hour later',
    times: ['2026-03-11T12:00:00', '2026-03-11T13:00:00'],
    by: [0, 15],
    expected: ['2026-03-11T12:15:00', '2026-03-11T13:15:00'],
  },
  {
    what: 'past midnight',
    times: ['2026-03-11T23:50:00', '2026-03-12T00:20:00'],
    by: [0, 15],
    expected: ['2026-03-12T00:05:00', '2026-03-12T00:35:00'],
  },
  {
    what: 'onto the day that skips an hour, by wall-clock time',
    times: ['2026-03-28T01:30:00', '2026-03-28T04:00:00'],
    by: [1, 0],
    expected: ['2026-03-29T01:30:00', '2026-03-29T04:00:00'],
  },
  {
    what: 'with its seconds',
    times: ['2026-03-11T12:00:20', '2026-03-11T13:00:40'],
    by: [0, -15],
    expected: ['2026-03-11T11:45:20', '2026-03-11T12:45:40'],
  },
  {
    what: 'whole days by days only',
    allDay: true,
    times: ['2026-02-27', '2026-02-28'],
    by: [1, 15],
    expected: ['2026-02-28', '2026-03-01'],
  },
];

for (const {
  what,
  allDay = false,
  times: [start, end],
  by: [days, minutes],
  expected,
} of rows) {
  test(`moves ${what}`, () => {
    assert.deepEqual(movedBy({ allDay, start, end }, days, minutes), {
      allDay,
      start: expected[0],
      end: expected[1],
    });
  });
}

const day = (/** @type {string} */ start) => ({ allDay: true, start, end: start });
const hour = (/** @type {string} */ start) => ({ allDay: false, start, end: start });

for (const { what, at, events, expected } of [
  {
    what: 'an event at a time',
    at: '2026-03-13T09:30:00',
    events: [hour('2026-03-11T12:00:00')],
    expected: { days: 2, minutes: -150 },
  },
  {
    what: 'the first of several events at a time',
    at: '2026-03-11T08:00:00',
    events: [hour('2026-03-10T12:00:00'), hour('2026-03-09T23:00:00')],
    expected: { days: 2, minutes: -900 },
  },
  {
    what: 'an event on a day, at its own time',
    at: '2026-02-28',
    events: [hour('2026-03-11T12:00:00')],
    expected: { days: -11, minutes: 0 },
  },
  {
    what: 'a whole day at a time, which it has none of',
    at: '2026-03-13T09:30:00',
    events: [day('2026-03-11')],
    expected: { days: 2, minutes: 0 },
  },
  {
    what: 'a whole day and an hour, which keeps its time',
    at: '2026-03-13T09:30:00',
    events: [hour('2026-03-12T12:00:00'), day('2026-03-11')],
    expected: { days: 2, minutes: 0 },
  },
])
  test(`puts ${what}`, () => assert.deepEqual(shiftTo(at, events), expected));
