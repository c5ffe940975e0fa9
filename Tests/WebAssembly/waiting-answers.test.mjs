// Answers that wait, are refused or are overtaken, between the compiled core, a device and a server's replies. What the
// core decides about them is proven in Tests/ClientTests; this is about how the page carries it out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTTPError } from '../../Web/api/http.js';
import { answersIn } from '../../Web/state/answers.js';
import { EditQueue } from '../../Web/state/edit-queue.js';
import { newCore } from './support.mjs';

const me = '7a000000-0000-4000-8000-000000000001';
const ben = '7a000000-0000-4000-8000-000000000002';
const place = { calendar: 'band', href: 'gig.ics' };
const answersPath = '/api/v1/groups/g/proposals/p/answers';

/** A candidate, or the event that it became. @param {string} bens @param {boolean} isEvent */
const textOf = (bens = 'NEEDS-ACTION', isEvent = false) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Meantime//Tests//EN',
    'BEGIN:VEVENT',
    'UID:gig',
    'DTSTAMP:20260101T000000Z',
    'DTSTART:20260312T190000Z',
    'DTEND:20260312T200000Z',
    'RRULE:FREQ=WEEKLY;COUNT=2',
    'SUMMARY:Gig',
    `ORGANIZER:urn:uuid:${ben}`,
    `ATTENDEE;PARTSTAT=NEEDS-ACTION:urn:uuid:${me}`,
    `ATTENDEE;PARTSTAT=${bens}:urn:uuid:${ben}`,
    ...(isEvent ? [] : ['X-MEANTIME-PROPOSAL:p']),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const refusal = (status, code) => () =>
  Response.json({ type: `/problems/${code}`, detail: 'Why.' }, { status });
const saved = () => Response.json({ href: place.href, etag: '"2"', token: '20' });

/** A core in a group. @param {string} text Of the only event that it has. */
function newGroup(text) {
  const core = newCore();
  core.beginLoad(me);
  core.putCalendar({ id: 'band', name: 'Band', color: 'green', level: 'group', groups: ['g'] });
  core.putObject(place.calendar, place.href, '"1"', text);
  return core;
}

/** A device that keeps answers, and has some of an earlier page. @param {WaitingAnswer[]} left */
function logOf(left = []) {
  const kept = new Map();
  const name = ({ client, place: number }) => `${client} ${number}`;
  return {
    kept,
    begin: () => {},
    keepAnswer: async (answer) => kept.set(name(answer), answer) !== undefined,
    forgetAnswer: async (answer) => kept.delete(name(answer)),
    keepRefusal: ({ client, place }, { code }) => ({ client, place, code }),
    takeOver: async () => ({ edits: [], conflicts: [], answers: left.splice(0), refusals: [] }),
    handOver: () => {},
  };
}

/** A page in a group with a proposal, and a server that replies to each answer with `reply`. */
async function pageOf(context, { reply = saved, text = textOf(), log = logOf() } = {}) {
  const page = { reply, sent: [], told: [], log };
  page.agenda = {
    people: { me, ofCalendar: (id) => (id === 'band' ? { id: 'g' } : undefined) },
    engine: newGroup(text),
    outage: '',
    changed: () => {},
    arrived: () => {},
    noteGroupRecord: () => {},
  };
  context.mock.method(globalThis, 'fetch', async (path, { body }) => {
    page.sent.push([path, JSON.parse(body)]);
    return page.reply();
  });
  page.edits = new EditQueue(page.agenda);
  page.answers = answersIn(page);
  page.edits.showAgain('10');
  for (const name of ['refused', 'took-back', 'made'])
    page.edits.addEventListener(name, ({ detail }) => page.told.push([name, detail]));
  await page.edits.keepIn(log, () => Promise.reject());
  page.key = (date = '2026-03-12') => page.agenda.engine.day(date)[0].key;
  page.own = (date) => page.agenda.engine.event(page.key(date)).attendees[0].answer;
  page.bens = () => page.agenda.engine.event(page.key()).attendees[1].answer;
  page.give = (answer, more = {}) =>
    page.answers.give({ key: page.key(), scope: 'all', answer, ...more });
  page.settled = async () => {
    for (let n = 0; n < 9; n += 1) await new Promise((done) => setImmediate(done));
  };
  context.after(() => page.edits.stop());
  return page;
}

test('an answer shows at once, and is sent with the date it is for, and whose it is', async (context) => {
  const page = await pageOf(context);
  const { earlier, done } = page.give('yes', { scope: 'this' });
  assert.deepEqual([page.own(), page.own('2026-03-19'), earlier], ['yes', null, 'none']);
  assert.equal(page.edits.pending, true);
  assert.equal(await done, 'saved');
  assert.deepEqual(page.sent, [
    [answersPath, { href: 'gig.ics', account: me, answer: 'yes', occurrence: '20260312T190000Z' }],
  ]);
  await page.settled();
  assert.deepEqual([page.own(), page.edits.pending, page.log.kept.size], ['yes', false, 0]);
  const [[, made]] = page.told;
  assert.deepEqual([made.saved, made.changes.length], [[{ etag: '"2"', token: '20' }], 1]);
  assert.match(made.changes[0].ical, /PARTSTAT=ACCEPTED/);
  assert.equal(page.give('no', { comment: 'Away' }).earlier, 'none');
  await page.settled();
  assert.deepEqual(page.sent[1][1], {
    href: 'gig.ics',
    account: me,
    answer: 'no',
    comment: 'Away',
  });
});

