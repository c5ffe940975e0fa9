import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTTPError } from '../api/http.js';
import { EditQueue } from '../state/edit-queue.js';

/** The edits of a page whose core has nothing to undo; those with one are in Tests/WebAssembly. */
function edits() {
  const engine = {
    setNow: () => {},
    beginClient: () => {},
    undo: () => {
      throw new Error('nothing');
    },
  };
  return new EditQueue({ people: { me: 'anna' }, engine, outage: '', changed: () => {} });
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
