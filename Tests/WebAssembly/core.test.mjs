// What the page relies on, asked of the module that it loads.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { addZone, ask, module, newCore, octets, put, root } from './support.mjs';

const operations = [
  'add_zone',
  'agenda',
  'change',
  'change_effect',
  'change_preview',
  'configure',
  'create',
  'day',
  'delete',
  'delete_effect',
  'drag_frame',
  'drag_start',
  'event',
  'input',
  'inspect',
  'missing_zones',
  'month_range',
  'month_rows',
  'move',
  'output',
  'put_calendar',
  'put_object',
  'quick_add',
  'redo',
  'remove_calendar',
  'remove_object',
  'revert',
  'rule_text',
  'rule_times',
  'saved',
  'search',
  'set_now',
  'show_calendar',
  'timeline',
  'undo',
  'week_of',
  'year',
];
// Some 560 kB over the wire. What doubles it should not go by unnoticed.
const octetsMax = 2 * 1024 * 1024;

test('the module asks nothing of the page and exports what is agreed', () => {
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const names = WebAssembly.Module.exports(module)
    .map(({ name }) => name)
    .sort();
  const missing = ['memory', ...operations.map((name) => `meantime_${name}`)].filter(
    (name) => !names.includes(name),
  );
  assert.deepEqual(missing, []);
});

test('the module stays small', () => {
  assert.ok(octets.length <= octetsMax, `${octets.length} octets`);
});

test('a month has its weeks, its days and its events', () => {
  const core = newCore();
  put(core, 'a', ['DTSTART:20260311T090000Z', 'DTEND:20260311T100000Z', 'SUMMARY:Größe 🎂']);
  put(core, 'b', ['DTSTART;VALUE=DATE:20260312', 'DTEND;VALUE=DATE:20260315', 'SUMMARY:Trip']);
  const [row] = core.monthRows(weekOf(core, '2026-03-11'), 1, 4);
  assert.deepEqual(
    row.days.map(({ date }) => date),
    [9, 10, 11, 12, 13, 14, 15].map((day) => `2026-03-${String(day).padStart(2, '0')}`),
  );
  assert.deepEqual(
    row.days.filter(({ today }) => today).map(({ date }) => date),
    ['2026-03-11'],
  );
  assert.deepEqual(
    row.days.map(({ count }) => count),
    [0, 0, 1, 1, 1, 1, 0],
  );
  const chips = row.chips.map(({ uid, title, column, span, bar }) => ({
    uid,
    title,
    column,
    span,
    bar,
  }));
  assert.deepEqual(
    chips.sort((x, y) => (x.uid < y.uid ? -1 : 1)),
    [
      { uid: 'a', title: 'Größe 🎂', column: 2, span: 1, bar: false },
      { uid: 'b', title: 'Trip', column: 3, span: 3, bar: true },
    ],
  );
});

test('an edit answers the new text, and undo takes it back', () => {
  const core = newCore({ zone: 'Europe/Berlin' });
  const draft = {
    uid: 'new',
    calendar: 'personal',
    title: 'Dentist; with, signs\\',
    allDay: '0',
    start: '2026-03-12T09:30:00',
    end: '2026-03-12T10:15:00',
    zone: 'Europe/Berlin',
    stamp: '20260311T090000Z',
  };
  const edit = core.create(draft);
  assert.equal(edit.kind, 'created');
  assert.equal(edit.changes.length, 1);
  assert.match(edit.changes[0].ical, /\r\nSUMMARY:Dentist\\; with\\, signs\\\\\r\n/);
  assert.equal(core.day('2026-03-12').length, 1);
  core.saved('personal', edit.changes[0].href, '"1"');
  const undone = core.undo();
  assert.deepEqual([undone.kind, undone.changes.map(({ op }) => op)], ['undone', ['delete']]);
  assert.equal(core.day('2026-03-12').length, 0);
  const redone = core.redo();
  assert.equal(redone.changes[0].ical, edit.changes[0].ical);
});

test('a NUL in a field is in that field only', () => {
  const core = newCore();
  const edit = core.create({
    uid: 'n',
    calendar: 'personal',
    title: 'a\0b',
    start: '2026-03-12',
    allDay: '1',
    notes: 'c\0notes\0d',
    location: 'Hall',
  });
  const [event] = core.day('2026-03-12');
  assert.equal(event.location, 'Hall');
  assert.equal(edit.changes.length, 1);
  assert.ok(!core.event(event.key).notes.includes('Hall'));
});

