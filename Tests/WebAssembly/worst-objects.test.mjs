// Objects that a malicious member could store to keep everybody's page busy. Every question of the page must get an
// answer of bounded size; one without bounds makes this file hang.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeTime } from '../../Web/core/free-time.js';
import { newCore } from './support.mjs';

const times = (/** @type {number} */ count, /** @type {(number: number) => string} */ line) =>
  Array.from({ length: count }, (_, number) => line(number));
const daily = ['DTSTART:20260101T000000Z', 'DURATION:PT30M', 'SUMMARY:worst'];
const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT5M', 'DESCRIPTION:x', 'END:VALARM'];
const all = (/** @type {number} */ count) => times(count, String).join(',');
const basic = (/** @type {number} */ second) =>
  new Date(1_772_300_000_000 + second * 1000).toISOString().replace(/[-:]|\.\d+/g, '');
const event = (/** @type {string[]} */ lines) => [
  'BEGIN:VEVENT',
  'UID:worst',
  ...lines,
  'END:VEVENT',
];

/** The lines of an object, and how many such objects there are. @type {[name: string, events: string[], count?: number][]} */
const rows = [
  ['each second', event([...daily, 'RRULE:FREQ=SECONDLY', ...alarm])],
  ['each minute', event([...daily, 'RRULE:FREQ=MINUTELY'])],
  [
    'each second of each day',
    event([...daily, `RRULE:FREQ=DAILY;BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`]),
  ],
  [
    '30,000,000 times',
    event([
      ...daily,
      `RRULE:FREQ=YEARLY;COUNT=30000000;BYDAY=MO,TU;BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`,
    ]),
  ],
  [
    '10,000 rules',
    event([
      ...daily,
      ...times(
        10_000,
        (number) => `RRULE:FREQ=YEARLY;COUNT=9999;BYDAY=MO;BYSETPOS=${(number % 52) + 1}`,
      ),
    ]),
  ],
  [
    'exceptions to all',
    event([
      ...daily,
      'RRULE:FREQ=SECONDLY',
      ...times(60, (number) => `EXRULE:FREQ=MINUTELY;BYSECOND=${number}`),
    ]),
  ],
  ['60,000 dates', event([...daily, `RDATE:${times(60_000, basic).join(',')}`])],
  [
    '60,000 exceptions',
    event([...daily, 'RRULE:FREQ=SECONDLY', `EXDATE:${times(60_000, basic).join(',')}`]),
  ],
  [
    '5,000 overrides, each with an alarm',
    [
      ...event([...daily, 'RRULE:FREQ=HOURLY']),
      ...times(5_000, (number) =>
        event([
          `RECURRENCE-ID:${basic(number * 3600)}`,
          'DTSTART:20260311T100000Z',
          'SUMMARY:worst',
          ...alarm,
        ]).join('\r\n'),
      ),
    ],
  ],
  [
    'a century long, every hour',
    event(['DTSTART:19000101T000000Z', 'DURATION:P36500D', 'RRULE:FREQ=HOURLY', 'SUMMARY:worst']),
  ],
  [
    'a title of 900,000 letters',
    event([...daily.slice(0, 2), 'RRULE:FREQ=HOURLY', `SUMMARY:${'x'.repeat(900_000)}`]),
  ],
  [
    'a zone that changes every second',
    [
      'BEGIN:VTIMEZONE',
      'TZID:Worst',
      ...['STANDARD', 'DAYLIGHT'].flatMap((name, place) => [
        `BEGIN:${name}`,
        `DTSTART:2026010${place + 1}T000000`,
        'RRULE:FREQ=SECONDLY',
        `TZOFFSETFROM:+0${place}00`,
        `TZOFFSETTO:+0${1 - place}00`,
        `END:${name}`,
      ]),
      'END:VTIMEZONE',
      ...event(['DTSTART;TZID=Worst:20260101T000000', 'RRULE:FREQ=SECONDLY', 'SUMMARY:worst']),
    ],
  ],
  ['1,000 events each second', event([...daily, 'RRULE:FREQ=SECONDLY']), 1_000],
  [
    '3,000 events that hardly ever happen',
    event([
      'DTSTART:20000229T050000Z',
      'RRULE:FREQ=HOURLY;INTERVAL=23;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYHOUR=5',
      'SUMMARY:worst',
    ]),
    3_000,
  ],
  [
    'texts of control characters',
    event([
      'DTSTART:20260101T000000Z',
      'RRULE:FREQ=HOURLY',
      `SUMMARY:${'\u0001'.repeat(1_000)}`,
      `LOCATION:${'\u0001'.repeat(1_000)}`,
      `UID:${'\u0001'.repeat(50_000)}`,
    ]),
    100,
  ],
  [
    'long texts',
    event([
      'DTSTART:20260101T000000Z',
      'RRULE:FREQ=HOURLY',
      `SUMMARY:${'"'.repeat(1_000)}`,
      `LOCATION:${'"'.repeat(1_000)}`,
    ]),
    100,
  ],
  [
    '200 attendees every hour',
    event([
      ...daily,
      'RRULE:FREQ=HOURLY',
      ...times(200, (number) => `ATTENDEE:urn:uuid:00000000-0000-4000-8000-${1e11 + number}`),
    ]),
    50,
  ],
  ['20,000 events at once', event(['DTSTART:20260311T100000Z', 'SUMMARY:worst']), 20_000],
];

