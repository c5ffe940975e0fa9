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
  };
  const applied = [];
  const reverted = [];
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
  const settled = () =>
    new Promise((done) => {
      setImmediate(done);
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

for (const [what, answer, reads] of [
  ['because the database is locked is taken back, and its events read again', storage, 2],
  ['because of somebody else’s change is taken back, and its events read again', conflict, 2],
  ['because the server is away is taken back, and nothing can be read', proxy, 0],
]) {
  test(`an edit that is refused ${what}`, async (context) => {
    const page = splitting(context, answer);
    await page.pass(500);
    assert.equal(page.sent.filter((each) => each === 'read').length, reads);
    assert.deepEqual([page.isDone(), page.reverted], [true, ['split']]);
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
