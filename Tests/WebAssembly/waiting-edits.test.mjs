// Edits that wait, are refused or got no answer, between the compiled core, a device and a server's answers. What the core
// decides about them is proven in Tests/ClientTests; this is about how the page carries it out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteAnyway } from '../../Web/app/late-refusals.js';
import { EditLog } from '../../Web/state/edit-log.js';
import { EditQueue } from '../../Web/state/edit-queue.js';
import { UnsavedDrafts } from '../../Web/state/unsaved-drafts.js';
import { newCore, put } from './support.mjs';

const day = '2026-03-12';
const lunch = {
  calendar: 'personal',
  title: 'Lunch',
  allDay: '0',
  start: `${day}T12:00:00`,
  end: `${day}T13:00:00`,
  status: 'confirmed',
};

/** Lets the queue do what it can without waiting. */
const settled = async () => {
  for (let n = 0; n < 6; n += 1) await new Promise((done) => setImmediate(done));
};

/** What the server answers to an edit that it makes. */
const made = ({ changes }) =>
  Response.json({ changes: changes.map((_, n) => ({ etag: `"${n + 1}"`, token: String(n + 1) })) });
const problem = (status, code) => () =>
  Response.json({ type: `/problems/${code}`, detail: 'Why.' }, { status });

/** A page over a new core, with a server that answers each edit with `answer` and has no event. */
function pageOf(context, answer = made) {
  context.mock.timers.enable({
    apis: ['setTimeout', 'Date'],
    now: Date.parse('2026-03-11T09:00:00Z'),
  });
  const page = {
    answer,
    sent: [],
    told: [],
    agenda: {
      people: { me: 'anna' },
      engine: newCore(),
      outage: '',
      changed: () => {},
      arrived: () => {},
      noteGroupRecord: () => {},
    },
    shown: () => page.agenda.engine.day(day).map(({ title }) => title),
    key: () => page.agenda.engine.day(day)[0].key,
    pass: async (milliseconds = 0) => {
      await settled();
      context.mock.timers.tick(milliseconds);
      await settled();
    },
  };
  context.mock.method(globalThis, 'fetch', async (_, { method = 'GET', body } = {}) => {
    if (method === 'GET') return problem(404, 'not-found')();
    page.sent.push(JSON.parse(body));
    return page.answer(JSON.parse(body), page.sent.length);
  });
  page.drafts = new UnsavedDrafts(device(), 'anna');
  page.edits = new EditQueue(page.agenda, page.drafts);
  page.edits.showAgain('0');
  for (const name of ['edit', 'refused', 'gave-way'])
    page.edits.addEventListener(name, ({ detail }) => page.told.push([name, detail]));
  page.edits.addEventListener('waiting', ({ detail: { sent } }) => {
    if (sent > 0) page.told.push(['sent', sent]);
  });
  context.after(() => page.edits.stop());
  return page;
}

/** A device's storage for drafts. */
function device() {
  const texts = new Map();
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => texts.set(name, text),
    removeItem: (name) => texts.delete(name),
  };
}

/** A device that keeps edits, and has some of an earlier page. */
function logOf({ edits = [], conflicts = [], refusals = [], isFull = false } = {}) {
  const kept = new Map();
  const refused = [];
  return {
    kept,
    refused,
    begin: () => {},
    keep: async (edit, drafts) => {
      if (!isFull) kept.set(`${edit.client} ${edit.place}`, structuredClone({ edit, drafts }));
      return !isFull;
    },
    forget: async ({ client, place }) => kept.delete(`${client} ${place}`),
    keepConflict: async () => true,
    forgetConflict: async () => {},
    forgetAll: async () => kept.clear(),
    keepRefusal: ({ client, place, title, changes }, { code, detail }) => {
      refused.push({ client, place, title, code, detail, kind: 'deletion', events: changes });
      return refused.at(-1);
    },
    forgetRefusal: async () => refused.splice(0),
    takeOver: async () => ({
      edits: edits.splice(0),
      conflicts: conflicts.splice(0),
      refusals: refusals.splice(0),
    }),
    handOver: EditLog.prototype.handOver,
  };
}

