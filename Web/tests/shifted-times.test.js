import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedBy } from '../time/shifted-times.js';

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
