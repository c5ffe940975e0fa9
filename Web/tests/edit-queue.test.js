import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTTPError } from '../api/http.js';
import { EditQueue } from '../state/edit-queue.js';
import { refusals } from '../state/edit-refusals.js';

/** The edits of a page whose core has nothing to undo. */
function edits() {
  const engine = {
    undo: () => {
      throw new Error('nothing');
    },
  };
  return new EditQueue(
    { people: { me: 'anna' }, engine, outage: '', changed: () => {} },
    async () => refusals,
  );
}

/** A core whose edits put one event. */
const engine = {
  change: (href, _scope, _uid, { title }) => ({
    edit: 1,
    changes: [{ op: 'put', calendar: 'own', href, etag: '"0"', ical: title }],
  }),
  saved: () => {},
  noteUnsaved: () => {},
};

/** What the server answers to an edit of one event. */
const saved = (number) => Response.json({ changes: [{ etag: `"${number}"`, token: `${number}` }] });

/** Lets the queue do what it can without waiting. */
const settled = () =>
  new Promise((done) => {
    setImmediate(() => setImmediate(done));
  });

/** Answers requests by their number, and lists what was sent. */
function mock(context, answer) {
  const sent = [];
  context.mock.timers.enable({ apis: ['setTimeout'] });
  context.mock.method(globalThis, 'fetch', async (_, { method = 'GET', body } = {}) => {
    if (method === 'GET') return new Response('now', { headers: { ETag: '"9"' } });
    sent.push(JSON.parse(body));
    return answer(sent.length - 1);
  });
  return sent;
}

/** A device that keeps edits, and has some of an earlier page. */
function keeping(...earlier) {
  const kept = earlier.map(({ number }) => number);
  return {
    kept,
    keep: async ({ number }) => {
      if (!kept.includes(number)) kept.push(number);
      return true;
    },
    forget: async ({ number }) => {
      if (kept.includes(number)) kept.splice(kept.indexOf(number), 1);
    },
    takeOver: async () => earlier,
  };
}

for (const outage of ['offline', 'server-away']) {
  test(`${outage}, an edit is shown and waits; it is sent once the server is back`, async (context) => {
    const sent = mock(context, () => saved(1));
    const page = { people: { me: 'anna' }, engine, outage, changed: () => {}, apply: () => {} };
    const made = new EditQueue(page, async () => refusals);
    const told = [];
    for (const name of ['edit', 'refused', 'waiting'])
      made.addEventListener(name, ({ detail }) => told.push([name, detail.sent]));
    made.change('own', 'all', { title: 'Lunch' });
    await settled();
    assert.deepEqual(made.waiting, { n: 1, isKept: false });
    assert.deepEqual(told, [
      ['edit', undefined],
      ['waiting', 0],
    ]);
    assert.deepEqual(sent, []);
    page.outage = '';
    made.resume();
    await settled();
    assert.deepEqual([sent.length, made.waiting.n, made.pending], [1, 0, false]);
    assert.deepEqual(told.slice(2), [['waiting', 1]]);
  });
}

test('the device keeps an edit until the server has made it, and nothing is lost by leaving the page', async (context) => {
  const sent = mock(context, () => saved(1));
  const page = {
    people: { me: 'anna' },
    engine,
    outage: 'offline',
    changed: () => {},
    apply: () => {},
  };
  const made = new EditQueue(page, async () => refusals);
  const log = keeping();
  await made.keepIn(log);
  made.change('own', 'all', { title: 'Lunch' });
  assert.equal(made.pending, true);
  await settled();
  assert.deepEqual([made.pending, made.waiting], [false, { n: 1, isKept: true }]);
  assert.deepEqual(log.kept, [1]);
  page.outage = '';
  made.resume();
  await settled();
  assert.deepEqual([sent.length, log.kept], [1, []]);
});