test('what an edit does is told before, and with it', () => {
  const core = newCore();
  put(core, 'a', [
    'DTSTART:20260602T140000Z',
    'RRULE:FREQ=WEEKLY;BYDAY=TU',
    'SUMMARY:Talk',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:a',
    'RECURRENCE-ID:20260609T140000Z',
    'DTSTART:20260609T170000Z',
    'SUMMARY:Late talk',
  ]);
  const [{ key }] = core.day('2026-06-16');
  const told = ask(core, 'change_effect', key, 'following', 'start', '2026-06-17T14:00:00');
  const edit = core.change(key, 'following', 'n', { start: '2026-06-17T14:00:00' });
  assert.deepEqual(edit.effect, told);
  assert.deepEqual(
    [
      told.from,
      told.kept,
      told.dropped,
      told.oldRule.weekdays,
      told.newRule.weekdays,
      told.scope,
      told.kind,
    ],
    ['2026-06-17', 1, 0, [2], [3], 'following', 'moved'],
  );
  core.undo();
  const deletion = ask(core, 'delete_effect', key, 'all');
  assert.deepEqual(
    [deletion.kind, deletion.newRule, deletion.dropped, deletion.newStart],
    ['deleted', null, 1, null],
  );
});

test('what a change would move is told for the days that are seen', () => {
  const core = newCore();
  put(core, 'a', ['DTSTART:20260602T140000Z', 'RRULE:FREQ=DAILY', 'SUMMARY:Talk']);
  const [{ key }] = core.day('2026-06-16');
  const changes = { start: '2026-06-16T18:00:00' };
  const moved = core.changePreview(key, 'following', changes, '2026-06-14', 4);
  assert.deepEqual(
    moved.arriving.map(({ start, lastDate }) => `${start} ${lastDate}`),
    ['2026-06-16T18:00:00 2026-06-16', '2026-06-17T18:00:00 2026-06-17'],
  );
  assert.equal(moved.leaving.length, 2);
  assert.equal(core.event(key).start, core.event(moved.leaving[0]).start);
  for (const days of [400, 401])
    assert.equal(core.changePreview(key, 'all', changes, '2026-06-02', days).arriving.length, 400);
  assert.equal(core.changePreview(key, 'this', changes, '2026-07-01', 7).arriving.length, 0);
});

test('status, categories and reminders are set and told', () => {
  const core = newCore();
  put(core, 'a', ['DTSTART:20260311T090000Z', 'SUMMARY:Talk']);
  const [{ key }] = core.day('2026-03-11');
  core.change(key, 'all', 'n', {
    status: 'tentative',
    categories: 'Work\nA, B',
    reminders: '10\n60',
    url: 'https://a.example',
  });
  const { status, categories, reminders, url } = core.event(key);
  assert.deepEqual(
    { status, categories, reminders, url },
    {
      status: 'tentative',
      categories: ['Work', 'A, B'],
      reminders: [10, 60],
      url: 'https://a.example',
    },
  );
});

test('a drag is told frame by frame', () => {
  const core = newCore();
  const lifted = ask(
    core,
    'drag_start',
    0,
    600,
    660,
    1,
    15,
    400,
    210,
    400,
    800,
    1000,
    1440,
    0,
    56,
    300,
    3,
    1,
    40,
  );
  assert.deepEqual(lifted, {
    start: 600,
    end: 660,
    day: 1,
    turned: 0,
    whole: false,
    positionHundredths: 40000,
  });
  assert.equal(ask(core, 'drag_frame', 700, 270, 1 / 60, 15).start, 660);
  assert.equal(ask(core, 'drag_frame', 700, 228, 1 / 60, 5).start, 620);
  const frames = Array.from(
    { length: 60 },
    () => ask(core, 'drag_frame', 700, 799, 1 / 60, 15).positionHundredths,
  );
  assert.ok(
    frames.every((position, n) => n === 0 || position >= frames[n - 1]) && frames.at(-1) > 40000,
  );
  assert.deepEqual(
    [-20, -50].map((y) => ask(core, 'drag_frame', 700, y, 1 / 60, 15).whole),
    [true, false],
  );
});

test('a year has its days and its bands', () => {
  const core = newCore();
  put(core, 'a', ['DTSTART;VALUE=DATE:20260130', 'DTEND;VALUE=DATE:20260203', 'SUMMARY:Trip']);
  const { days, bands } = ask(core, 'year', 2026);
  assert.equal(days.length, 365);
  assert.deepEqual(
    days.filter(({ count }) => count > 0).map(({ date }) => date),
    ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'],
  );
  assert.deepEqual(
    bands.map(({ month, from, to }) => [month, from, to]),
    [
      [1, 30, 31],
      [2, 1, 2],
    ],
  );
});

