import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOfAddress } from '../views/event/link-draft.js';

const base = {
  title: '',
  allDay: '0',
  start: '2026-03-11T11:00:00',
  end: '2026-03-11T12:00:00',
  calendar: 'mine',
  reminders: '10',
  location: '',
  notes: '',
  url: '',
  repeat: '',
};

for (const [query, expected] of [
  ['', {}],
  [
    'title=A&location=B&notes=C&url=D&repeat=FREQ=DAILY',
    { title: 'A', location: 'B', notes: 'C', url: 'D', repeat: 'FREQ=DAILY' },
  ],
  ['text=A&place=B&details=C', { title: 'A', location: 'B', notes: 'C' }],
  ['start=2026-03-14T19:00', { start: '2026-03-14T19:00:00', end: '2026-03-14T20:30:00' }],
  [
    'start=2026-03-14T23:30:45&end=2026-03-15T00:30',
    { start: '2026-03-14T23:30:00', end: '2026-03-15T00:30:00' },
  ],
  ['start=2026-03-14', { allDay: '1', start: '2026-03-14', end: '2026-03-14', reminders: '' }],
  [
    'start=2026-03-14&end=2026-03-16',
    { allDay: '1', start: '2026-03-14', end: '2026-03-16', reminders: '' },
  ],
  [
    'start=2026-03-14T19:00&end=2026-03-14T18:00',
    { start: '2026-03-14T19:00:00', end: '2026-03-14T20:30:00' },
  ],
  [
    'start=2026-03-14T19:00&end=2026-03-16',
    { start: '2026-03-14T19:00:00', end: '2026-03-14T20:30:00' },
  ],
  ['start=2026-02-30&end=2026-03-16', {}],
  ['start=2026-03-14T24:00', {}],
  ['start=tomorrow&calendar=theirs&allDay=2&color=none', {}],
]) {
  test(`the address /new?${query} fills in ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(draftOfAddress(Object.fromEntries(new URLSearchParams(query)), base, 90), {
      ...base,
      ...expected,
    });
  });
}