test('what the device can’t keep waits only as long as the page is open', async (context) => {
  mock(context, () => saved(1));
  const made = new EditQueue(
    { people: { me: 'anna' }, engine, outage: 'offline', changed: () => {} },
    async () => refusals,
  );
  await made.keepIn({ ...keeping(), keep: async () => false });
  made.change('own', 'all', { title: 'Lunch' });
  await settled();
  assert.deepEqual([made.pending, made.waiting.isKept], [true, false]);
  made.stop();
});

/** What an earlier page has left of an event. */
const left = (number, etag, ical) => ({
  client: 'earlier',
  number,
  at: number,
  edit: { edit: 5, changes: [{ op: 'put', calendar: 'own', href: 'own', etag, ical }] },
  draft: {},
});

test('what an earlier page left is shown, and sent under its own numbers, each based on the one before', async (context) => {
  const sent = mock(context, (count) => saved(count + 1));
  const shown = [];
  const made = new EditQueue(
    {
      people: { me: 'anna' },
      engine,
      outage: '',
      changed: () => {},
      apply: ({ etag, ical }) => shown.push([etag, ical]),
    },
    async () => refusals,
  );
  await made.keepIn(keeping(left(3, '"0"', 'first'), left(4, '"0"', 'second')));
  await settled();
  assert.deepEqual(shown, [
    ['"0"', 'first'],
    ['"0"', 'second'],
  ]);
  assert.deepEqual(
    sent.map(({ client, number, changes: [change] }) => [client, number, change.ifMatch]),
    [
      ['earlier', 3, '"0"'],
      ['earlier', 4, '"1"'],
    ],
  );
});

test('an edit of this page doesn’t make an earlier page’s text the newer one', async (context) => {
  const sent = mock(context, (count) => saved(count + 1));
  const made = new EditQueue(
    { people: { me: 'anna' }, engine, outage: '', changed: () => {}, apply: () => {} },
    async () => refusals,
  );
  made.change('own', 'all', { title: 'Now' });
  await made.keepIn(keeping(left(1, '"0"', 'then')));
  await settled();
  assert.deepEqual(
    sent.map(({ changes: [change] }) => change.ifMatch),
    ['"0"', '"0"'],
  );
});

test('an earlier edit that the server had made and passed is no refusal', async (context) => {
  const passed = () => Response.json({ type: '/problems/edit-passed' }, { status: 409 });
  mock(context, passed);
  const made = new EditQueue(
    { people: { me: 'anna' }, engine, outage: '', changed: () => {}, apply: () => {} },
    async () => refusals,
  );
  made.addEventListener('refused', () => assert.fail('refused'));
  const log = keeping(left(1, '"0"', 'then'));
  await made.keepIn(log);
  await settled();
  assert.deepEqual([log.kept, made.pending], [[], false]);
});

test('a refusal that can’t be dealt with yet waits, and the edit is sent again', async (context) => {
  const sent = mock(context, () => Response.json({ type: '/problems/not-valid' }, { status: 422 }));
  const page = {
    people: { me: 'anna' },
    engine: { ...engine, revert: () => [] },
    outage: '',
    changed: () => {},
  };
  const parts = [() => Promise.reject(new TypeError('no network')), async () => refusals];
  const made = new EditQueue({ ...page, apply: () => {} }, () => parts.shift()());
  const refused = [];
  made.addEventListener('refused', ({ detail }) => refused.push(detail.error.code));
  made.change('own', 'all', { title: 'Lunch' });
  await settled();
  assert.deepEqual([made.waiting.n, refused], [1, []]);
  made.resume();
  await settled();
  assert.deepEqual([made.waiting.n, refused, sent.length], [0, ['not-valid'], 2]);
});