test('the agenda has the days of a window that have something, both ways', () => {
  const core = newCore({ zone: 'Europe/Berlin' });
  put(core, 'a', [
    'DTSTART:20260311T090000Z',
    'DTEND:20260311T100000Z',
    'SUMMARY:Talk',
    'LOCATION:Hall',
  ]);
  put(core, 'b', ['DTSTART;VALUE=DATE:20260310', 'DTEND;VALUE=DATE:20260313', 'SUMMARY:Trip']);
  put(core, 'c', [
    'DTSTART:20260301T223000Z',
    'DURATION:PT2H',
    'RRULE:FREQ=MONTHLY;COUNT=200',
    'SUMMARY:Late',
  ]);
  put(core, 'd', ['DTSTART:19100101T090000Z', 'RRULE:FREQ=YEARLY;INTERVAL=60', 'SUMMARY:Seldom']);
  const size = { days: 300, occurrences: 1e9, always: [] };
  const listed = [
    ...core.agenda(-1, '2026-06-15', size).days.reverse(),
    ...core.agenda(1, '2026-06-15', size).days,
  ];
  const dates = Array.from({ length: 5_000 }, (_, n) =>
    new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
  );
  const days = dates
    .map((date) => ({ date, events: core.day(date) }))
    .filter(({ events }) => events.length > 0);
  assert.ok(days.length > 150);
  assert.deepEqual(
    listed.filter(({ date }) => date >= dates[0] && date <= dates.at(-1)),
    days.filter(({ date }) => date <= listed.at(-1).date),
  );
  assert.deepEqual(listed.map(({ date }) => date).slice(0, 3), [
    '1910-01-01',
    '1970-01-01',
    '2026-03-01',
  ]);
});

test('the agenda ends where it is told, where nothing is beyond, and lists what it is told to', () => {
  const core = newCore();
  put(core, 'a', ['DTSTART:20260311T090000Z', 'SUMMARY:Talk']);
  put(core, 'b', ['DTSTART:20260313T090000Z', 'RRULE:FREQ=DAILY;COUNT=9', 'SUMMARY:Run']);
  const list = (way, date, days, occurrences, ...always) => {
    const answer = core.agenda(way, date, { days, occurrences, always });
    return [
      answer.isWhole,
      answer.days
        .map((day) => `${day.date.slice(8)}:${day.events.map(({ title }) => title)}`)
        .join(' '),
    ];
  };
  assert.deepEqual(list(1, '2026-03-11', 2, 99), [false, '11:Talk 13:Run']);
  assert.deepEqual(list(1, '2026-03-11', 9, 1), [false, '11:Talk']);
  assert.deepEqual(list(1, '2026-03-20', 9, 99), [true, '20:Run 21:Run']);
  assert.deepEqual(list(-1, '2026-03-14', 9, 99, '2026-03-12', '2026-03-14'), [
    true,
    '13:Run 12: 11:Talk',
  ]);
  core.showCalendar('personal', false);
  assert.deepEqual(list(1, '2026-03-11', 9, 99, '2026-03-12'), [true, '12:']);
  assert.throws(() => core.agenda(1, 'soon', { days: 1, occurrences: 1, always: [] }), {
    code: 'date',
  });
});

test('text is found without case and accents, what is to come first', () => {
  const core = newCore();
  put(core, 'a', ['DTSTART:20250311T090000Z', 'SUMMARY:Café']);
  put(core, 'b', [
    'DTSTART:20250311T090000Z',
    'RRULE:FREQ=WEEKLY',
    'SUMMARY:Groß',
    'LOCATION:café',
  ]);
  const { upcoming, past, events } = ask(core, 'search', 1, 10, 'CAFE', '', '');
  assert.deepEqual(
    [upcoming, past, events.map(({ uid }) => uid), events[0].start],
    [1, 2, ['b', 'b', 'a'], '2026-03-17T09:00:00'],
  );
  assert.equal(ask(core, 'search', 0, 10, 'gross', '', '').upcoming, 1);
});

test('a reverted edit is as if it had not been', () => {
  const core = newCore();
  put(core, 'a', ['DTSTART:20260311T090000Z', 'DTEND:20260311T100000Z', 'SUMMARY:Before']);
  const [{ key }] = core.day('2026-03-11');
  const edit = core.change(key, 'all', 'unused', { title: 'After', stamp: '20260311T090000Z' });
  assert.equal(core.day('2026-03-11')[0].title, 'After');
  core.revert(edit.edit);
  assert.equal(core.day('2026-03-11')[0].title, 'Before');
  assert.throws(() => core.undo(), { code: 'nothing-to-undo' });
});

