// Groups in the compiled core: whose events are shown, proposals, common time, and the board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busyOthers, freeTime } from '../../Web/core/free-time.js';
import { GroupFreeTime, spanAround } from '../../Web/state/free-time.js';
import { clock } from '../../Web/time/clock.js';
import { addZone, newCore } from './support.mjs';

const [me, ana, ben] = ['01', '02', '03'].map((end) => `0f9b6d1e-0000-4000-8000-0000000000${end}`);

/**
 * A core with the viewer's own calendar, a group's, Ana's with all details and Ben's with busy times
 * only.
 */
function newGroup() {
  const core = newCore({ zone: 'Europe/Berlin' });
  core.beginLoad(me);
  core.putCalendar({
    id: 'personal',
    name: 'Personal',
    color: 'blue',
    level: 'own',
  });
  core.putCalendar({ id: 'band', name: 'Band', color: 'green', level: 'group', group: 'g' });
  core.putGroup({
    id: 'g',
    name: 'Band',
    calendar: 'band',
    defaultLevel: 'busy',
    shares: {},
    members: [
      { id: me, name: 'Me', color: 'orange' },
      { id: ana, name: 'Ana', color: 'pink' },
    ],
  });
  core.putCalendar({
    id: 'anas',
    name: 'Ana',
    color: 'purple',
    level: 'full',
    owner: ana,
    groups: ['g'],
  });
  core.putCalendar({
    id: 'bens',
    name: 'Ben',
    color: 'teal',
    level: 'busy',
    owner: ben,
    groups: ['h'],
  });
  return core;
}