test('an edit that gets no answer for three seconds is shown as waiting', async (context) => {
  const answers = [];
  context.mock.timers.enable({ apis: ['setTimeout'] });
  context.mock.method(globalThis, 'fetch', () => new Promise((answer) => answers.push(answer)));
  const page = { people: { me: 'anna' }, engine, outage: '', changed: () => {}, apply: () => {} };
  const made = new EditQueue(page, async () => refusals);
  made.change('own', 'all', { title: 'Lunch' });
  await settled();
  context.mock.timers.tick(2999);
  assert.equal(made.waiting.n, 0);
  context.mock.timers.tick(1);
  assert.equal(made.waiting.n, 1);
  answers[0](saved(1));
  await settled();
  assert.deepEqual([made.waiting.n, made.pending], [0, false]);
});

for (const [what, answer, isAgain] of [
  ['another program’s page', () => new Response('404 page not found', { status: 404 }), true],
  ['a firewall', () => new Response('<h1>No</h1>', { status: 403 }), true],
  ['something that says yes to everything', () => new Response('<h1>Hello</h1>'), true],
  ['an empty object', () => Response.json({}), true],
  [
    'a fault of the server',
    () => Response.json({ type: '/problems/unexpected' }, { status: 500 }),
    true,
  ],
  ['a refusal', () => Response.json({ type: '/problems/not-valid' }, { status: 422 }), false],
])
  test(`an edit that is answered by ${what} ${isAgain ? 'waits' : 'is over'}`, async (context) => {
    const sent = mock(context, answer);
    const page = { people: { me: 'anna' }, outage: '', changed: () => {}, apply: () => {} };
    const made = new EditQueue(
      { ...page, engine: { ...engine, revert: () => [] } },
      async () => refusals,
    );
    made.change('own', 'all', { title: 'Lunch' });
    await settled();
    context.mock.timers.tick(500);
    await settled();
    assert.equal(made.waiting.n, Number(isAgain));
    assert.ok(sent.length <= 2, `${sent.length} requests`);
    made.stop();
  });

test('an edit with which the server fails again and again is refused in the end', async (context) => {
  const sent = mock(context, () =>
    Response.json({ type: '/problems/unexpected' }, { status: 500 }),
  );
  const page = { people: { me: 'anna' }, outage: '', changed: () => {}, apply: () => {} };
  const made = new EditQueue(
    { ...page, engine: { ...engine, revert: () => [] } },
    async () => refusals,
  );
  const refused = [];
  made.addEventListener('refused', ({ detail }) => refused.push(detail.error.code));
  made.change('own', 'all', { title: 'Lunch' });
  for (let n = 0; n < 10; n += 1) {
    await settled();
    made.resume();
  }
  await settled();
  assert.deepEqual([sent.length, refused, made.waiting.n], [5, ['unexpected'], 0]);
});

test('edits that wait are shown in a core that was loaded since', async (context) => {
  mock(context, () => saved(1));
  const shown = [];
  const page = {
    people: { me: 'anna' },
    engine,
    outage: 'offline',
    changed: () => {},
    apply: ({ ical }) => shown.push(ical),
  };
  const made = new EditQueue(page, async () => refusals);
  made.change('own', 'all', { title: 'Lunch' });
  made.showAgain();
  assert.deepEqual(shown, []);
  page.engine = { ...engine };
  await made.showAgain();
  await made.showAgain();
  assert.deepEqual(shown, ['Lunch']);
  made.stop();
});

test('changes made outside the core are undone in reverse order, each once', () => {
  const made = edits();
  const undone = [];
  made.noteUndoable(() => undone.push('first'));
  const undoSecond = made.noteUndoable(() => undone.push('second'));
  undoSecond();
  undoSecond();
  made.undo();
  made.undo();
  assert.deepEqual(undone, ['second', 'first']);
});