test('an event keeps its wall time over both changes of the clock', () => {
  const core = newCore({ zone: 'Europe/Berlin' });
  addZone(core, 'America/New_York');
  put(core, 'a', [
    'DTSTART;TZID=America/New_York:20260301T090000',
    'RRULE:FREQ=WEEKLY;COUNT=40',
    'SUMMARY:Call',
  ]);
  const times = ['2026-03-01', '2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'].map((date) =>
    core.day(date).map(({ start }) => start),
  );
  assert.deepEqual(times, [
    ['2026-03-01T15:00:00'],
    ['2026-03-08T14:00:00'],
    ['2026-03-29T15:00:00'],
    ['2026-10-25T14:00:00'],
    ['2026-11-01T15:00:00'],
  ]);
});

test('zones that are not there yet are named', () => {
  const core = newCore();
  put(core, 'a', ['DTSTART;TZID=Asia/Kathmandu:20260301T090000', 'SUMMARY:Far']);
  assert.deepEqual(core.missingZones(), ['Asia/Kathmandu']);
  addZone(core, 'Asia/Kathmandu');
  assert.deepEqual(core.missingZones(), []);
  assert.equal(core.day('2026-03-01')[0].start, '2026-03-01T03:15:00');
});

test('what can not be is refused with a code, and the core goes on', () => {
  const core = newCore();
  assert.throws(() => core.configure('Mars/Olympus', 1), { code: 'unknown-zone' });
  assert.throws(() => core.addZone('Mars/Olympus', new Uint8Array([1, 2, 3])));
  assert.throws(() =>
    core.putObject({ calendar: 'personal', href: 'x', etag: '', ical: 'not a calendar' }),
  );
  assert.throws(() => core.event('no such key'));
  assert.equal(core.monthRows(0, 1, 3).length, 1);
});

test('the first and the last week are there, and none beside them', () => {
  const core = newCore();
  const { days } = core.monthRows(0, 1, 3)[0];
  assert.ok(days.some(({ date }) => date === '1900-01-01'));
  const last = weekOf(core, '2200-12-31');
  assert.ok(core.monthRows(last, 1, 3)[0].days.some(({ date }) => date === '2200-12-31'));
});

test('the same calls give the same answers', () => {
  const run = () => {
    const core = newCore();
    for (let n = 0; n < 200; n += 1) {
      put(core, `uid-${n}`, [
        `DTSTART:202603${String((n % 28) + 1).padStart(2, '0')}T${String(n % 24).padStart(2, '0')}0000Z`,
        `SUMMARY:${n}`,
      ]);
    }
    return JSON.stringify(core.monthRows(weekOf(core, '2026-03-01'), 6, 4));
  };
  assert.equal(run(), run());
});

test('10,000 events are read in a moment, and a month of them in less', () => {
  const file = execFileSync('python3', [join(root, 'Fixtures/generate-large.py'), '-'], {
    maxBuffer: 64 * 1024 * 1024,
    encoding: 'utf8',
  });
  const core = newCore({ zone: 'Europe/Berlin' });
  addZone(core, 'America/New_York');
  const events = file.split('BEGIN:VEVENT').slice(1);
  assert.equal(events.length, 10_000);
  const startMs = performance.now();
  events.forEach((event, n) => {
    const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//T//T//EN\r\nBEGIN:VEVENT${event.replace(/END:VCALENDAR\s*$/, '')}END:VCALENDAR\r\n`;
    core.putObject({ calendar: 'personal', href: `${n}.ics`, etag: '"1"', ical: text });
  });
  const readMs = performance.now() - startMs;
  const first = weekOf(core, '2026-03-11');
  const rows = core.monthRows(first, 10, 4);
  const showMs = performance.now() - startMs - readMs;
  assert.ok(rows.some(({ chips }) => chips.length > 0));
  // Generous, for slow machines: a quadratic loop would take minutes.
  assert.ok(readMs < 10_000, `reading took ${readMs} ms`);
  assert.ok(showMs < 500, `ten weeks took ${showMs} ms`);
  console.log(
    `read 10,000 events in ${Math.round(readMs)} ms, drew ten weeks in ${showMs.toFixed(1)} ms`,
  );
});

/** @param {import('../../Web/core/engine.js').Engine} core @param {string} date */
function weekOf(core, date) {
  // Weeks are counted from the one that has 1900-01-01, a Monday.
  const days = (Date.parse(`${date}T00:00:00Z`) - Date.parse('1900-01-01T00:00:00Z')) / 86_400_000;
  const week = Math.floor(days / 7);
  assert.ok(
    core.monthRows(week, 1, 1)[0].days.some((day) => day.date === date),
    `${date} is not in week ${week}`,
  );
  return week;
}
