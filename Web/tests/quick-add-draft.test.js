import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quickTimes, readQuickLine } from '../views/event/quick-add-draft.js';

const today = '2026-03-11';
const timed = { allDay: false, start: '2026-03-18T09:00:00', end: '2026-03-18T10:00:00', today };
const days = { allDay: true, start: '2026-03-24', end: '2026-03-26', today };
const line = { title: '', location: '', categories: [], repeat: '', marks: [] };

for (const [name, said, base, expected] of [
  [
    'the time pointed at if the line has none',
    { allDay: true, hasDate: false, start: today, end: today },
    timed,
    [false, '2026-03-18T09:00:00', '2026-03-18T10:00:00'],
  ],
  [
    'the days pointed at if the line has none',
    { allDay: true, hasDate: false, start: today, end: today },
    days,
    [true, '2026-03-24', '2026-03-26'],
  ],
  [
    'an hour on the day pointed at',
    { allDay: false, hasDate: false, start: `${today}T23:00:00`, end: '2026-03-12T01:00:00' },
    timed,
    [false, '2026-03-18T23:00:00', '2026-03-19T01:00:00'],
  ],
  [
    'an hour on the first of the days pointed at',
    { allDay: false, hasDate: false, start: `${today}T08:00:00`, end: `${today}T09:00:00` },
    days,
    [false, '2026-03-24T08:00:00', '2026-03-24T09:00:00'],
  ],
  [
    'the day in the line',
    { allDay: true, hasDate: true, start: '2026-04-01', end: '2026-04-01' },
    timed,
    [true, '2026-04-01', '2026-04-01'],
  ],
]) {
  test(`quick add takes ${name}`, () => {
    const { allDay, start, end } = quickTimes({ ...line, ...said }, base);
    assert.deepEqual([allDay, start, end], expected);
  });
}

/** The event for whatever the line leaves open. */
const base = {
  title: '',
  location: '',
  repeat: '',
  allDay: '1',
  busy: '0',
  start: today,
  end: today,
  reminders: '15',
  categories: '',
  zone: '',
};
const given = { base, today, first: 'day', language: 'en' };

test('a line that crashes the core makes no draft', (context) => {
  context.mock.method(console, 'warn', () => {});
  const failing = {
    quickAdd: () => {
      throw new WebAssembly.RuntimeError('unreachable');
    },
  };
  assert.deepEqual(readQuickLine(failing, 'Lunch @,', given), { draft: null, marks: [] });
});

test('a draft has what the core read in the line, or only a title without a core', () => {
  const read = {
    ...line,
    categories: ['sport'],
    title: ' Lunch ',
    hasDate: true,
    allDay: true,
    start: today,
    end: today,
  };
  assert.deepEqual(readQuickLine({ quickAdd: () => read }, 'Lunch', given).draft, {
    ...base,
    title: 'Lunch',
    reminders: '',
    categories: 'sport',
  });
  const elsewhere = { quickAdd: () => ({ ...read, zone: 'Asia/Tokyo' }) };
  assert.equal(readQuickLine(elsewhere, 'Lunch', given).draft.zone, 'Asia/Tokyo');
  assert.deepEqual(readQuickLine(null, ' Lunch ', given).draft, { ...base, title: 'Lunch' });
});

test('a whole day is free and a time is busy, unless something else was chosen', () => {
  const at = (/** @type {boolean} */ allDay, /** @type {Partial<Draft>} */ chosen) => {
    const read = { ...line, title: 'Fair', hasDate: true, allDay, start: today, end: today };
    const engine = { quickAdd: () => read };
    return readQuickLine(engine, 'Fair', { ...given, base: { ...base, ...chosen } }).draft.busy;
  };
  assert.equal(at(true, {}), '0');
  assert.equal(at(false, {}), '1');
  assert.equal(at(true, { allDay: '0', busy: '1' }), '0');
  assert.equal(at(true, { allDay: '1', busy: '1' }), '1');
  assert.equal(at(false, { allDay: '0', busy: '0' }), '0');
});

const calendars = [
  { id: 'c1', name: 'Work' },
  { id: 'c2', name: 'Family' },
  { id: 'c3', name: 'Workshop' },
];
/** Gives back the line as the title, so that the test sees what the core is given. */
const echo = {
  quickAdd: (/** @type {string} */ text) => ({
    ...line,
    title: text,
    hasDate: true,
    allDay: true,
    start: today,
    end: today,
    marks: [{ from: 0, to: 4, kind: 'day' }],
  }),
};

for (const [text, title, said, marks] of /** @type {const} */ ([
  ['Talk /work fri', 'Talk       fri', { calendar: 'c1' }, [[5, 10, 'calendar']]],
  ['/FAM Talk', 'Talk', { calendar: 'c2' }, [[0, 4, 'calendar']]],
  ['Talk /workshop', 'Talk', { calendar: 'c3' }, [[5, 14, 'calendar']]],
  ['Talk /home', 'Talk /home', {}, []],
  ['Talk 1/2 and/or', 'Talk 1/2 and/or', {}, []],
  ['Talk /work /family', 'Talk       /family', { calendar: 'c1' }, [[5, 10, 'calendar']]],
  [
    'Call https://meet.example/x?a=1',
    'Call',
    { url: 'https://meet.example/x?a=1' },
    [[5, 31, 'link']],
  ],
  ['Call javascript://x', 'Call javascript://x', {}, []],
]))
  test(`quick add reads calendars and links in: ${text}`, () => {
    const read = readQuickLine(echo, text, { ...given, calendars });
    assert.equal(read.draft.title, title);
    assert.deepEqual(
      { calendar: read.draft.calendar, url: read.draft.url },
      {
        calendar: said.calendar,
        url: said.url,
      },
    );
    const found = read.marks.filter(({ kind }) => kind !== 'day');
    assert.deepEqual(
      found.map(({ from, to, kind }) => [from, to, kind]),
      marks,
    );
  });