for (const [code, isTriedAgain] of [
  ['proposal-decided', false],
  ['not-found', false],
  ['not-allowed', false],
  ['offline', true],
  ['server-away', true],
  ['storage', true],
  ['not-signed-in', true],
]) {
  test(`an undo that the server refuses with ${code} ${isTriedAgain ? 'can be tried again' : 'lets earlier ones go on'}`, async () => {
    const made = edits();
    const undone = [];
    made.noteUndoable(() => undone.push('first'));
    made.noteUndoable(async () => {
      undone.push('refused');
      throw new HTTPError(code);
    });
    for (let n = 0; n < 2; n += 1) {
      made.undo();
      await new Promise((done) => setTimeout(done));
    }
    assert.deepEqual(undone, ['refused', isTriedAgain ? 'refused' : 'first']);
  });
}

for (const [count, expected] of [
  [100, 100],
  [101, 100],
]) {
  test(`of ${count} changes made outside the core, ${expected} can be undone`, () => {
    const made = edits();
    const undone = [];
    for (let n = 1; n <= count; n += 1) made.noteUndoable(() => undone.push(n));
    for (let n = 1; n <= count; n += 1) made.undo();
    assert.equal(undone.length, expected);
    assert.equal(undone[0], count);
  });
}

/** A page whose core turns one event into each text in turn, and a server that saves at once. */
function savingPage(context, lastToken = 0n) {
  let token = lastToken;
  context.mock.method(globalThis, 'fetch', async (_, { body }) => {
    const changes = JSON.parse(body).changes.map(({ ical }) => {
      token += 1n;
      return { etag: ical ? `"${ical}"` : '', token: String(token) };
    });
    return Response.json({ changes });
  });
  const place = { calendar: 'own', href: 'a.ics' };
  const applied = [];
  const engine = {
    restore: (_calendar, _href, ical) => ({
      changes: [{ op: ical ? 'put' : 'delete', ...place, etag: '', ical }],
    }),
    saved: () => {},
  };
  const made = new EditQueue(
    {
      people: { me: 'anna' },
      engine,
      outage: '',
      changed: () => {},
      apply: (record) => applied.push(record.etag),
    },
    async () => refusals,
  );
  return {
    applied,
    save: async (texts) => {
      for (const text of texts) made.restore(place, text);
      await new Promise((done) => made.addEventListener('saving', done, { once: true }));
    },
    hear: (text, token) => {
      const record = text
        ? { type: 'event', ...place, etag: `"${text}"`, ical: text }
        : { type: 'event-removed', ...place };
      if (!made.keepsBack(record, String(token))) applied.push(record.etag);
    },
    dropHeld: () => made.dropHeld(),
    hearRecord: (record, token) => made.keepsBack(record, String(token)),
  };
}

test('the echoes of own saves are ignored, though two have the same text', async (context) => {
  const { applied, save, hear } = savingPage(context);
  await save(['first', 'second', '', 'first', '']);
  for (const [token, text] of [
    [1, 'first'],
    [2, 'second'],
    [3, ''],
    [4, 'first'],
    [5, ''],
  ])
    hear(text, token);
  assert.deepEqual(applied, []);
  hear('first', 6);
  assert.deepEqual(applied, ['"first"'], 'somebody else took the first text back');
});

test('what somebody else makes of an event is shown, though it had been so before', async (context) => {
  const { applied, save, hear } = savingPage(context);
  await save(['first', 'second', '', 'first']);
  hear('first', 4);
  hear('', 5);
  hear('second', 6);
  assert.deepEqual(applied, [undefined, '"second"'], 'the stream sent only the last of ours');
});

test('a text that somebody else took back to is shown, though the stream skipped our own last', async (context) => {
  const { applied, save, hear } = savingPage(context);
  await save(['first', 'second']);
  hear('first', 3);
  assert.deepEqual(applied, ['"first"']);
});

test('tokens are compared exactly, however large a restoration made them', async (context) => {
  const last = 1_800_000_000_000n << 20n;
  const { applied, save, hear } = savingPage(context, last);
  await save(['first', 'second', '', 'third']);
  hear('first', last + 1n);
  hear('second', last + 2n);
  hear('', last + 3n);
  hear('third', last + 4n);
  assert.deepEqual(applied, []);
});

