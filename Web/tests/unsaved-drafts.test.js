import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoreError } from '../core/engine.js';
import { EditQueue } from '../state/edit-queue.js';
import { refusals } from '../state/edit-refusals.js';
import { UnsavedDrafts } from '../state/unsaved-drafts.js';

/** A device's storage, as a browser has it. */
function device() {
  const texts = new Map();
  return {
    texts,
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => texts.set(name, text),
    removeItem: (name) => texts.delete(name),
  };
}

const fields = (given) => ({
  calendar: 'home',
  title: 'Lunch',
  allDay: '0',
  start: '2026-03-11T12:00:00',
  end: '2026-03-11T13:00:00',
  zone: '',
  location: '',
  notes: '',
  color: '',
  repeat: '',
  url: '',
  busy: '1',
  private: '0',
  status: 'confirmed',
  categories: '',
  reminders: '',
  ...given,
});

const draft = (id, given = {}) => ({
  id,
  key: '',
  before: fields({ title: '' }),
  typed: fields(given),
  text: 'No room.',
});

const ids = (drafts) => drafts.list.map(({ id }) => id);

test('a draft is there again after a reload, for its account alone', () => {
  const storage = device();
  new UnsavedDrafts(storage, 'anna').keep(draft('one'));
  assert.deepEqual(new UnsavedDrafts(storage, 'anna').list, [draft('one')]);
  assert.deepEqual(new UnsavedDrafts(storage, 'ben').list, []);
  new UnsavedDrafts(storage, 'ben').end();
  assert.deepEqual(ids(new UnsavedDrafts(storage, 'anna')), ['one']);
});

test('after signing out nothing stays, not even what is refused a moment later', () => {
  const storage = device();
  const drafts = new UnsavedDrafts(storage, 'anna');
  drafts.keep(draft('one'));
  drafts.end();
  drafts.keep(draft('two'));
  assert.equal(storage.texts.size, 0);
});

test('the last ten are kept, each once, and nothing stays of what is removed', () => {
  const storage = device();
  const drafts = new UnsavedDrafts(storage, 'anna');
  for (let number = 1; number <= 12; number += 1) drafts.keep(draft(`${number}`));
  assert.deepEqual(ids(drafts), ['3', '4', '5', '6', '7', '8', '9', '10', '11', '12']);
  drafts.keep(draft('5', { title: 'Later lunch' }));
  assert.deepEqual(ids(drafts), ['3', '4', '6', '7', '8', '9', '10', '11', '12', '5']);
  assert.equal(drafts.list.at(-1).typed.title, 'Later lunch');
  drafts.remove('7');
  drafts.remove('unknown');
  assert.equal(drafts.list.length, 9);
  for (const id of ids(drafts)) drafts.remove(id);
  assert.equal(storage.texts.size, 0);
});

for (const [what, notes, isStored] of [
  ['64 KiB', 'x'.repeat(65_536 - JSON.stringify(draft('one')).length), true],
  ['one octet more', 'x'.repeat(65_537 - JSON.stringify(draft('one')).length), false],
  ['letters of several octets', 'ü'.repeat(40_000), false],
]) {
  const keeper = isStored ? 'the device' : 'the page alone, and no earlier one by the device';
  test(`a draft of ${what} is kept by ${keeper}`, () => {
    const storage = device();
    const drafts = new UnsavedDrafts(storage, 'anna');
    drafts.keep(draft('other'));
    drafts.keep(draft('one'));
    drafts.keep(draft('one', { notes }));
    assert.deepEqual(ids(drafts), ['other', 'one']);
    assert.equal(drafts.wouldLose, !isStored);
    assert.equal(drafts.isStored('one'), isStored);
    const reloaded = new UnsavedDrafts(storage, 'anna');
    assert.deepEqual(ids(reloaded), isStored ? ['other', 'one'] : ['other']);
    drafts.remove('one');
    assert.equal(drafts.wouldLose, false);
    assert.deepEqual(ids(drafts), ['other']);
  });
}