const names = (told) => told.map(([name]) => name);
const draft = (id, title = 'Typed') => ({ id, key: '', before: lunch, typed: { ...lunch, title } });

test('the device keeps an edit until the server has made it, and nothing is lost by leaving the page', async (context) => {
  const page = pageOf(context);
  const log = logOf();
  await page.edits.keepIn(log);
  page.agenda.outage = 'offline';
  page.edits.create(lunch);
  assert.equal(page.edits.pending, true);
  await page.pass();
  assert.deepEqual([page.edits.pending, page.edits.waiting], [false, { n: 1, isKept: true }]);
  assert.deepEqual([log.kept.size, page.sent], [1, []]);
  page.agenda.outage = '';
  page.edits.resume();
  await page.pass();
  assert.deepEqual([page.sent.length, log.kept.size, page.edits.waiting.n], [1, 0, 0]);
  assert.deepEqual(names(page.told), ['edit', 'sent']);
});

test('what the device can’t keep is sent as well, and waits only as long as the page is open', async (context) => {
  const page = pageOf(context, problem(503, 'storage'));
  await page.edits.keepIn(logOf({ isFull: true }));
  page.edits.create(lunch);
  await page.pass();
  assert.equal(page.sent.length, 1);
  assert.deepEqual([page.edits.pending, page.edits.waiting], [true, { n: 1, isKept: false }]);
});

test('an edit that was made before the device’s script was there is kept once it is', async (context) => {
  const page = pageOf(context, problem(503, 'storage'));
  page.edits.create(lunch);
  await page.pass();
  const log = logOf();
  await page.edits.keepIn(log);
  await page.pass();
  assert.equal(log.kept.size, 1);
});

test('what an earlier page left is shown, and sent under its own number', async (context) => {
  const earlier = pageOf(context, problem(503, 'storage'));
  const log = logOf();
  await earlier.edits.keepIn(log);
  earlier.edits.create(lunch, draft('form'));
  await earlier.pass(500);
  const [left] = [...log.kept.values()];
  context.mock.restoreAll();
  context.mock.timers.reset();
  const page = pageOf(context);
  const next = logOf({ edits: [left] });
  await page.edits.keepIn(next);
  assert.deepEqual(page.shown(), ['Lunch']);
  await page.pass();
  assert.deepEqual(page.sent, [earlier.sent[0]]);
  assert.equal(page.edits.waiting.n, 0);
});

test('a core that is loaded anew shows what waits, and sends it once', async (context) => {
  const page = pageOf(context);
  await page.edits.keepIn(logOf());
  page.agenda.outage = 'offline';
  page.edits.create(lunch);
  await page.pass();
  page.agenda.engine = newCore();
  page.edits.showAgain('5');
  assert.deepEqual(page.shown(), ['Lunch']);
  await page.pass();
  page.agenda.outage = '';
  page.edits.resume();
  await page.pass();
  assert.equal(page.sent.length, 1);
  page.edits.create({ ...lunch, title: 'Tea' });
  await page.pass();
  // It hadn't been sent before, so the new core numbers it as its own.
  assert.deepEqual(
    page.sent.map(({ client }) => client === page.edits.client),
    [true, true],
  );
});

test('an answer to a core that was replaced meanwhile is asked for again, under the same number', async (context) => {
  const page = pageOf(context);
  await page.edits.keepIn(logOf());
  let answer;
  page.answer = (body) =>
    new Promise((done) => {
      answer = () => done(made(body));
    });
  page.edits.create(lunch);
  await page.pass();
  page.agenda.engine = newCore();
  page.answer = made;
  page.edits.showAgain('5');
  answer();
  await page.pass();
  assert.deepEqual(page.sent[0], page.sent[1]);
  assert.deepEqual([page.edits.waiting.n, page.edits.pending], [0, false]);
});

