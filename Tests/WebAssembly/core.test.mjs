// What the page relies on, checked on the module that it loads.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { addZone, module, newCore, octets, put, root } from './support.mjs';

// Uncompressed; about 560 kB over the wire. A change that doubles it should be noticed.
const octetsMax = 2.75 * 1024 * 1024;

test('the module imports nothing from the page', () => {
  assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test('the module is smaller than 2.75 MiB', () => {
  assert.ok(octets.length <= octetsMax, `${octets.length} octets`);
});

test('a month has its weeks, its days and its events', () => {
  const core = newCore();
  put(core, 'a', ['DTSTART:20260311T090000Z', 'DTEND:20260311T100000Z', 'SUMMARY:Größe 🎂']);
  put(core, 'b', ['DTSTART;VALUE=DATE:20260312', 'DTEND;VALUE=DATE:20260315', 'SUMMARY:Trip']);
  const [row] = core.monthRows('2026-03-09', 1, 4, -1);
  assert.deepEqual(
    row.days.map(({ date }) => date),
    [9, 10, 11, 12, 13, 14, 15].map((day) => `2026-03-${String(day).padStart(2, '0')}`),
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
    calendar: 'personal',
    title: 'Dentist; with, signs\\',
    allDay: '0',
    start: '2026-03-12T09:30:00',
    end: '2026-03-12T10:15:00',
    zone: 'Europe/Berlin',
  };
  const edit = core.create('new', draft);
  assert.equal(edit.kind, 'created');
  assert.equal(edit.changes.length, 1);
  assert.match(edit.changes[0].ical, /\r\nSUMMARY:Dentist\\; with\\, signs\\\\\r\n/);
  assert.equal(core.day('2026-03-12').length, 1);
  const undone = core.undo();
  assert.deepEqual([undone.kind, undone.changes.map(({ op }) => op)], ['undone', ['delete']]);
  assert.equal(core.day('2026-03-12').length, 0);
  const redone = core.redo();
  assert.equal(redone.changes[0].ical, edit.changes[0].ical);
});

test('a NUL in one field doesn’t spill into the next', () => {
  const core = newCore();
  const edit = core.create('n', {
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

test('the ways into the call of an event are told with it', () => {
  const core = newCore();
  put(core, 'a', [
    'DTSTART:20260312T140000Z',
    'SUMMARY:Call',
    'CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Meet:https://meet.google.com/abc',
    ...Array.from({ length: 20 }, (_, index) => `CONFERENCE;FEATURE=PHONE:tel:+49${index}`),
  ]);
  const [{ key }] = core.day('2026-03-12');
  const { conferences } = core.event(key);
  assert.deepEqual(conferences[0], {
    uri: 'https://meet.google.com/abc',
    label: 'Meet',
    features: ['AUDIO', 'VIDEO'],
  });
  assert.equal(conferences.length, 20);
});

test("Google's and Exchange's own properties are ways into a call, too", () => {
  const core = newCore();
  const uris = ['https://meet.google.com/a', 'https://teams.microsoft.com/l/meetup-join/b'];
  put(core, 'a', [
    'DTSTART:20260312T140000Z',
    'SUMMARY:Call',
    `X-GOOGLE-CONFERENCE:${uris[0]}`,
    `X-MICROSOFT-SKYPETEAMSMEETINGURL:${uris[1]}`,
    'X-MICROSOFT-ONLINEMEETINGCONFLINK:conf:sip:b@example.org',
  ]);
  const [{ key }] = core.day('2026-03-12');
  assert.deepEqual(
    core.event(key).conferences.map(({ uri }) => uri),
    [...uris, 'conf:sip:b@example.org'],
  );
});

test('the effect of a change or a deletion is known before it is made', () => {
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
  const effect = core.changeEffect(key, 'following', { start: '2026-06-17T14:00:00' });
  const ruleDays = (/** @type {string} */ date) =>
    core.event(core.day(date)[0].key).repeat?.weekdays;
  assert.deepEqual(
    [effect.changesRule, effect.kept, effect.dropped, effect.oldRule.text, effect.newRule.text],
    [true, 1, 0, 'FREQ=WEEKLY;BYDAY=TU', 'FREQ=WEEKLY;BYDAY=WE'],
  );
  core.change(key, 'following', 'n', { start: '2026-06-17T14:00:00' });
  assert.deepEqual(ruleDays('2026-06-17'), [3]);
  core.undo();
  const deletion = core.deleteEffect(key, 'all');
  assert.deepEqual([deletion.newRule, deletion.dropped], [null, 1]);
});

test('a change preview lists what would arrive and leave in the days asked for', () => {
  const core = newCore();
  put(core, 'a', ['DTSTART:20260602T140000Z', 'RRULE:FREQ=DAILY', 'SUMMARY:Talk']);
  const [{ key }] = core.day('2026-06-16');
  const changes = { start: '2026-06-16T18:00:00' };
  const moved = core.changePreview('2026-06-14', 4, key, 'following', changes);
  assert.deepEqual(
    moved.arriving.map(({ start, lastDate }) => `${start} ${lastDate}`),
    ['2026-06-16T18:00:00 2026-06-16', '2026-06-17T18:00:00 2026-06-17'],
  );
  assert.equal(moved.leaving.length, 2);
  assert.equal(core.event(key).start, core.event(moved.leaving[0]).start);
  for (const days of [400, 401])
    assert.equal(core.changePreview('2026-06-02', days, key, 'all', changes).arriving.length, 400);
  assert.equal(core.changePreview('2026-07-01', 7, key, 'this', changes).arriving.length, 0);
});

test('status, categories, reminders and link of an event can be set and read', () => {
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

test('a drag answers its times and the scroll position in every frame', () => {
  const core = newCore();
  const lifted = core.dragStart({
    grip: 'move',
    startMinute: 600,
    endMinute: 660,
    day: 1,
    snapMinutes: 15,
    xPx: 400,
    yPx: 210,
    positionPx: 400,
    viewportHeightPx: 800,
    viewportWidthPx: 1000,
    contentHeightPx: 1440,
    gridLeftPx: 56,
    dayWidthPx: 300,
    dayCount: 3,
    pixelsPerMinute: 1,
    laneHeightPx: 40,
  });
  assert.deepEqual(lifted, {
    start: 600,
    end: 660,
    day: 1,
    turned: 0,
    whole: false,
    positionHundredths: 40000,
  });
  assert.equal(core.dragFrame(700, 270, 1 / 60, 15).start, 660);
  assert.equal(core.dragFrame(700, 228, 1 / 60, 5).start, 620);
  const frames = Array.from(
    { length: 60 },
    () => core.dragFrame(700, 799, 1 / 60, 15).positionHundredths,
  );
  assert.ok(
    frames.every((position, n) => n === 0 || position >= frames[n - 1]) && frames.at(-1) > 40000,
  );
  assert.deepEqual(
    [-20, -50].map((y) => core.dragFrame(700, y, 1 / 60, 15).whole),
    [true, false],
  );
});

test('a year has its days and its bands', () => {
  const core = newCore();
  put(core, 'a', ['DTSTART;VALUE=DATE:20260130', 'DTEND;VALUE=DATE:20260203', 'SUMMARY:Trip']);
  const { days, bands } = core.year(2026);
  assert.equal(days.length, 365);
  assert.deepEqual(
    days.filter(({ count }) => count > 0).map(({ date }) => date),
    ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'],
  );
  assert.deepEqual(
    bands.map(({ month, firstDay, lastDay }) => [month, firstDay, lastDay]),
    [
      [1, 30, 31],
      [2, 1, 2],
    ],
  );
});

test('the agenda lists the days that have events, later and earlier', () => {
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
    ...core.agenda('earlier', '2026-06-15', size).days.reverse(),
    ...core.agenda('later', '2026-06-15', size).days,
  ];
  const dates = Array.from({ length: 5_000 }, (_, n) =>
    new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
  );
  const days = dates
    .map((date) => ({ date, more: 0, events: core.day(date) }))
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

test('the agenda ends at its limits or when nothing is left, and lists the dates it must', () => {
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
  assert.deepEqual(list('later', '2026-03-11', 2, 99), [false, '11:Talk 13:Run']);
  assert.deepEqual(list('later', '2026-03-11', 9, 1), [false, '11:Talk']);
  assert.deepEqual(list('later', '2026-03-20', 9, 99), [true, '20:Run 21:Run']);
  assert.deepEqual(list('earlier', '2026-03-14', 9, 99, '2026-03-12', '2026-03-14'), [
    true,
    '13:Run 12: 11:Talk',
  ]);
  core.chooseCalendars('', ['personal']);
  assert.deepEqual(list('later', '2026-03-11', 9, 99, '2026-03-12'), [true, '12:']);
  assert.throws(() => core.agenda('later', 'soon', { days: 1, occurrences: 1, always: [] }), {
    code: 'date',
  });
});

test('search ignores case and accents, and lists upcoming events first', () => {
  const core = newCore();
  put(core, 'a', ['DTSTART:20250311T090000Z', 'SUMMARY:Café']);
  put(core, 'b', [
    'DTSTART:20250311T090000Z',
    'RRULE:FREQ=WEEKLY',
    'SUMMARY:Groß',
    'LOCATION:café',
  ]);
  const { upcoming, past, events } = core.search('CAFE', '', '', true, 10);
  assert.deepEqual(
    [upcoming, past, events.map(({ uid }) => uid), events[0].start],
    [1, 2, ['b', 'b', 'a'], '2026-03-17T09:00:00'],
  );
  assert.equal(core.search('gross', '', '', false, 10).upcoming, 1);
});

test('an event keeps its local time across both clock changes', () => {
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

/** A time in Kathmandu, whose offset of 5:45 shows whether the zone was used. */
const far = ['DTSTART;TZID=Asia/Kathmandu:20260301T090000', 'SUMMARY:Far'];

/** @param {Engine} core @param {string[]} [lines] @returns {boolean} Whether it is shown at once. */
const putFar = (core, lines = far) =>
  core.putObject(
    'personal',
    'far.ics',
    '"1"',
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:far\r\n${lines.join('\r\n')}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  );
const starts = (/** @type {Engine} */ core) => core.day('2026-03-01').map(({ start }) => start);

test('an event waits for its zone, and other events do not', () => {
  const core = newCore();
  assert.equal(putFar(core), false);
  put(core, 'near', ['DTSTART:20260301T120000Z', 'SUMMARY:Near']);
  assert.deepEqual(starts(core), ['2026-03-01T12:00:00']);
  assert.deepEqual(core.missingZones(), ['Asia/Kathmandu']);
  assert.deepEqual(core.unknownZones(['UTC', 'Asia/Kathmandu']), ['Asia/Kathmandu']);
  addZone(core, 'Asia/Kathmandu');
  assert.deepEqual([core.missingZones(), core.unknownZones(['Asia/Kathmandu'])], [[], []]);
  assert.deepEqual(starts(core), ['2026-03-01T03:15:00', '2026-03-01T12:00:00']);
  assert.equal(putFar(core), true);
});

test('an event whose zone can’t be had is shown without it', () => {
  const core = newCore();
  putFar(core);
  core.showWithoutZones(['Asia/Kathmandu'], false);
  assert.deepEqual(
    [starts(core), core.missingZones()],
    [['2026-03-01T09:00:00'], ['Asia/Kathmandu']],
  );
  core.showWithoutZones(['Asia/Kathmandu'], true);
  assert.deepEqual([core.missingZones(), core.unknownZones(['Asia/Kathmandu'])], [[], []]);
  assert.equal(putFar(core, [...far, 'LOCATION:There']), true);
  addZone(core, 'Asia/Kathmandu');
  assert.deepEqual(starts(core), ['2026-03-01T03:15:00']);
});

test('an event that waits for its zone is replaced and removed like any other', () => {
  const core = newCore();
  putFar(core);
  core.removeObject('personal', 'far.ics');
  assert.deepEqual(core.missingZones(), []);
  putFar(core);
  putFar(core, ['DTSTART:20260301T100000Z', 'SUMMARY:Near']);
  assert.deepEqual([core.missingZones(), starts(core)], [[], ['2026-03-01T10:00:00']]);
  putFar(core);
  core.putCalendar({ id: 'personal', name: 'Personal', color: 'blue' });
  core.removeCalendar('personal');
  addZone(core, 'Asia/Kathmandu');
  core.putCalendar({ id: 'personal', name: 'Personal', color: 'blue' });
  assert.deepEqual([core.missingZones(), starts(core)], [[], []]);
});

test('while the viewer is elsewhere, their clock and what they write are of that zone', () => {
  const core = newCore({ zone: 'Europe/Berlin' });
  addZone(core, 'Asia/Tokyo');
  assert.throws(() => core.setZone('Europe/Berlin', ['Asia/Tokyo 2026-03-10 2026-03-03']), {
    code: 'unknown-zone',
  });
  core.setZone('Europe/Berlin', ['Asia/Tokyo 2026-03-03 2026-03-10']);
  const { changes } = core.create('breakfast', {
    calendar: 'personal',
    title: 'Breakfast',
    allDay: '0',
    start: '2026-03-05T08:00:00',
    end: '2026-03-05T09:00:00',
  });
  assert.match(changes[0].ical, /DTSTART;TZID=Asia\/Tokyo:20260305T080000/);
  put(core, 'call', ['DTSTART;TZID=Europe/Berlin:20260305T140000', 'SUMMARY:Call']);
  const [arrival, , fifth] = core.timeline('2026-03-03', 3).days;
  assert.deepEqual([arrival.change.from, arrival.change.to], [0, 480]);
  assert.deepEqual(
    fifth.pieces.map(({ title, from }) => [title, from]),
    [
      ['Breakfast', 480],
      ['Call', 1320],
    ],
  );
  const [breakfast, call] = fifth.pieces.map(({ key }) => core.event(key));
  assert.equal(breakfast.own, null);
  assert.equal(call.own.start, '2026-03-05T14:00:00');
  assert.equal(core.timeline('2026-03-12', 1).days[0].change, null);
});

test('a call that can’t be carried out is refused, and the core goes on', () => {
  const core = newCore();
  assert.throws(() => core.setZone('Mars/Olympus', []), { code: 'unknown-zone' });
  assert.throws(() => core.addZone('Mars/Olympus', new Uint8Array([1, 2, 3])));
  assert.throws(() => core.putObject('personal', 'x', '', 'not a calendar'));
  assert.throws(() => core.event('no such key'));
  assert.equal(core.monthRows('2026-03-09', 1, 3, -1).length, 1);
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
    return JSON.stringify(core.monthRows('2026-02-23', 6, 4, -1));
  };
  assert.equal(run(), run());
});

test('10,000 events are loaded in under 10 seconds, and ten weeks laid out in under half a second', () => {
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
    core.putObject('personal', `${n}.ics`, '"1"', text);
  });
  const readMs = performance.now() - startMs;
  const rows = core.monthRows('2026-03-09', 10, 4, -1);
  const showMs = performance.now() - startMs - readMs;
  assert.ok(rows.some(({ chips }) => chips.length > 0));
  // Generous for slow machines; a quadratic loop would still exceed it, taking minutes.
  assert.ok(readMs < 10_000, `reading took ${readMs} ms`);
  assert.ok(showMs < 500, `ten weeks took ${showMs} ms`);
  console.log(
    `read 10,000 events in ${Math.round(readMs)} ms, drew ten weeks in ${showMs.toFixed(1)} ms`,
  );
});