test('whoever lists the drafts hears of each change, and of those in other windows', () => {
  const drafts = new UnsavedDrafts(device(), 'anna');
  let count = 0;
  drafts.addEventListener('change', () => {
    count += 1;
  });
  const changes = [
    [() => drafts.keep(draft('one')), 1],
    [() => drafts.remove('one'), 1],
    [() => drafts.remove('one'), 0],
    [
      () => {
        drafts.line = 'Tea';
      },
      1,
    ],
    [() => drafts.changedElsewhere('meantime.drafts.anna'), 1],
    [() => drafts.changedElsewhere('meantime.drafts.anna.line'), 1],
    [() => drafts.changedElsewhere('meantime.drafts.ben'), 0],
  ];
  for (const [change, expected] of changes) {
    count = 0;
    change();
    assert.equal(count, expected, String(change));
  }
});

for (const stored of [
  '',
  '{',
  'null',
  '{}',
  '[null, 1, "x", {}, {"id": "a"}, {"id": 1, "typed": {"start": "x"}}]',
]) {
  test(`no draft is read from ${stored || 'an empty text'}`, () => {
    const storage = device();
    storage.setItem('meantime.drafts.anna', stored);
    assert.deepEqual(new UnsavedDrafts(storage, 'anna').list, []);
  });
}

test('a draft of another version of the page has every field', () => {
  const storage = device();
  const { categories: _, ...typed } = fields();
  const stored = [{ ...draft('one'), typed: { ...typed, unknown: 'x' }, before: undefined }];
  storage.setItem('meantime.drafts.anna', JSON.stringify(stored));
  const [read] = new UnsavedDrafts(storage, 'anna').list;
  assert.deepEqual(read.typed, fields());
  assert.deepEqual(Object.keys(read.before), Object.keys(read.typed));
});

test('when storage is full or blocked, the page keeps the drafts itself', () => {
  const fail = () => {
    throw new Error('blocked');
  };
  const drafts = new UnsavedDrafts({ getItem: fail, setItem: fail, removeItem: fail }, 'anna');
  drafts.keep(draft('one'));
  assert.deepEqual(ids(drafts), ['one']);
  assert.deepEqual([drafts.wouldLose, drafts.isStored('one')], [true, false]);
  drafts.remove('one');
  drafts.keep(draft('two'));
  drafts.end();
  assert.deepEqual(drafts.list, []);
});

/**
 * Saves an event from a form, on a page whose server or core refuses it.
 *
 * @param {'create' | 'change'} way
 */
async function save(context, way, { answer, coreRefuses = false }) {
  context.mock.method(globalThis, 'fetch', async (_, { method = 'GET' } = {}) =>
    method === 'GET' ? new Response('', { status: 404 }) : answer(),
  );
  const make = () => {
    if (coreRefuses) throw new CoreError('not-valid', 'No such zone.');
    return {
      edit: 1,
      changes: [{ op: 'put', calendar: 'own', href: 'a.ics', etag: '', ical: '' }],
    };
  };
  const engine = { create: make, change: make, revert: () => [], saved: () => {} };
  const drafts = new UnsavedDrafts(device(), 'anna');
  drafts.keep(draft('other'));
  const edits = new EditQueue(
    { people: { me: 'anna' }, engine, outage: '', changed: () => {}, apply: () => {} },
    async () => refusals,
    drafts,
  );
  const saving = new Promise((done) => edits.addEventListener('saving', done, { once: true }));
  const unsaved = { id: 'one', key: '', before: fields(), typed: fields({ title: 'Typed' }) };
  const edit =
    way === 'create' ? edits.create(fields(), unsaved) : edits.change('k', 'all', {}, unsaved);
  if (edit) await saving;
  return drafts.list;
}

const problem = (status, type) => () =>
  Response.json({ type: `/problems/${type}`, detail: 'Why.' }, { status });

