import assert from 'node:assert/strict';
import { test } from 'node:test';
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
    const reopen = () => {};
    assert.equal(made.create({ title: 'Lunch' }, reopen), null);
    assert.deepEqual(
      refused.map(({ error, ...draft }) => ({ code: error.code, ...draft })),
      [{ code: outage, reopen, title: 'Lunch' }],
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
  made.addEventListener('refused', ({ detail }) => drafts.push(detail.reopen?.()));
  const saving = new Promise((done) => made.addEventListener('saving', done, { once: true }));
  for (const { key, typed } of edits)
    made.change(key, 'all', { title: typed ?? key }, typed && (() => typed));
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

for (const [what, refusedAt, expected] of /** @type {const} */ ([
  ['what was saved of an edit before is taken back', 1, ['first', 'second', 'before']],
  ['an edit of which nothing was saved is only taken back here', 0, ['first']],
])) {
  test(`when the database goes away, ${what}`, async (context) => {
    /** @type {string[]} */
    const sent = [];
    context.mock.method(globalThis, 'fetch', async (_, { method, body } = {}) => {
      if (method !== 'PUT') return Response.json({ etag: '"3"', ical: 'before' });
      sent.push(body);
      return sent.length === refusedAt + 1
        ? Response.json({ type: '/problems/storage' }, { status: 503 })
        : Response.json({ etag: '"2"', token: '1' });
    });
    const put = (href, ical) => ({ op: 'put', calendar: 'own', href, etag: '"1"', ical });
    const engine = {
      change: () => ({ edit: 'split', changes: [put('a.ics', 'first'), put('b.ics', 'second')] }),
      revert: () => [put('b.ics', 'unsent'), put('a.ics', 'before')],
      saved: () => {},
    };
    const made = new EditQueue({ engine, outage: '', changed: () => {}, apply: () => {} });
    const saving = new Promise((done) => made.addEventListener('saving', done, { once: true }));
    made.change('key', 'following', { title: 'Lunch' });
    await saving;
    assert.deepEqual(sent, expected);
  });
}