test('a calendar that is sent anew brings the events that were just saved', async (context) => {
  const { applied, save, hear, hearRecord } = savingPage(context);
  await save(['first']);
  hearRecord({ type: 'calendar-removed', id: 'other' }, 0);
  hear('first', 0);
  assert.deepEqual(applied, []);
  await save(['second']);
  hearRecord({ type: 'calendar-removed', id: 'own' }, 1);
  hear('second', 1);
  assert.deepEqual(applied, ['"second"']);
});

for (const [what, isLoaded, expected] of /** @type {const} */ ([
  ['is applied after it', false, ['"older"']],
  ['is forgotten when everything is loaded anew', true, []],
])) {
  test(`a record that comes during a save ${what}`, async (context) => {
    const { applied, save, hear, dropHeld } = savingPage(context);
    const saving = save(['first']);
    hear('older', 0);
    if (isLoaded) dropHeld();
    await saving;
    assert.deepEqual(applied, expected);
  });
}

/** Edits of events by their names, whose saves the server refuses once all of them are made. */
async function refusedDrafts(context, edits) {
  context.mock.method(globalThis, 'fetch', async () =>
    Response.json({ type: '/problems/storage-full' }, { status: 507 }),
  );
  const drafts = [];
  const engine = {
    change: (key) => ({
      edit: key,
      changes: [{ op: 'put', calendar: 'own', href: key, etag: '', ical: '' }],
    }),
    revert: () => [],
  };
  const made = new EditQueue(
    { people: { me: 'anna' }, engine, outage: '', changed: () => {}, apply: () => {} },
    async () => refusals,
  );
  made.addEventListener('refused', ({ detail }) => drafts.push(detail.unsaved?.id));
  const saving = new Promise((done) => made.addEventListener('saving', done, { once: true }));
  for (const { key, typed } of edits)
    made.change(key, 'all', { title: typed ?? key }, typed && { id: typed });
  await saving;
  return drafts;
}

test('of several refused edits of an event, the draft that was typed last is offered', async (context) => {
  const drafts = await refusedDrafts(context, [
    { key: 'lunch', typed: 'Lunch' },
    { key: 'dinner', typed: 'Dinner' },
    { key: 'lunch', typed: 'Lunch with Ben' },
    { key: 'lunch' },
  ]);
  assert.deepEqual(drafts, ['Lunch with Ben', 'Dinner']);
});

test('without a typed draft there is none to open', async (context) => {
  assert.deepEqual(await refusedDrafts(context, [{ key: 'lunch' }, { key: 'lunch' }]), [undefined]);
});

/**
 * A page that splits a series, which changes two events.
 *
 * @param {(count: number) => Response | Error | undefined} refuse What the server answers instead of
 *   making the edit, or how the request fails; `count` requests came before.
 */
function splitting(context, refuse) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const sent = [];
  context.mock.method(globalThis, 'fetch', async (path, { method = 'GET', body } = {}) => {
    const refusal = refuse(sent.length);
    sent.push(method === 'GET' ? 'read' : JSON.parse(body));
    if (refusal instanceof Error) throw refusal;
    if (refusal) return refusal;
    assert.equal(path, '/api/v1/edits');
    return Response.json({ changes: ['1', '2'].map((token) => ({ etag: `"${token}"`, token })) });
  });
  const put = (href, ical) => ({ op: 'put', calendar: 'own', href, etag: '"0"', ical });
  const engine = {
    change: () => ({
      edit: 'split',
      changes: [{ ...put('a.ics', 'new'), etag: '' }, put('b.ics', 'shorter')],
    }),
    delete: () => ({ edit: 'deleted', changes: [{ ...put('a.ics'), op: 'delete', etag: '"1"' }] }),
    revert: (edit) => reverted.push(edit) && [],
    saved: () => {},
    noteUnsaved: () => {},
  };
  const applied = [];
  const reverted = [];
  const made = new EditQueue(
    {
      people: { me: 'anna' },
      engine,
      outage: '',
      changed: () => {},
      apply: ({ href }) => applied.push(href),
    },
    async () => refusals,
  );
  let isDone = false;
  made.addEventListener('saving', () => {
    isDone = true;
  });
  made.change('key', 'following', { title: 'Lunch' });
  return {
    ...{ made, sent, applied, reverted },
    isDone: () => isDone,
    pass: async (milliseconds) => {
      await settled();
      context.mock.timers.tick(milliseconds);
      await settled();
    },
  };
}