/** @param {Engine} core @param {string} calendar @param {string} uid @param {number} from @param {number} to @param {string[]} more */
function add(core, calendar, uid, from, to, more = []) {
  const time = (/** @type {number} */ hour) =>
    `;TZID=Europe/Berlin:20260311T${String(hour).padStart(2, '0')}0000`;
  const event = [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTART${time(from)}`,
    `DTEND${time(to)}`,
    ...more,
    'END:VEVENT',
  ];
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR', ''];
  core.putObject(calendar, `${uid}.ics`, '"1"', lines.join('\r\n'));
}

/** @param {Engine} core */
const shown = (core) =>
  core
    .day('2026-03-11')
    .map(({ uid }) => uid)
    .sort();

const candidate = (/** @type {string} */ answer) => [
  'SUMMARY:Rehearsal',
  'X-MEANTIME-PROPOSAL:p',
  'X-MEANTIME-DEADLINE:20260310T120000Z',
  `ORGANIZER;CN=Ana:urn:uuid:${ana}`,
  `ATTENDEE;CN=Ana;PARTSTAT=ACCEPTED:urn:uuid:${ana}`,
  `ATTENDEE;CN=Me;PARTSTAT=${answer};X-MEANTIME-COMMENT="Hm; well":urn:uuid:${me}`,
  `ATTENDEE;CN=Ben:urn:uuid:${ben}`,
];

test('an occurrence names its person, and a group can be shown by itself', () => {
  const core = newGroup();
  add(core, 'personal', 'mine', 9, 10);
  add(core, 'anas', 'hers', 9, 10, ['COLOR:red']);
  add(core, 'bens', 'his', 9, 10);
  const [hers] = core.day('2026-03-11').filter(({ uid }) => uid === 'hers');
  assert.deepEqual([hers.level, hers.person, hers.color], ['full', ana, 'pink']);
  assert.equal(core.day('2026-03-11').find(({ uid }) => uid === 'mine').level, undefined);
  core.chooseCalendars('', [ben]);
  assert.deepEqual(shown(core), ['hers', 'mine']);
  core.chooseCalendars('g', [ben]);
  assert.deepEqual(
    core
      .day('2026-03-11')
      .map(({ person, color }) => [person, color])
      .sort(),
    [
      [me, 'orange'],
      [ana, 'pink'],
    ].sort(),
  );
  core.chooseCalendars('', []);
  assert.deepEqual(shown(core), ['hers', 'his', 'mine']);
});

test('a fellow member’s event and a proposal’s candidate can’t be deleted', () => {
  const core = newGroup();
  add(core, 'anas', 'hers', 9, 10);
  add(core, 'band', 'rehearsal', 11, 12, candidate('NEEDS-ACTION'));
  const refusal = (/** @type {string} */ uid) => {
    const { key } = core.day('2026-03-11').find((event) => event.uid === uid);
    try {
      core.delete(key, 'all');
    } catch (error) {
      return error.code;
    }
    return '';
  };
  assert.deepEqual([refusal('hers'), refusal('rehearsal')], ['read-only', 'is-proposal']);
});

test('a proposal lists its answers and candidates, and the viewer’s conflicts are found', () => {
  const core = newGroup();
  add(core, 'band', 'rehearsal', 11, 12, candidate('TENTATIVE'));
  add(core, 'personal', 'mine', 11, 13, ['SUMMARY:Lunch']);
  const rehearsal = core.day('2026-03-11').find(({ uid }) => uid === 'rehearsal');
  assert.deepEqual(rehearsal.proposal, {
    identity: 'p',
    own: 'maybe',
    yes: 1,
    maybe: 1,
    no: 0,
    missing: 1,
  });
  const proposal = core.proposal(rehearsal.key);
  assert.deepEqual(
    [proposal.title, proposal.organizer, proposal.deadline, proposal.over],
    ['Rehearsal', ana, '2026-03-10T13:00:00', true],
  );
  assert.deepEqual(
    proposal.answers.map(({ name, answer, comment }) => [name, answer, comment]),
    [
      ['Ana', 'yes', ''],
      ['Me', 'maybe', 'Hm; well'],
      ['Ben', null, ''],
    ],
  );
  assert.deepEqual(
    proposal.candidates.map(({ href }) => href),
    ['rehearsal.ics'],
  );
  const { found, times } = core.conflictsOf('2026-03-01', 100, rehearsal.key);
  assert.deepEqual(
    [times, found.length, found[0].events.map(({ title }) => title)],
    [1, 1, ['Lunch']],
  );
  const free = core.conflictsAt(
    '2026-03-01',
    100,
    '2026-03-12T11:00:00',
    '2026-03-12T12:00:00',
    'Europe/Berlin',
    'FREQ=WEEKLY;COUNT=3',
  );
  assert.deepEqual([free.times, free.found], [3, []]);
  const { key } = core.day('2026-03-11').find(({ uid }) => uid === 'mine');
  assert.throws(() => core.proposal(key), { code: 'not-a-proposal' });
  assert.throws(() => core.conflictsAt('2026-03-01', 1, 'noon', 'late', 'Europe/Berlin', ''), {
    code: 'time',
  });
});

test('common time is found, and a query without days or with an unknown zone is refused', () => {
  const core = newGroup();
  /** @type {any} Only Ana is in the group, so its concert takes nobody else's time. */
  const inGroup = { list: [{ id: 'g', members: [{ id: ana }] }] };
  addZone(core, 'America/New_York');
  add(core, 'personal', 'mine', 9, 10);
  add(core, 'bens', 'his', 11, 12);
  const members = [
    [me, 'Europe/Berlin'],
    [ana, ''],
    [ben, 'Europe/Berlin'],
  ].map(([id = '', zone = '']) => ({ id, zone, from: 480, to: 1080, weekHours: [] }));
  const { windows, strips, count } = freeTime(core, inGroup, {
    days: ['2026-03-11'],
    from: 540,
    to: 780,
    minutes: 60,
    members,
  });
  assert.deepEqual(
    windows
      .slice(0, 3)
      .map(({ start, end, missing }) => [start.slice(11, 16), end.slice(11, 16), missing]),
    [
      ['10:00', '11:00', []],
      ['12:00', '13:00', []],
      ['09:00', '11:00', [me]],
    ],
  );
  assert.ok(count >= 3);
  assert.deepEqual(
    strips.map(({ from, to, missing }) => [from, to, missing]),
    [
      [540, 600, 1],
      [600, 660, 0],
      [660, 720, 1],
      [720, 780, 0],
    ],
  );
  add(core, 'band', 'concert', 12, 13);
  const evening = freeTime(core, inGroup, {
    days: ['2026-03-11'],
    from: 720,
    to: 780,
    minutes: 60,
    members,
  });
  assert.deepEqual(
    evening.windows.map(({ missing }) => missing),
    [[ana]],
  );
  // 11 March 2026 is a Wednesday.
  const off = members.map((member) => ({
    ...member,
    weekHours: /** @type {Member['weekHours']} */ ([
      [480, 1080],
      null,
      null,
      ...Array(4).fill([540, 600]),
    ]),
  }));
  const days = ['2026-03-10', '2026-03-11', '2026-03-12'];
  const { windows: shortDay } = freeTime(core, inGroup, {
    days,
    from: 0,
    to: 1440,
    minutes: 60,
    members: off.map((member) => ({ ...member, zone: 'Europe/Berlin' })),
  });
  assert.deepEqual(
    shortDay.map(({ start, end }) => [start.slice(0, 16), end.slice(11, 16)]),
    [['2026-03-12T09:00', '10:00']],
  );
  assert.throws(
    () => freeTime(core, inGroup, { days: [], from: 0, to: 60, minutes: 30, members }),
    { code: 'days' },
  );
  assert.throws(
    () =>
      freeTime(core, inGroup, {
        days: ['2026-03-11'],
        from: 0,
        to: 60,
        minutes: 30,
        members: [{ id: me, zone: 'Mars/Base', from: 0, to: 0, weekHours: [] }],
      }),
    { code: 'unknown-zone' },
  );
  const wrong = /** @type {Member['weekHours']} */ (Array(7).fill([540, Number.NaN]));
  assert.throws(
    () =>
      freeTime(core, inGroup, {
        days,
        from: 0,
        to: 1440,
        minutes: 60,
        members: off.map((member) => ({ ...member, weekHours: wrong })),
      }),
    { code: 'members' },
    'a day off is not a day whose hours cannot be read',
  );
});

test('a board has a row for the group and one for each member', () => {
  const core = newGroup();
  add(core, 'band', 'concert', 20, 22, ['SUMMARY:Concert']);
  add(core, 'anas', 'hers', 9, 10, ['SUMMARY:Hers']);
  const { days, rows } = core.board('2026-03-09', 7, [ana, ben]);
  assert.deepEqual(
    [days.length, days[2].today, rows.map(({ account }) => account)],
    [7, true, [null, ana, ben]],
  );
  assert.deepEqual(
    rows.map(({ cells }) =>
      cells.flat().map(({ title, from, to, lane }) => [title, from, to, lane]),
    ),
    [[['Concert', 1200, 1320, 0]], [['Hers', 540, 600, 0]], []],
  );
});

test('common time counts the people who are shown, and begins now', async (context) => {
  const core = newGroup();
  add(core, 'personal', 'mine', 9, 10);
  add(core, 'anas', 'hers', 11, 12);
  const person = (
    /** @type {string} */ id,
    /** @type {string} */ name,
    zone = 'Europe/Berlin',
  ) => ({ id, name, zone, from: 540, to: 780, weekHours: [] });
  const view = {
    id: 'g',
    members: [person(me, 'Me'), person(ana, 'Ana', 'Europe/Lisbon'), person(ben, 'Ben')],
  };
  /** @type {string[]} */
  const learned = [];
  const hidden = new Set();
  let queryCount = 0;
  const engine = {
    freeTime: (/** @type {Parameters<Engine['freeTime']>} */ ...question) => {
      queryCount += 1;
      return core.freeTime(...question);
    },
    unknownZones: (/** @type {string[]} */ zones) =>
      zones.filter((zone) => !learned.includes(zone)),
  };
  /** @type {any} */
  const settings = {
    chosen: { workHours: [540, 780] },
    values: { freeHours: {} },
    weekend: [6, 7],
  };
  const people = { view, list: [view], settings };
  const agenda = /** @type {any} */ ({
    engine,
    people,
    today: '2026-03-11',
    isVisible: (/** @type {string} */ id) => !hidden.has(id),
    changed: () => {},
    loadZones: async (/** @type {string[]} */ zones) => {
      for (const zone of zones) {
        learned.push(zone);
        addZone(core, zone);
      }
    },
  });
  context.mock.method(clock, 'time', () => '09:20');
  const common = new GroupFreeTime(agenda);
  const spans = (/** @type {string} */ date) =>
    common.on([date])[0].map(({ from, to, missing }) => `${from}-${to} ${missing}`);
  assert.deepEqual(spans('2026-03-11'), [], 'nothing until Ana’s zone is loaded');
  await Promise.resolve();
  assert.deepEqual(learned, ['Europe/Berlin', 'Europe/Lisbon']);
  // Lisbon is an hour behind, so Ana starts an hour later; and free time before 9:20 is in the past.
  assert.deepEqual(spans('2026-03-11'), ['600-660 ', '720-780 ', '600-780 Ana']);
  const before = queryCount;
  assert.deepEqual([spans('2026-03-11').length, queryCount], [3, before], 'a known day is cached');
  assert.deepEqual(spans('2026-03-10'), [], 'a day that is over');
  assert.equal(spanAround(common.on(['2026-03-11'])[0], 610, 660)?.missing, '');
  assert.equal(spanAround(common.on(['2026-03-11'])[0], 610, 670)?.missing, 'Ana');
  assert.equal(spanAround(common.on(['2026-03-11'])[0], 500, 620), undefined);
  assert.deepEqual(
    [spans('2026-03-13').length > 0, spans('2026-03-14')],
    [true, []],
    'nobody works at the weekend',
  );
  // Hours that the group chose replace everybody's working hours.
  settings.values.freeHours = { g: [18 * 60, 22 * 60] };
  common.forget();
  assert.deepEqual([spans('2026-03-11')[0], spans('2026-03-14')[0]], ['1080-1320 ', '1080-1320 ']);
  settings.values.freeHours = {};
  settings.chosen = {};
  common.forget();
  assert.deepEqual(spans('2026-03-14')[0], '480-1320 ', 'who doesn’t work can meet on any day');
  settings.values.freeHours = { g: null };
  common.forget();
  assert.deepEqual(spans('2026-03-14'), [], 'unless working hours were chosen for the group');
  hidden.add(ana);
  common.forget();
  assert.deepEqual(spans('2026-03-11'), ['600-780 ']);
  hidden.add(ben);
  common.forget();
  assert.deepEqual(
    [spans('2026-03-11'), common.members],
    [[], []],
    'one person alone has no common time',
  );
});

test('the viewer’s answer shows at once, and moving a candidate suggests another time', () => {
  const core = newGroup();
  add(core, 'band', 'rehearsal', 11, 12, [
    'RRULE:FREQ=WEEKLY;COUNT=3',
    ...candidate('NEEDS-ACTION').filter((line) => !line.includes('DEADLINE')),
  ]);
  const second = () => core.day('2026-03-18')[0];
  const { key } = second();
  const give = (/** @type {'this' | 'all'} */ scope, /** @type {any} */ answer) => {
    const { earlier } = core.giveAnswer(key, scope, answer);
    return [earlier, second().proposal.own];
  };
  assert.deepEqual(give('all', 'yes'), ['none', 'yes']);
  assert.deepEqual(give('this', 'no'), ['none', 'no']);
  assert.equal(core.proposal(key).own, 'yes');
  assert.deepEqual(
    core.event(key).attendees.map(({ name, answer, one }) => [name, answer, one]),
    [
      ['Ana', 'yes', false],
      ['Me', 'no', true],
      ['Ben', null, false],
    ],
  );
  assert.deepEqual(give('this', 'none'), ['no', 'yes']);
  assert.throws(() => core.giveAnswer(key, 'all', /** @type {any} */ ('perhaps')), {
    code: 'answer',
  });
  assert.deepEqual(
    core.suggestion(key, {
      allDay: '0',
      start: '2026-03-19T15:00:00',
      end: '2026-03-19T17:00:00',
    }),
    {
      start: '2026-03-12T15:00:00',
      end: '2026-03-12T17:00:00',
      zone: 'Europe/Berlin',
      rule: 'FREQ=WEEKLY;COUNT=3',
    },
  );
  assert.deepEqual(core.suggestion(key, { allDay: '1', start: '2026-03-19', end: '2026-03-20' }), {
    start: '2026-03-12',
    end: '2026-03-13',
    zone: '',
    rule: 'FREQ=WEEKLY;COUNT=3',
  });
});

test('a proposal can be answered up to its deadline, but not a second later', () => {
  const core = newGroup();
  add(core, 'band', 'rehearsal', 11, 12, candidate('NEEDS-ACTION'));
  const { key } = core.day('2026-03-11')[0];
  const deadline = Date.parse('2026-03-10T12:00:00Z') / 1000;
  core.setNow(deadline);
  assert.equal(core.proposal(key).over, false);
  core.giveAnswer(key, 'all', 'yes');
  assert.equal(core.proposal(key).own, 'yes');
  core.setNow(deadline + 1);
  assert.equal(core.proposal(key).over, true);
  assert.throws(() => core.giveAnswer(key, 'all', 'no'), { code: 'deadline-over' });
});

test('a time to propose names the other members who are busy then, as far as the viewer sees', () => {
  const core = newGroup();
  add(core, 'personal', 'mine', 9, 11);
  add(core, 'anas', 'hers', 9, 10);
  add(core, 'anas', 'hers-weekly', 17, 18, ['RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2']);
  add(core, 'bens', 'his', 9, 12);
  add(core, 'bens', 'his-free', 13, 14, ['TRANSP:TRANSPARENT']);
  add(core, 'band', 'rehearsal', 20, 21, candidate('ACCEPTED'));
  const people = Array.from({ length: 7 }, (_, index) => ({
    id: `other-${index}`,
    name: `Other ${index}`,
  }));
  const members = [
    { id: me, name: 'Me' },
    { id: ana, name: 'Ana' },
    ...people,
    { id: ben, name: 'Ben' },
  ].map((one) => ({ ...one, zone: 'Mars/Base', from: 0, to: 0, weekHours: [] }));
  const at = (/** @type {string} */ start, /** @type {string} */ end, rule = '') => {
    const group = /** @type {any} */ ({ members });
    const found = busyOthers(core, { me, list: [] }, group, { start, end }, 'Europe/Berlin', rule);
    const { busy, isAll, clashes, dates } = found;
    return [busy.map(({ name, n }) => `${name} ${n}`).join(), isAll, clashes, dates];
  };
  const day = '2026-03-11T';
  assert.deepEqual(at(`${day}09:30:00`, `${day}10:30:00`), ['Ana 1,Ben 1', false, 1, 1]);
  assert.deepEqual(
    at(`${day}10:00:00`, `${day}11:00:00`),
    ['Ben 1', false, 1, 1],
    'an event that ends as the time begins does not count',
  );
  assert.deepEqual(at(`${day}12:00:00`, `${day}17:00:00`), ['', false, 0, 1]);
  assert.deepEqual(
    at(`${day}20:00:00`, `${day}21:00:00`),
    ['', false, 0, 1],
    'a candidate takes no time',
  );
  assert.deepEqual(at(`${day}11:58:00`, `${day}12:05:00`), ['Ben 1', false, 1, 1]);
  assert.deepEqual(
    at(`${day}11:30:00`, `${day}11:30:00`),
    ['Ben 1', false, 1, 1],
    'a time without length conflicts with what is on at its start',
  );
  assert.deepEqual(
    at('2026-03-10T22:00:00', `${day}10:00:00`),
    ['Ana 1,Ben 1', false, 1, 1],
    'past midnight',
  );
  assert.deepEqual(at('2026-03-10', '2026-03-12'), ['Ana 1,Ben 1', false, 1, 1]);
  assert.deepEqual(at('2026-03-29', '2026-03-29'), ['', false, 0, 1], 'a day of 23 hours');
  assert.deepEqual(at(`${day}17:00:00`, `${day}18:00:00`, 'FREQ=DAILY;COUNT=3'), [
    'Ana 2',
    false,
    2,
    3,
  ]);
  assert.deepEqual(
    at(`${day}17:00:00`, `${day}18:00:00`, 'FREQ=DAILY'),
    ['Ana 2', false, 2, 8],
    'of an endless rule, the first dates',
  );
  assert.throws(() => at(`${day}18:00:00`, `${day}17:00:00`), { code: 'end-before-start' });
  members.splice(2, 7);
  assert.deepEqual(
    at(`${day}09:30:00`, `${day}10:30:00`),
    ['Ana 1,Ben 1', true, 1, 1],
    'everybody else is busy',
  );
});

/** Puts a lunch with these lines into the user's own calendar, and returns its details. */
function lunchWith(core, lines) {
  core.putObject(
    'personal',
    'lunch.ics',
    '"1"',
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a//b//EN\r\nBEGIN:VEVENT\r\nUID:lunch\r\n' +
      'DTSTAMP:20260101T000000Z\r\nDTSTART:20260311T120000Z\r\nDTEND:20260311T130000Z\r\n' +
      `${lines}END:VEVENT\r\nEND:VCALENDAR\r\n`,
  );
  const [{ key }] = core.day('2026-03-11');
  return core.event(key);
}

test('an answer that could not be delivered says why and to whom', () => {
  const core = newCore({ zone: 'Europe/Berlin' });
  core.putCalendar({ id: 'personal', name: 'Personal', color: 'blue', level: 'own' });
  const seen = (organizer) => {
    const guest = 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:me@example.org\r\n';
    return lunchWith(core, organizer + guest).undeliveredAnswer;
  };
  assert.equal(seen(''), null);
  assert.equal(seen('ORGANIZER:mailto:ben@example.org\r\n'), null);
  assert.equal(seen('ORGANIZER;SCHEDULE-STATUS=2.0:mailto:ben@example.org\r\n'), null);
  assert.deepEqual(seen('ORGANIZER;CN=Ben;SCHEDULE-STATUS=5.1:MAILTO:ben@example.org\r\n'), {
    to: 'Ben',
    email: 'ben@example.org',
    reason: 'not-now',
  });
  assert.deepEqual(seen('ORGANIZER;SCHEDULE-STATUS=3.7:mailto:ben@example.org\r\n'), {
    to: 'ben@example.org',
    email: 'ben@example.org',
    reason: 'unknown-address',
  });
  assert.deepEqual(seen(`ORGANIZER;SCHEDULE-STATUS=5.3:urn:uuid:${me}\r\n`), {
    to: '',
    email: '',
    reason: 'not-taken',
  });
});

test('an event says who invites, by the address to which the answer goes', () => {
  const core = newCore({ zone: 'Europe/Berlin' });
  core.putCalendar({ id: 'personal', name: 'Personal', color: 'blue', level: 'own' });
  const seen = (line) => lunchWith(core, line ? `${line}\r\n` : '').organizer;
  for (const [line, organizer] of [
    ['', null],
    ['ORGANIZER:mailto:ben@example.org', { name: '', address: 'ben@example.org' }],
    ['ORGANIZER;CN=Ben:MAILTO:ben@example.org', { name: 'Ben', address: 'ben@example.org' }],
    ['ORGANIZER;CN=Ben;EMAIL=ben@example.org:urn:uuid:1', { name: 'Ben', address: 'urn:uuid:1' }],
  ]) {
    assert.deepEqual(seen(line), organizer);
  }
});

test('guests are written as invited, and read with their role by whoever invites', () => {
  const core = newCore({ zone: 'Europe/Berlin' });
  core.putCalendar({ id: 'personal', name: 'Personal', color: 'blue', level: 'own' });
  const lunch = lunchWith(core, 'SUMMARY:Lunch\r\n');
  const invite = (/** @type {string} */ guests) => core.change(lunch.key, 'all', 'new', { guests });
  assert.equal(lunch.decidesGuests, false);
  core.setHost('me@example.org', 'Me');
  assert.equal(core.event(lunch.key).decidesGuests, true);
  invite('required\tBen Okafor\tmailto:ben@example.org\noptional\t\turn:uuid:ana');
  const { organizer, attendees } = core.event(lunch.key);
  assert.deepEqual(organizer, { name: 'Me', address: 'me@example.org' });
  assert.deepEqual(
    attendees.map(({ address, name, optional, answer, isViewer }) => [
      ...[address, name, optional, answer, isViewer],
    ]),
    [
      ['mailto:me@example.org', 'Me', false, 'yes', true],
      ['mailto:ben@example.org', 'Ben Okafor', false, null, false],
      ['urn:uuid:ana', '', true, null, false],
    ],
  );
  assert.throws(() => invite('required\tBen\tben'), { code: 'guest', message: 'ben' });
  invite('');
  assert.equal(core.event(lunch.key).organizer, null);
});

test('an invitation that could not be delivered says why at the guest', () => {
  const core = newCore({ zone: 'Europe/Berlin' });
  core.putCalendar({ id: 'personal', name: 'Personal', color: 'blue', level: 'own' });
  const statuses = ['1.2', '2.0', '3.7', '3.8', '3.14', '5.1', '5.2', '5.3', '4.0', '"1.2,5.1"'];
  const guests = statuses.map(
    (status, index) => `ATTENDEE;SCHEDULE-STATUS=${status}:mailto:guest${index}@example.org\r\n`,
  );
  const lunch = lunchWith(
    core,
    'SUMMARY:Lunch\r\nORGANIZER:mailto:me@example.org\r\n' +
      `ATTENDEE:mailto:not-sent@example.org\r\n${guests.join('')}`,
  );
  assert.deepEqual(
    lunch.attendees.map(({ undelivered }) => undelivered),
    [
      ...[
        null,
        null,
        null,
        'unknown-address',
        'not-taken',
        'no-way',
        'not-now',
        'no-way',
        'not-taken',
      ],
      ...['other', 'not-now'],
    ],
  );
});
