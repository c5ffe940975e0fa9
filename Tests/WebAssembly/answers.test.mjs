// Checks the real answers of every operation against the types that the page relies on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, operations, unseenFields } from './answer-types.mjs';
import { module, newCore, zoneFile } from './support.mjs';

const [me, ana, ben] = ['01', '02', '03'].map((end) => `0f9b6d1e-0000-4000-8000-0000000000${end}`);

test('the operations are the exports of the module', () => {
  const exported = WebAssembly.Module.exports(module)
    .map(({ name }) => name)
    .filter((name) => !/^_|^meantime_(in|out)put$|^memory$/.test(name));
  assert.deepEqual(exported.sort(), operations);
});

/** A core that records what each operation answers. */
function newRecordingCore() {
  const core = newCore({ zone: 'Europe/Berlin' });
  /** @type {Map<string, unknown[]>} */
  const answersByOperation = new Map();
  const recording = Object.fromEntries(
    operations.map((name) => [
      name,
      (/** @type {any[]} */ ...values) => {
        const answer = core[name](...values);
        answersByOperation.set(name, [...(answersByOperation.get(name) ?? []), answer]);
        return answer;
      },
    ]),
  );
  return { core: /** @type {Engine} */ (recording), answersByOperation };
}

/** @param {Engine} core @param {string} calendar @param {string} uid @param {string[]} lines */
function add(core, calendar, uid, ...lines) {
  const event = ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'];
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR', ''];
  core.putObject(calendar, `${uid}.ics`, '"1"', text.join('\r\n'));
}

/** An organizer whom the viewer's answer didn't reach. */
const unheard = 'ORGANIZER;CN=Ben;SCHEDULE-STATUS=5.1:mailto:ben@example.org';

/**
 * Fills the viewer's own calendar, a group's and Ana's with events that use every field.
 *
 * @param {Engine} core
 */
function fill(core) {
  core.setNow(Date.parse('2026-03-29T10:00:00Z') / 1000);
  core.beginClient('a'.repeat(32));
  core.setZone('Europe/Berlin', []);
  core.beginLoad(me);
  core.setHost('me@example.org', 'Me');
  const calendar = { color: 'blue', groups: ['g'] };
  core.putCalendar({ ...calendar, id: 'personal', name: 'Mine', level: 'own' });
  core.putCalendar({ ...calendar, id: 'band', name: 'Band', level: 'group' });
  core.putCalendar({ ...calendar, id: 'anas', name: 'Ana', level: 'full', owner: ana });
  core.putCalendar({ ...calendar, id: 'bens', name: 'Ben', level: 'busy', owner: ben });
  core.putCalendar({ id: 'other', name: 'Other', color: 'red' });
  core.removeCalendar('other');
  const group = { defaultLevel: 'busy', shares: {}, members: [] };
  core.putGroup({
    ...group,
    id: 'g',
    name: 'Band',
    calendar: 'band',
    shares: { personal: 'full' },
    members: [
      { id: me, name: 'Me', color: 'red' },
      { id: ana, name: 'Ana', color: 'teal' },
    ],
  });
  core.putGroup({ ...group, id: 'left', name: 'Left', calendar: 'gone' });
  core.directory();
  core.removeGroup('left');
  core.endLoad();
  core.chooseCalendars('', core.hiddenSwitches(core.directory().switches));
  const asked = (/** @type {string} */ answer) => [
    `ORGANIZER;CN=Ana:urn:uuid:${ana}`,
    `ATTENDEE;CN=Ana;PARTSTAT=ACCEPTED:urn:uuid:${ana}`,
    `ATTENDEE;CN=Me;PARTSTAT=${answer}:urn:uuid:${me}`,
  ];
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT30M', 'END:VALARM'];
  add(
    core,
    'personal',
    'mine',
    'DTSTART;TZID=Asia/Tokyo:20260329T160000',
    'DTEND;TZID=Asia/Tokyo:20260329T170000',
    'RRULE:FREQ=WEEKLY;COUNT=9',
    'SUMMARY:Call',
    'CONFERENCE;VALUE=URI;FEATURE=VIDEO;LABEL=Meet:https://meet.google.com/abc',
    'LOCATION:Hall',
    'CATEGORIES:Work',
    ...alarm,
  );
  core.addZone('Asia/Tokyo', zoneFile('Asia/Tokyo'));
  add(core, 'bens', 'busy', 'DTSTART:20260329T080000Z', 'DTEND:20260329T090000Z');
  add(
    core,
    'personal',
    'daily',
    'DTSTART:20260301T060000Z',
    'RRULE:FREQ=DAILY;UNTIL=20261231T060000Z',
  );
  add(
    core,
    'personal',
    'trip',
    'DTSTART;VALUE=DATE:20260327',
    'DTEND;VALUE=DATE:20260403',
    'SUMMARY:Trip',
    'TRANSP:TRANSPARENT',
    unheard,
  );
  core.putObject('personal', 'asked.ics', '', askedText, true);
  add(core, 'anas', 'hers', 'DTSTART:20260329T080000Z', 'DTEND:20260329T090000Z', 'SUMMARY:Hers');
  const end = ['DTEND:20260329T083000Z', 'SUMMARY:Rehearsal'];
  const proposed = [
    ...end,
    'X-MEANTIME-PROPOSAL:p',
    'X-MEANTIME-DEADLINE:20260410T120000Z',
    ...asked('NEEDS-ACTION'),
  ];
  add(core, 'band', 'one', 'DTSTART:20260329T073000Z', 'RRULE:FREQ=WEEKLY;COUNT=3', ...proposed);
  add(core, 'band', 'two', 'DTSTART:20260329T070000Z', ...proposed);
  add(core, 'band', 'gig', 'DTSTART:20260329T073000Z', ...end, ...asked('DECLINED'));
}

