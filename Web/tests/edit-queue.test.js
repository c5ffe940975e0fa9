import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTTPError } from '../api/http.js';
import { EditQueue } from '../state/edit-queue.js';

/** The edits of a page whose core has nothing to undo. */
function edits() {
  const engine = {
    undo: () => {
      throw new Error('nothing');
    },
  };
  return new EditQueue({ engine, outage: '', changed: () => {} });
}

for (const outage of ['offline', 'server-away']) {
  test(`${outage}, an edit is refused for that reason and its draft kept`, () => {
    const made = new EditQueue({ engine: {}, outage, changed: () => assert.fail('shown') });
    const refused = [];
    made.addEventListener('refused', ({ detail }) => refused.push(detail));
    const unsaved = { id: 'one' };
    assert.equal(made.create({ title: 'Lunch' }, unsaved), null);
    assert.deepEqual(
      refused.map(({ error, ...draft }) => ({ code: error.code, ...draft })),
      [{ code: outage, unsaved, title: 'Lunch' }],
    );
    assert.equal(made.pending, false);
  });
}

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
  context.mock.method(globalThis, 'fetch', async (_, { method, body }) => {
    token += 1n;
    return method === 'DELETE'
      ? new Response(null, { status: 204 })
      : Response.json({ etag: `"${body}"`, token: String(token) });
  });
  const place = { calendar: 'own', href: 'a.ics' };
  const applied = [];
  const engine = {
    restore: (_calendar, _href, ical) => ({
      changes: [{ op: ical ? 'put' : 'delete', ...place, etag: '', ical }],
    }),
    saved: () => {},
  };
  const made = new EditQueue({
    engine,
    outage: '',
    changed: () => {},
    apply: (record) => applied.push(record.etag),
  });
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
    Response.json({ code: 'storage-full' }, { status: 507 }),
  );
  const drafts = [];
  const engine = {
    change: (key) => ({
      edit: key,
      changes: [{ op: 'put', calendar: 'own', href: key, etag: '', ical: '' }],
    }),
    revert: () => [],
  };
  const made = new EditQueue({ engine, outage: '', changed: () => {}, apply: () => {} });
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
 * A page that splits a series: it saves the new series, `a.ics`, and then the old one, `b.ics`.
 *
 * @param {(request: { count: number, method: string, body?: string }) => Response | undefined} refuse
 *   What the server answers instead of doing it; `count` requests came before.
 */
function splitting(context, refuse) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  context.mock.method(console, 'warn', () => {});
  /** @type {string[]} */
  const sent = [];
  context.mock.method(globalThis, 'fetch', async (_, { method = 'GET', body } = {}) => {
    const refusal = refuse({ count: sent.length, method, body });
    sent.push(method === 'GET' ? 'read' : body);
    if (refusal) return refusal;
    return Response.json({ etag: `"${body}"`, token: '1', ical: 'read' });
  });
  const put = (href, ical) => ({ op: 'put', calendar: 'own', href, etag: '"0"', ical });
  const engine = {
    change: () => ({ edit: 'split', changes: [put('a.ics', 'new'), put('b.ics', 'shorter')] }),
    revert: () => [put('b.ics', 'as long as before'), put('a.ics', 'none')],
    saved: () => {},
  };
  const applied = [];
  const made = new EditQueue({
    engine,
    outage: '',
    changed: () => {},
    apply: ({ href }) => applied.push(href),
  });
  let isDone = false;
  made.addEventListener('saving', () => {
    isDone = true;
  });
  made.change('key', 'following', { title: 'Lunch' });
  const settled = () =>
    new Promise((done) => {
      setImmediate(done);
    });
  return {
    sent,
    applied,
    isDone: () => isDone,
    pending: () => made.pending,
    pass: async (milliseconds) => {
      await settled();
      context.mock.timers.tick(milliseconds);
      await settled();
    },
    hear: (text) => {
      const record = { type: 'event', calendar: 'own', href: 'a.ics', etag: `"${text}"` };
      if (!made.keepsBack(record, '1')) applied.push(`${text} heard`);
    },
  };
}

const storage = () => Response.json({ type: '/problems/storage' }, { status: 503 });
const proxy = () => new Response('<h1>Sorry</h1>', { status: 503 });

for (const [what, answer] of [
  ['the database is', storage],
  ['the server is', proxy],
]) {
  test(`when ${what} away in the middle of an edit, what was saved is undone once it is back`, async (context) => {
    let isAway = true;
    const page = splitting(context, ({ count }) => (isAway && count > 0 ? answer() : undefined));
    await page.pass(4000);
    await page.pass(3999);
    assert.deepEqual(page.sent, ['new', 'shorter', 'none', 'none']);
    page.hear('new');
    assert.equal(page.pending(), true, 'the user is asked before the page is closed');
    isAway = false;
    await page.pass(1);
    assert.deepEqual(page.sent.slice(4), ['none', 'read', 'read']);
    assert.equal(page.isDone(), true);
    assert.equal(page.pending(), false);
    assert.deepEqual(page.applied, ['a.ics', 'b.ics'], 'what was heard is no news');
  });
}

test('what could not be undone in 10 minutes is shown', async (context) => {
  const page = splitting(context, ({ count }) => (count > 0 ? storage() : undefined));
  page.hear('new');
  for (let count = 1; count < 149; count += 1) await page.pass(4000);
  assert.equal(page.isDone(), false);
  assert.equal(page.sent.filter((text) => text === 'none').length, 149);
  await page.pass(4000);
  assert.equal(page.sent.filter((text) => text === 'none').length, 150);
  assert.equal(page.isDone(), true);
  assert.deepEqual(page.applied, ['a.ics']);
});

test('what the server refuses to undo is shown', async (context) => {
  const page = splitting(context, ({ count, method }) => {
    if (count === 0) return undefined;
    return method === 'PUT' ? new Response('', { status: 412 }) : proxy();
  });
  await page.pass(0);
  assert.deepEqual(page.sent, ['new', 'shorter', 'none', 'read', 'read']);
  assert.equal(page.isDone(), true);
  page.hear('new');
  assert.deepEqual(page.applied, ['new heard']);
});

for (const [what, answer, expected] of [
  ['the database is locked, its events are read again', storage, ['new', 'read', 'read']],
  ['the server is away, its events aren’t read again', proxy, ['new']],
]) {
  test(`of an edit of which nothing was saved because ${what}`, async (context) => {
    const page = splitting(context, ({ count }) => (count === 0 ? answer() : undefined));
    await page.pass(0);
    assert.deepEqual(page.sent, expected);
    assert.equal(page.isDone(), true);
  });
}

for (const status of [412, 403, 500]) {
  test(`a quiet edit that the server answers with ${status} is taken back, and nobody is told`, async (context) => {
    context.mock.method(globalThis, 'fetch', async (_, { method = 'GET' } = {}) =>
      method === 'PUT'
        ? new Response('{"type":"/problems/x"}', { status })
        : new Response('now', { headers: { ETag: '"2"' } }),
    );
    const reverted = [];
    const applied = [];
    const made = new EditQueue({
      engine: { revert: (number) => reverted.push(number) && [], saved: () => {} },
      outage: '',
      changed: () => {},
      apply: ({ ical }) => applied.push(ical),
    });
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
