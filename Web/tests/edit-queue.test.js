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