const askedText = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:asked\r\nDTSTART:20260329T190000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const earlier = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260329T090000Z\r\nCONFERENCE;FEATURE=PHONE:tel:+49\r\n${unheard}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

/** Calls every operation that only reads. @param {Engine} core */
function readEverything(core) {
  const key = (/** @type {string} */ uid) =>
    core.day('2026-03-29').find((event) => event.uid === uid)?.key ?? '';
  core.missingZones();
  core.unknownZones(['Mars/Base']);
  core.showWithoutZones(['Mars/Base'], true);
  core.showReady();
  core.zoneTime('2026-03-29T06:00:00', 'Asia/Tokyo', '');
  core.monthRows('2026-03-23', 2, 20, -1);
  core.agenda('later', '2026-03-29', { days: 3, occurrences: 99, always: [] });
  core.timeline('2026-03-29', 2);
  core.timeline('2026-10-25', 1);
  core.year(2026);
  core.hours(['2026-03-23', '2026-03-30'], 'category');
  core.search('call', '', '', true, 10);
  core.prepareSearch();
  const second = Date.parse('2026-03-29T00:00:00Z') / 1000;
  core.reminders(second, second + 86_400);
  core.dragStart({
    grip: 'move',
    snapMinutes: 15,
    yPx: 1,
    positionPx: 0,
    viewportHeightPx: 9,
    contentHeightPx: 99,
  });
  core.dragFrame(0, 1, 0.01, 15);
  for (const uid of ['mine', 'daily', 'trip', 'gig']) core.event(key(uid));
  core.version('personal', 'mine', earlier);
  const inTokyo = 'DTSTART;TZID=Asia/Tokyo:20260329T160000\r\nRRULE:FREQ=WEEKLY';
  core.version('personal', 'mine', earlier.replace('DTSTART:20260329T090000Z', inTokyo));
  core.quickAdd('Lunch tomorrow at 12 #team', 'day', 'en');
  core.templates('call', 5);
  core.ruleText({ kind: 'daily', interval: '1', start: '2026-03-29T09:00:00' });
  for (const rule of [
    'FREQ=WEEKLY;COUNT=3;WKST=SU',
    'FREQ=MONTHLY;BYDAY=1MO;UNTIL=20270101T000000Z',
    'FREQ=FORTNIGHTLY;COUNT=3',
  ])
    core.ruleTimes('2026-03-29T09:00:00', '', rule, 2);
  core.proposal(key('one'));
  core.proposal(key('two'));
  core.waitingCandidates();
  core.giveAnswer(key('one'), 'all', 'yes', 'Gladly');
  core.suggestion(key('one'), { start: '2026-03-30T09:00:00', end: '2026-03-30T10:00:00' });
  core.conflictsOf('2026-03-29', 7, key('one'));
  const [start, end] = ['2026-03-29T09:00:00', '2026-03-29T10:00:00'];
  core.conflictsAt('2026-03-29', 7, start, end, 'Europe/Berlin', '');
  const zone = 'Europe/Berlin';
  core.busyMembers(start, end, zone, '', [{ account: 'ana', zone, groups: ['band'] }]);
  const hours = Array.from({ length: 7 }, () => ['480', '1080']).flat();
  core.freeTime(
    { days: ['2026-04-10'], from: 480, to: 1080, minutes: 60, limit: 100 },
    [me, ana].map((account) => ({ account, zone, hours, groups: ['g'] })),
  );
  core.board('2026-03-29', 2, [me, ana]);
  core.inspect(new TextEncoder().encode('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:2026\r\n'));
  core.inspect(new TextEncoder().encode(earlier));
  core.inspect(
    new TextEncoder().encode(earlier.replace('BEGIN:VEVENT', 'METHOD:CANCEL\r\nBEGIN:VEVENT')),
  );
  core.calendarOf(['daily']);
}