/** What refuses an event, and what the kept draft says of it: nothing, if that's over after a reload. */
const causes = [
  ['the server', { answer: problem(422, 'not-valid') }, 'notValid'],
  ['a full storage', { answer: problem(507, 'storage-full') }, 'storageFull'],
  ['somebody’s change', { answer: problem(412, 'changed-elsewhere') }, 'changedElsewhere'],
  ['a calendar that is read-only by now', { answer: problem(403, 'not-allowed') }, 'notAllowed'],
  ['the end of the session', { answer: problem(401, 'not-signed-in') }, ''],
  ['the core', { coreRefuses: true }, 'notValid'],
];
for (const way of ['create', 'change'])
  for (const [what, refusal, said] of causes)
    test(`what was typed is kept if ${what} refuses to ${way} the event`, async (context) => {
      const kept = await save(context, way, refusal);
      assert.deepEqual(
        kept.map(({ id, typed, text }) => [id, typed.title, text]),
        [
          ['other', 'Lunch', 'No room.'],
          ['one', 'Typed', said],
        ],
      );
    });

for (const way of ['create', 'change'])
  test(`nothing is kept of what was saved (${way})`, async (context) => {
    const kept = await save(context, way, {
      answer: () => Response.json({ changes: [{ etag: '"1"', token: '1' }] }),
    });
    assert.deepEqual(
      kept.map(({ id }) => id),
      ['other'],
    );
  });

test('a draft that was refused before is removed when it is saved', async (context) => {
  let isRefused = true;
  context.mock.method(globalThis, 'fetch', async (_, { method = 'GET' } = {}) => {
    if (method === 'GET') return new Response('', { status: 404 });
    return isRefused
      ? problem(422, 'not-valid')()
      : Response.json({ changes: [{ etag: '"1"', token: '1' }] });
  });
  const engine = {
    create: () => ({ edit: 1, changes: [{ op: 'put', calendar: 'own', href: 'a.ics', etag: '' }] }),
    revert: () => [],
    saved: () => {},
  };
  const drafts = new UnsavedDrafts(device(), 'anna');
  const edits = new EditQueue(
    { people: { me: 'anna' }, engine, outage: '', changed: () => {}, apply: () => {} },
    async () => refusals,
    drafts,
  );
  const send = async () => {
    const saving = new Promise((done) => edits.addEventListener('saving', done, { once: true }));
    edits.create(fields(), { id: 'one', key: '', before: fields(), typed: fields() });
    return { whileSaving: ids(drafts), saved: await saving.then(() => ids(drafts)) };
  };
  assert.deepEqual(await send(), { whileSaving: [], saved: ['one'] });
  isRefused = false;
  assert.deepEqual(await send(), { whileSaving: ['one'], saved: [] });
});

test('of several refused edits of an event, only the last draft stays kept', async (context) => {
  context.mock.method(globalThis, 'fetch', async (_, { method = 'GET' } = {}) =>
    method === 'GET' ? new Response('', { status: 404 }) : problem(422, 'not-valid')(),
  );
  let count = 0;
  const change = () => {
    count += 1;
    return { edit: count, changes: [{ op: 'put', calendar: 'own', href: 'a.ics', etag: '' }] };
  };
  const drafts = new UnsavedDrafts(device(), 'anna');
  const edits = new EditQueue(
    {
      engine: { change, revert: () => [], saved: () => {} },
      outage: '',
      changed: () => {},
      apply: () => {},
    },
    async () => refusals,
    drafts,
  );
  drafts.keep(draft('first'));
  const saving = new Promise((done) => edits.addEventListener('saving', done, { once: true }));
  for (const id of ['first', 'second'])
    edits.change('k', 'all', {}, { id, key: 'k', before: fields(), typed: fields() });
  edits.change('k', 'all', {});
  await saving;
  assert.deepEqual(ids(drafts), ['second']);
});

test('a line of quick add that was left is kept for its account, until it signs out', () => {
  const storage = device();
  const drafts = new UnsavedDrafts(storage, 'anna');
  drafts.line = 'Tea tomorrow at 16';
  assert.equal(new UnsavedDrafts(storage, 'anna').line, 'Tea tomorrow at 16');
  assert.equal(new UnsavedDrafts(storage, 'ben').line, '');
  drafts.line = 'x'.repeat(1000);
  assert.equal(drafts.line.length, 1000);
  drafts.line = 'x'.repeat(1001);
  assert.equal(drafts.line, '');
  drafts.line = 'Tea';
  drafts.end();
  drafts.line = 'Coffee';
  assert.equal(storage.texts.size, 0);
});