const people = /** @type {any} */ ({
  list: [{ id: 'g', members: [{ id: 'me' }, { id: 'other' }] }],
});
const member = { id: 'me', zone: 'Europe/Berlin', from: 540, to: 1080, weekHours: [] };
const lengthMax = 8_000_000;

for (const [name, lines, count = 1] of rows) {
  test(`${name}: every answer has a bounded size`, () => {
    const core = newCore({ zone: 'Europe/Berlin' });
    core.beginLoad('me');
    core.putCalendar({
      id: 'group',
      name: 'Group',
      color: 'red',
      level: 'group',
      owner: 'other',
      groups: ['g'],
    });
    const ical = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
    for (let number = 0; number < count; number += 1)
      core.putObject('group', `${number}.ics`, '"1"', ical);
    const day = core.day('2026-03-11');
    assert.ok(day.length <= 4_000);
    const key = day[0]?.key;
    if (
      key &&
      count === 1 &&
      name !== 'a century long, every hour' &&
      !name.startsWith('a title')
    ) {
      assert.equal(
        core.event(key).truncated,
        !name.startsWith('5,000'),
        'the event says whether it is shown in full',
      );
      const views = [core.monthRows('2026-03-09', 1, 6, -1)[0], core.timeline('2026-03-11', 1)];
      for (const view of [...views, core.year(2026)]) {
        if (core.event(key).truncated) assert.equal(view?.cut, true, 'so does each view');
      }
    }
    /** @type {Record<string, () => unknown>} */
    const questions = {
      rows: () => core.monthRows('2026-02-09', 12, 6, -1),
      timeline: () => core.timeline('2026-03-09', 31),
      year: () => core.year(2026),
      search: () => core.search('worst', '', '', true, 50),
      later: () => core.agenda('later', '2026-03-11', { days: 60, occurrences: 200, always: [] }),
      earlier: () =>
        core.agenda('earlier', '2026-03-11', { days: 60, occurrences: 200, always: [] }),
      board: () => core.board('2026-03-09', 7, ['me', 'other']),
      reminders: () => core.reminders(1_773_219_600, 1_773_306_000),
      conflicts: () =>
        core.conflictsAt(
          '2026-03-01',
          400,
          '2026-03-11T10:00:00',
          '2026-03-11T11:00:00',
          'Europe/Berlin',
          'FREQ=HOURLY',
        ),
      proposals: () => core.waitingCandidates(),
      free: () =>
        freeTime(core, people, {
          days: times(28, (number) => `2026-03-${String(number + 1).padStart(2, '0')}`),
          from: 0,
          to: 1440,
          minutes: 30,
          members: [member],
        }),
    };
    for (const [question, answer] of Object.entries(questions)) {
      assert.ok(JSON.stringify(answer()).length <= lengthMax, question);
    }
  });
}