/** Calls every operation that edits, and those that answer what an edit would do. @param {Engine} core */
function editEverything(core) {
  const { key } = core.day('2026-03-29').find(({ uid }) => uid === 'daily') ?? { key: '' };
  const moved = { start: '2026-03-29T18:00:00' };
  core.changeEffect(key, 'following', { ...moved, repeat: 'FREQ=WEEKLY' });
  core.deleteEffect(key, 'all');
  const alarmed = ['BEGIN:VALARM', 'TRIGGER:PT0S', 'END:VALARM'];
  add(core, 'personal', 'alarmed', 'DTSTART:20260329T070000Z', ...alarmed);
  for (const { key: due, first } of core.reminders(1_774_767_599, 1_774_767_600))
    core.acknowledge(due, first);
  core.changePreview('2026-03-29', 3, key, 'following', moved);
  core.create('new', {
    calendar: 'personal',
    title: 'New',
    start: '2026-03-29T12:00:00',
    end: '2026-03-29T13:00:00',
    zone: 'Europe/Berlin',
    guests: 'optional\tAna\tmailto:ana@example.org',
  });
  core.event(core.day('2026-03-29').find(({ uid }) => uid === 'new')?.key ?? '');
  core.earlierGuests();
  core.change(key, 'this', 'other', moved);
  const { calendar, href } = core.event(key);
  core.restore(calendar, href, earlier);
  for (const day of core.day('2026-03-29')) core.event(day.key);
  core.undo();
  core.redo();
  core.selectionEffect([key], { do: 'calendar', calendar: 'personal' });
  core.editSelection([key, 'no key'], 'many', { do: 'shift', days: '1', minutes: '0' });
  core.delete(key, 'all');
  core.removeObject('personal', 'trip.ics');
}

/**
 * Sends edits with every kind of answer.
 *
 * @param {Engine} core
 */