for (const [what, answer, isAgain] of [
  ['another program’s page', () => new Response('404 page not found', { status: 404 }), true],
  ['a firewall', () => new Response('<h1>No</h1>', { status: 403 }), true],
  ['something that says yes to everything', () => new Response('<h1>Hello</h1>'), true],
  ['an empty object', () => Response.json({}), true],
  ['nothing', () => Promise.reject(new TypeError('network')), true],
  ['a locked database', problem(503, 'storage'), true],
  ['a fault of the server', problem(500, 'unexpected'), true],
  ['a refusal', problem(422, 'not-valid'), false],
])
  test(`an edit that is answered by ${what} ${isAgain ? 'waits' : 'is over'}`, async (context) => {
    const page = pageOf(context, answer);
    page.edits.create(lunch);
    await page.pass(500);
    assert.deepEqual([page.edits.waiting.n, page.shown().length], Array(2).fill(Number(isAgain)));
    assert.ok(page.sent.length <= 2, `${page.sent.length} requests`);
    const count = page.sent.length;
    await page.pass(4000);
    assert.equal(page.sent.length > count, isAgain);
  });

test('an edit whose answer is lost is sent again with its number, and not taken back', async (context) => {
  const page = pageOf(context, (body, count) =>
    count === 1 ? Promise.reject(new TypeError('network')) : made(body),
  );
  page.edits.create(lunch);
  await page.pass(500);
  assert.equal(page.sent.length, 2);
  assert.deepEqual(page.sent[0], page.sent[1]);
  assert.deepEqual([page.edits.pending, names(page.told)], [false, ['edit']]);
});

test('an edit that gets no answer for three seconds is shown as waiting', async (context) => {
  let answer;
  const page = pageOf(
    context,
    (body) =>
      new Promise((done) => {
        answer = () => done(made(body));
      }),
  );
  page.edits.create(lunch);
  await page.pass();
  await page.pass(3000);
  assert.equal(page.edits.waiting.n, 1);
  answer();
  await page.pass();
  assert.deepEqual([page.edits.waiting.n, page.edits.pending], [0, false]);
});

test('an edit of two events is one request, and the next one has the next number', async (context) => {
  const page = pageOf(context);
  put(page.agenda.engine, 'walk', [
    `DTSTART:20260312T080000Z`,
    'DTEND:20260312T090000Z',
    'RRULE:FREQ=DAILY',
    'SUMMARY:Walk',
  ]);
  const { key } = page.agenda.engine.day('2026-03-14')[0];
  page.edits.change(key, 'following', { title: 'Run' });
  await page.pass();
  page.edits.create(lunch);
  await page.pass();
  const [first, second] = page.sent;
  assert.match(first.client, /^[0-9a-f]{32}$/);
  assert.deepEqual(
    first.changes.map(({ ifMatch, ical }) => [ifMatch, /SUMMARY:(.*)\r/.exec(ical)?.[1]]),
    [
      [undefined, 'Run'],
      ['"1"', 'Walk'],
    ],
  );
  assert.deepEqual(
    [second.account, second.client, second.number],
    ['anna', first.client, first.number + 1],
  );
});

/** What refuses an event, and what the kept draft says of it: nothing, if that's over after a reload. */
const causes = [
  ['the server', problem(422, 'not-valid'), 'notValid'],
  ['a full storage', problem(507, 'storage-full'), 'storageFull'],
  ['a calendar that is read-only by now', problem(403, 'not-allowed'), 'notAllowed'],
  ['the end of the session', problem(401, 'not-signed-in'), ''],
];
for (const [what, answer, said] of causes)
  test(`what was typed is kept if ${what} refuses the event`, async (context) => {
    const page = pageOf(context, answer);
    page.edits.create(lunch, draft('one'));
    await page.pass();
    assert.deepEqual(
      page.drafts.list.map(({ id, typed, text }) => [id, typed.title, text]),
      [['one', 'Typed', said]],
    );
    assert.deepEqual(page.shown(), []);
  });

test('with a device that keeps it, an edit waits until somebody has signed in', async (context) => {
  const page = pageOf(context, problem(401, 'not-signed-in'));
  await page.edits.keepIn(logOf());
  page.edits.create(lunch, draft('one'));
  await page.pass();
  assert.deepEqual([page.drafts.list, page.edits.waiting.n], [[], 1]);
});