test('an answer to an event is sent to the event, not to a proposal', async (context) => {
  const page = await pageOf(context, { text: textOf('NEEDS-ACTION', true) });
  await page.give('no').done;
  assert.deepEqual(page.sent, [
    ['/api/v1/calendars/band/events/gig.ics/answer', { account: me, answer: 'no' }],
  ]);
});

test('a refused answer is taken back, and those of others stay', async (context) => {
  const page = await pageOf(context, { reply: refusal(409, 'deadline-over') });
  const { done, saved: isSaved } = page.give('yes');
  const record = { type: 'event', ...place, etag: '"x"', ical: textOf('ACCEPTED') };
  assert.equal(page.edits.keepsBack(record, '15'), true);
  assert.deepEqual([page.own(), page.bens()], ['yes', 'yes']);
  const isIt = (error) => error instanceof HTTPError && error.code === 'deadline-over';
  await assert.rejects(done, isIt);
  await assert.rejects(isSaved, isIt);
  assert.deepEqual([page.own(), page.bens()], [null, 'yes']);
  // Whoever gave it says so.
  assert.deepEqual(page.told, []);
  assert.equal(page.edits.keepsBack(record, '16'), false);
});

for (const outage of ['offline', 'server-away'])
  test(`${outage}, the last answer waits on the device, and is sent when the server is back`, async (context) => {
    const page = await pageOf(context);
    page.agenda.outage = outage;
    assert.equal(await page.give('yes').done, 'waits');
    await page.settled();
    assert.equal(await page.give('no').done, 'waits');
    await page.settled();
    assert.deepEqual([page.own(), page.sent, page.edits.pending], ['no', [], false]);
    assert.deepEqual(page.edits.waiting, { n: 1, isKept: true });
    assert.deepEqual(
      [...page.log.kept.values()].map(({ answer, title }) => [answer, title]),
      [['no', 'Gig']],
    );
    const [{ kind, answer, isSent }] = page.agenda.engine.listWaiting(9);
    assert.deepEqual([kind, answer, isSent], ['answer', 'no', false]);
    page.agenda.outage = '';
    page.edits.resume();
    await page.settled();
    assert.deepEqual(
      page.sent.map(([, { answer: given }]) => given),
      ['no'],
    );
    assert.deepEqual([page.edits.waiting.n, page.log.kept.size, page.own()], [0, 0, 'no']);
  });

test('the next page shows and sends what one has left, and says why it was refused', async (context) => {
  const first = await pageOf(context);
  first.agenda.outage = 'offline';
  first.give('maybe', { comment: 'Late' });
  await first.settled();
  const left = [...first.log.kept.values()];
  const log = logOf(left);
  const page = await pageOf(context, { log, reply: refusal(409, 'decided') });
  assert.equal(page.own(), 'maybe');
  await page.settled();
  assert.deepEqual(
    page.sent.map(([, { answer, comment }]) => [answer, comment]),
    [['maybe', 'Late']],
  );
  assert.equal(page.own(), null);
  const [[name, { error, isLate, title, refusal: kept }]] = page.told;
  assert.deepEqual([name, error.code, isLate, title], ['refused', 'decided', true, 'Gig']);
  assert.equal(kept.code, 'decided', 'it’s kept until the user has seen it');
});

test('without a network an answer is undone, and taken back and put back from the list', async (context) => {
  const page = await pageOf(context);
  page.agenda.outage = 'offline';
  const { earlier, saved: isSaved } = page.give('yes');
  page.edits.noteUndoable(() => page.give(earlier).done, { done: isSaved, canWait: true });
  await page.settled();
  page.edits.undo();
  await page.settled();
  assert.deepEqual([page.own(), page.edits.waiting.n, page.log.kept.size], [null, 0, 0]);
  page.give('no');
  await page.settled();
  const [waiting] = page.agenda.engine.listWaiting(9);
  page.edits.takeBack(waiting);
  await page.settled();
  const [[name, taken]] = page.told;
  assert.deepEqual([name, taken.title, page.own()], ['took-back', 'Gig', null]);
  page.answers.putBack(taken);
  await page.settled();
  assert.deepEqual([page.own(), page.edits.waiting.n, page.log.kept.size], ['no', 1, 1]);
  assert.deepEqual(page.sent, []);
});

for (const [what, reply] of [
  ['a proxy’s page', () => new Response('<html>', { status: 404 })],
  ['a hotel’s page', () => Response.json({})],
  ['somebody else’s session', refusal(401, 'not-signed-in')],
])
  test(`an answer waits when ${what} replies`, async (context) => {
    const page = await pageOf(context, { reply });
    assert.equal(await page.give('yes').done, 'waits');
    assert.deepEqual([page.own(), page.edits.waiting.n], ['yes', 1]);
  });

test('a core that is loaded meanwhile gets the answers again', async (context) => {
  const page = await pageOf(context);
  page.agenda.outage = 'offline';
  const { saved: isSaved } = page.give('yes');
  await page.settled();
  page.agenda.engine = newGroup(textOf('DECLINED'));
  page.edits.showAgain('30');
  assert.deepEqual([page.own(), page.bens()], ['yes', 'no']);
  page.agenda.outage = '';
  page.edits.resume();
  await isSaved;
  assert.equal(page.sent.length, 1);
});