function sendEverything(core) {
  const calendar = 'personal';
  const href = 'sent.ics';
  /** Lets the device keep everything, and answers what is sent. @param {string[][]} answers */
  const work = (...answers) => {
    for (let { effects } = core.takeEffects(); effects.length > 0; { effects } = core.takeEffects())
      for (const effect of effects)
        if (effect.do === 'keep')
          core.noteKept(
            effect.client,
            effect.place,
            effect.sentClient,
            effect.sentNumber,
            effect.title !== 'Unkept',
          );
        else if (effect.do === 'send') {
          const saved = effect.changes.map(() => ({ etag: '"3"', token: '10' }));
          const [kind, code = ''] = answers.shift() ?? ['made'];
          core.noteAnswer(kind, code, true, kind === 'made' ? saved : []);
        } else if (effect.do === 'keepAnswer')
          core.noteKept(effect.client, effect.place, '', 0, true);
        else if (effect.do === 'sendAnswer') {
          const [kind, code = ''] = answers.shift() ?? ['made'];
          core.noteAnswer(kind, code, true, kind === 'made' ? [{ etag: '"4"', token: '11' }] : []);
        } else if (effect.do === 'read') {
          const { ical } =
            core.create(`read${effect.href}`, { ...lunch, title: 'Theirs' }).changes[0] ?? {};
          core.noteRead('found', calendar, effect.href, '"9"', ical ?? '', false);
        } else if (effect.do === 'keepConflict') core.useMine(effect.client, effect.place);
  };
  const lunch = {
    calendar,
    title: 'Sent',
    start: '2026-03-30T12:00:00',
    end: '2026-03-30T13:00:00',
  };
  const keyOf = () => core.day('2026-03-30').find(({ key }) => key.includes(href))?.key ?? '';
  core.noteLoaded('9');
  core.noteReached();
  work();
  core.create('undone', lunch);
  work();
  core.undo();
  work();
  core.create('sent', lunch);
  work();
  core.change(keyOf(), 'all', 'unused', { title: 'Mine' });
  work(['refused', 'changed-elsewhere']);
  core.change(keyOf(), 'all', 'unused', { title: 'Refused' });
  work(['refused', 'not-valid']);
  core.create('daily', { ...lunch, title: 'Daily', repeat: 'FREQ=DAILY;COUNT=3' });
  work();
  core.change(keyOf(), 'all', 'unused', { title: 'Late' });
  work(['refused', '']);
  const daily = core.day('2026-03-31').find(({ key }) => key.includes('daily'))?.key ?? '';
  core.change(daily, 'this', 'unused', { title: 'Weekly' });
  work();
  core.listWaiting(9);
  core.event(keyOf());
  core.wake(1);
  core.noteReached();
  work();
  core.delete(keyOf(), 'all');
  core.canUndo(1);
  core.nextStep(false);
  core.undo();
  const step = core.noteStep(true, true);
  core.nextStep(false);
  core.beginTurn(step);
  core.endTurn(step, 'done');
  core.nextStep(true);
  core.takeRecord('11', true, calendar, href, '"4"', 'BEGIN:VCALENDAR', false);
  core.takeRecord('12', false, calendar, 'unknown.ics', '', '', false);
  const client = 'b'.repeat(32);
  const left = { client, made: '5', title: 'Left', calendar };
  core.adoptEdit({
    ...left,
    place: 1,
    isQuiet: false,
    isUndoing: false,
    sentClient: '',
    sentNumber: 0,
    steps: [],
    changes: [{ calendar, href: 'left.ics', ical: askedText }],
  });
  core.takeBackEdit(client, 1);
  core.adoptConflict({
    ...left,
    place: 2,
    href: 'gone.ics',
    ours: '',
    theirs: '',
    fields: [{ name: 'SUMMARY', occurrence: '', ours: 'a', theirs: 'b' }],
  });
  core.useMine(client, 2);
  core.dismissConflict(client, 3);
  work();
  const asked = core.day('2026-03-29').find(({ uid }) => uid === 'one')?.key ?? '';
  core.giveAnswer(asked, 'all', 'no');
  work(['refused', 'deadline-over']);
  const maybe = core.giveAnswer(asked, 'all', 'maybe');
  work(['unsent']);
  core.listWaiting(9);
  core.takeBackEdit(maybe.client, maybe.place);
  const [group = '', candidate = ''] = asked.split('/');
  core.adoptAnswer({
    ...left,
    place: 4,
    calendar: group,
    href: candidate,
    occurrence: '',
    answer: 'yes',
    comment: 'Late',
    proposal: 'p',
    earlier: 'none',
    hasLeft: true,
  });
  core.noteReached();
  work();
}

test('every answer matches its declared type, and every declared field occurs in an answer', () => {
  const { core, answersByOperation } = newRecordingCore();
  fill(core);
  readEverything(core);
  editEverything(core);
  sendEverything(core);
  assert.deepEqual([...answersByOperation.keys()].sort(), operations);
  for (const [name, answers] of answersByOperation)
    assert.deepEqual(answers.flatMap((answer) => faultsOf(name, answer)).slice(0, 5), [], name);
  assert.deepEqual(unseenFields(answersByOperation), []);
});

test('an answer that doesn’t match its declared type is reported', () => {
  const day = { date: '2026-03-29', count: 0, more: 0, dots: [] };
  const row = { cut: false, cutSources: [], days: [day], chips: [] };
  assert.deepEqual(faultsOf('monthRows', [row]), []);
  for (const [wrong, fault] of [
    [{ ...row, week: 1 }, 'monthRows[0].week is not declared'],
    [{ cut: false, cutSources: [], days: [day] }, 'monthRows[0].chips is missing'],
    [{ ...row, days: [{ ...day, count: '1' }] }, 'monthRows[0].days[0].count is "1", not number'],
    [
      { ...row, days: [{ ...day, dots: [null] }] },
      'monthRows[0].days[0].dots[0] is null, not string',
    ],
  ])
    assert.deepEqual(faultsOf('monthRows', [wrong]), [fault]);
  assert.deepEqual(unseenFields(new Map([['waitingCandidates', []]])).slice(0, 2), [
    'WaitingCandidate.proposal',
    'ProposalTally.identity',
  ]);
});
