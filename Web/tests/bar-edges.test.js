import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stretchedBy } from '../interaction/bar-edges.js';

const trip = { allDay: true, start: '2026-03-10', end: '2026-03-12' };
const fair = { allDay: false, start: '2026-03-10T10:00:00', end: '2026-03-12T16:00:00' };
const night = { allDay: false, start: '2026-03-10T22:00:00', end: '2026-03-12T06:00:00' };

const rows = [
  {
    what: 'the end to a later day',
    times: trip,
    by: ['end', 2],
    expected: ['2026-03-10', '2026-03-14'],
  },
  {
    what: 'the start to an earlier day',
    times: trip,
    by: ['start', -1],
    expected: ['2026-03-09', '2026-03-12'],
  },
  {
    what: 'the end to the day of the start',
    times: trip,
    by: ['end', -2],
    expected: ['2026-03-10', '2026-03-10'],
  },
  {
    what: 'the end beyond the start',
    times: trip,
    by: ['end', -4],
    expected: ['2026-03-08', '2026-03-10'],
  },
  {
    what: 'the start beyond the end',
    times: trip,
    by: ['start', 5],
    expected: ['2026-03-12', '2026-03-15'],
  },
  {
    what: 'an end with a time',
    times: fair,
    by: ['end', 1],
    expected: ['2026-03-10T10:00:00', '2026-03-13T16:00:00'],
  },
  {
    what: 'an end with a time beyond the start',
    times: fair,
    by: ['end', -3],
    expected: ['2026-03-09T10:00:00', '2026-03-10T16:00:00'],
  },
  {
    what: 'an end that would be before its start',
    times: night,
    by: ['end', -2],
    expected: ['2026-03-10T22:00:00', '2026-03-11T06:00:00'],
  },
  {
    what: 'a start that would be after its end',
    times: night,
    by: ['start', 2],
    expected: ['2026-03-11T22:00:00', '2026-03-12T06:00:00'],
  },
];

for (const {
  what,
  times,
  by: [edge, days],
  expected,
} of rows) {
  test(`stretches ${what}`, () => {
    assert.deepEqual(stretchedBy(times, edge, days), {
      allDay: times.allDay,
      start: expected[0],
      end: expected[1],
    });
  });
}
