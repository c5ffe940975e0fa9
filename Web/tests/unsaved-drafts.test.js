import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoreError } from '../core/engine.js';
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
  guests: '',
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
  const ofOneDate = { ...draft('one'), isOne: true };
  new UnsavedDrafts(storage, 'anna').keep(ofOneDate);
  assert.deepEqual(new UnsavedDrafts(storage, 'anna').list, [ofOneDate]);
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
