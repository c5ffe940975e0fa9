import assert from 'node:assert/strict';
import { test } from 'node:test';
import { googleAddress } from '../views/event/export-links.js';

const event = {
  title: 'Lunch & talk',
  allDay: false,
  start: '2026-03-11T12:30:00',
  end: '2026-03-11T13:30:00',
  zone: 'Europe/Berlin',
  own: null,
  location: '',
  notes: '',
  repeatText: '',
};

for (const [what, change, expected] of [
  [
    'a time',
    {},
    {
      text: 'Lunch & talk',
      dates: '20260311T123000/20260311T133000',
      ctz: 'Europe/Berlin',
      recur: null,
    },
  ],
  [
    'a time in another zone',
    {
      zone: 'Asia/Tokyo',
      own: { start: '2026-03-11T20:30:00', end: '2026-03-11T21:30:00', repeat: null },
    },
    { dates: '20260311T203000/20260311T213000', ctz: 'Asia/Tokyo' },
  ],
  [
    'whole days with an exclusive end',
    { allDay: true, start: '2026-02-27', end: '2026-02-28', zone: null },
    { dates: '20260227/20260301', ctz: null },
  ],
  ['a series', { repeatText: 'FREQ=WEEKLY;BYDAY=MO' }, { recur: 'RRULE:FREQ=WEEKLY;BYDAY=MO' }],
  ['no rule for a series with a count', { repeatText: 'FREQ=WEEKLY;COUNT=3' }, { recur: null }],
  [
    'long notes, cut',
    { notes: 'x'.repeat(1501), location: 'Luigi’s' },
    { details: 'x'.repeat(1500), location: 'Luigi’s' },
  ],
]) {
  test(`the link to Google Calendar has ${what}`, () => {
    const address = new URL(googleAddress({ ...event, ...change }, 'Europe/Berlin'));
    assert.equal(address.origin + address.pathname, 'https://calendar.google.com/calendar/render');
    for (const [name, value] of Object.entries(expected))
      assert.equal(address.searchParams.get(name), value, name);
  });
}