test('what the core refuses is kept as it was typed', async (context) => {
  const page = pageOf(context);
  page.edits.create({ ...lunch, calendar: 'unknown' }, draft('one'));
  assert.deepEqual(
    page.drafts.list.map(({ id }) => id),
    ['one'],
  );
  assert.deepEqual(names(page.told), ['refused']);
});

test('a draft that was refused before is removed when it is saved', async (context) => {
  const page = pageOf(context, problem(422, 'not-valid'));
  page.edits.create(lunch, draft('one'));
  await page.pass();
  assert.equal(page.drafts.list.length, 1);
  page.answer = made;
  page.edits.create(lunch, draft('one'));
  await page.pass();
  assert.deepEqual(page.drafts.list, []);
});

test('of several refused edits of an event, only the draft that was typed last is offered, once', async (context) => {
  const page = pageOf(context, problem(422, 'not-valid'));
  page.edits.create(lunch, draft('first', 'Lunch'));
  page.edits.change(page.key(), 'all', { title: 'Late' }, draft('second', 'Late'));
  page.edits.change(page.key(), 'all', { location: 'Here' });
  await page.pass();
  const refused = page.told.filter(([name]) => name === 'refused');
  assert.deepEqual(
    refused.map(([, { unsaved }]) => unsaved?.id),
    ['second'],
  );
  assert.deepEqual(
    page.drafts.list.map(({ id }) => id),
    ['second'],
  );
});

test('of several refused edits of one series, the draft of each occurrence is offered', async (context) => {
  const page = pageOf(context, problem(422, 'not-valid'));
  put(page.agenda.engine, 'walk', [
    'DTSTART:20260312T080000Z',
    'DTEND:20260312T090000Z',
    'RRULE:FREQ=DAILY',
    'SUMMARY:Walk',
  ]);
  for (const date of ['2026-03-14', '2026-03-13']) {
    const { key } = page.agenda.engine.day(date)[0];
    page.edits.change(key, 'this', { title: date }, { ...draft(date, date), key });
  }
  await page.pass();
  assert.deepEqual(
    page.drafts.list.map(({ id }) => id),
    ['2026-03-14', '2026-03-13'],
  );
});

/** Ways in which an edit comes back after it was undone. */
const returns = {
  'nothing was undone': async () => {},
  'it was undone and redone': async (page) => {
    page.edits.undo();
    await page.pass();
    page.edits.redo();
  },
  'it was taken back from what waits and put back': async (page) => {
    let edit;
    page.edits.addEventListener('took-back', ({ detail }) => {
      edit = detail;
    });
    page.edits.takeBack(page.agenda.engine.listWaiting(1)[0]);
    await page.pass();
    page.edits.putBack(edit);
  },
  'it was put back onto another one of the event': async (page) => {
    let edit;
    page.edits.addEventListener('took-back', ({ detail }) => {
      edit = detail;
    });
    page.edits.takeBack(page.agenda.engine.listWaiting(1)[0]);
    page.edits.change(page.key(), 'all', { location: 'Here' });
    await page.pass();
    page.edits.putBack(edit);
  },
};
for (const [what, comeBack] of Object.entries(returns))
  test(`what was typed for an edit is offered if it’s refused after ${what}`, async (context) => {
    const page = pageOf(context, problem(422, 'not-valid'));
    const log = logOf();
    await page.edits.keepIn(log);
    put(page.agenda.engine, 'tea', [
      'DTSTART:20260312T080000Z',
      'DTEND:20260312T090000Z',
      'SUMMARY:Tea',
    ]);
    page.agenda.outage = 'offline';
    page.edits.change(page.key(), 'all', { title: 'Typed' }, draft('one'));
    await page.pass();
    await comeBack(page);
    await page.pass();
    assert.deepEqual(
      [...log.kept.values()].map(({ drafts }) => drafts[0].unsaved?.id),
      ['one'],
    );
    page.agenda.outage = '';
    page.edits.resume();
    await page.pass();
    assert.deepEqual(
      page.drafts.list.map(({ id }) => id),
      ['one'],
    );
  });