test('an edit of two events is one request, and the next one has the next number', async (context) => {
  const page = splitting(context, () => undefined);
  await page.pass(0);
  page.made.delete('key', 'all');
  await page.pass(0);
  const [first, second] = page.sent;
  assert.match(first.client, /^[0-9a-f]{32}$/);
  assert.deepEqual(first.changes, [
    { calendar: 'own', href: 'a.ics', ical: 'new' },
    { calendar: 'own', href: 'b.ics', ical: 'shorter', ifMatch: '"0"' },
  ]);
  assert.deepEqual(second, {
    account: 'anna',
    client: first.client,
    number: first.number + 1,
    changes: [{ calendar: 'own', href: 'a.ics', ifMatch: '"1"' }],
  });
});

test('an edit whose answer is lost is sent again with its number, and not taken back', async (context) => {
  const page = splitting(context, (count) => (count === 0 ? new TypeError('network') : undefined));
  await page.pass(500);
  assert.equal(page.sent.length, 2);
  assert.deepEqual(page.sent[0], page.sent[1]);
  assert.deepEqual([page.isDone(), page.reverted], [true, []]);
});

const storage = () => Response.json({ type: '/problems/storage' }, { status: 503 });
const conflict = () => Response.json({ type: '/problems/changed-elsewhere' }, { status: 412 });
const proxy = () => new Response('<h1>Sorry</h1>', { status: 503 });

for (const [what, answer, reads, reverted] of [
  ['of somebody else’s change is taken back, and its events read again', conflict, 2, ['split']],
  ['the database is locked waits, and is sent again', storage, 0, []],
  ['the server is away waits, and is sent again', proxy, 0, []],
]) {
  test(`an edit that can’t be saved because ${what}`, async (context) => {
    const page = splitting(context, answer);
    await page.pass(500);
    assert.equal(page.sent.filter((each) => each === 'read').length, reads);
    assert.deepEqual([page.isDone(), page.reverted], [true, reverted]);
    const count = page.sent.length;
    await page.pass(4000);
    assert.equal(page.sent.length > count, reverted.length === 0);
    page.made.stop();
  });
}

for (const status of [412, 403, 500]) {
  test(`a quiet edit that the server answers with ${status} is taken back, and nobody is told`, async (context) => {
    context.mock.method(globalThis, 'fetch', async (_, { method = 'GET' } = {}) =>
      method === 'POST'
        ? new Response('{"type":"/problems/x"}', { status })
        : new Response('now', { headers: { ETag: '"2"' } }),
    );
    const reverted = [];
    const applied = [];
    const made = new EditQueue(
      {
        engine: { revert: (number) => reverted.push(number) && [], saved: () => {} },
        outage: '',
        changed: () => {},
        apply: ({ ical }) => applied.push(ical),
      },
      async () => refusals,
    );
    for (const name of ['refused', 'edit', 'created'])
      made.addEventListener(name, () => assert.fail(name));
    const over = new Promise((done) => made.addEventListener('saving', done, { once: true }));
    const change = { op: 'put', calendar: 'own', href: 'a.ics', etag: '"1"', ical: 'seen' };
    made.sendQuietly({ edit: 7, changes: [change] });
    assert.equal(made.pending, false, 'the page can be left without a question');
    await over;
    assert.deepEqual([reverted, applied], [[7], ['now']]);
  });
}