test('a refusal of what has waited is kept until it was seen, and a deletion can be made anyway', async (context) => {
  const page = pageOf(context, problem(422, 'not-valid'));
  const log = logOf();
  const now = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', 'BEGIN:VEVENT', 'UID:tea'];
  now.push('DTSTAMP:20260101T000000Z', 'DTSTART:20260312T080000Z', 'SUMMARY:Late tea');
  now.push('END:VEVENT', 'END:VCALENDAR', '');
  await page.edits.keepIn(log);
  put(page.agenda.engine, 'tea', ['DTSTART:20260312T080000Z', 'SUMMARY:Tea']);
  page.agenda.outage = 'offline';
  page.edits.delete(page.key(), 'all');
  await page.pass();
  page.agenda.outage = '';
  page.edits.resume();
  await page.pass();
  const { isLate, refusal } = page.told.at(-1)[1];
  assert.deepEqual([isLate, log.refused], [true, [refusal]]);
  page.answer = made;
  await deleteAnyway(page.edits, refusal, async () => ({
    etag: '"new"',
    ical: now.join('\r\n'),
  }));
  await page.pass();
  assert.deepEqual(page.sent.at(-1).changes[0].ifMatch, '"new"');
  assert.deepEqual([log.refused, log.kept.size, page.shown()], [[], 0, []]);
});

test('the next page says what was refused in an earlier one', async (context) => {
  const page = pageOf(context);
  const refusal = { client: 'b', place: 3, title: 'Tea', code: 'not-valid', detail: 'Why.' };
  await page.edits.keepIn(logOf({ refusals: [refusal] }));
  const [[name, { error, isLate, title }]] = page.told;
  assert.deepEqual(
    [name, error.code, error.detail, isLate, title],
    ['refused', 'not-valid', 'Why.', true, 'Tea'],
  );
});

test('a draft whose edit was undone isn’t offered if another edit of its event is refused', async (context) => {
  const page = pageOf(context, problem(422, 'not-valid'));
  page.agenda.outage = 'offline';
  page.edits.create(lunch, draft('first', 'Lunch'));
  page.edits.change(page.key(), 'all', { title: 'Late' }, draft('second', 'Late'));
  page.edits.undo();
  await page.pass();
  page.agenda.outage = '';
  page.edits.resume();
  await page.pass();
  assert.deepEqual(
    page.drafts.list.map(({ id }) => id),
    ['first'],
  );
});

test('an edit that was taken back leaves the history, and can be had again', async (context) => {
  const page = pageOf(context);
  await page.edits.keepIn(logOf());
  page.agenda.outage = 'offline';
  page.edits.create(lunch);
  await page.pass();
  let edit;
  page.edits.addEventListener('took-back', ({ detail }) => {
    edit = detail;
  });
  page.edits.takeBack(page.agenda.engine.listWaiting(1)[0]);
  assert.deepEqual([page.shown(), page.edits.waiting.n], [[], 0]);
  page.edits.undo();
  assert.equal(page.told.at(-1)[1].error.code, 'nothing-to-undo');
  page.edits.putBack(edit);
  await page.pass();
  assert.deepEqual([page.shown(), page.edits.waiting.n], [['Lunch'], 1]);
});

for (const [status, code] of [
  [422, 'not-valid'],
  [403, 'not-allowed'],
]) {
  test(`a quiet edit that the server answers with ${code} is taken back, and nobody is told`, async (context) => {
    const page = pageOf(context, problem(status, code));
    const { engine } = page.agenda;
    put(engine, 'tea', [
      'DTSTART:20260312T080000Z',
      'DTEND:20260312T090000Z',
      'SUMMARY:Tea',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-PT5M',
      'DESCRIPTION:Tea',
      'END:VALARM',
    ]);
    engine.acknowledge(page.key(), Date.parse('2026-03-12T07:55:00Z') / 1000);
    page.edits.sendQuietly();
    assert.equal(page.edits.pending, false, 'the page can be left without a question');
    await page.pass();
    assert.deepEqual([page.sent.length, page.told], [1, []]);
  });
}
