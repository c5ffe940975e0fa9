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
  return new EditQueue({ engine, online: true, changed: () => {} });
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

for (const [name, draft, expected] of [
  ['in another zone', { zone: 'Asia/Tokyo' }, ['2026-11-27T03:00:00', '2026-11-27T04:30:00']],
  ['in the user’s zone', {}, ['2026-11-27T11:00:00', '2026-11-27T12:30:00']],
]) {
  test(`after an event is moved to a time ${name}, the page hears it by the user’s clock`, () => {
    const eightHoursEarlier = (/** @type {string} */ time) =>
      new Date(Date.parse(`${time}Z`) - 8 * 3_600_000).toISOString().slice(0, 19);
    const engine = { change: () => ({ changes: [] }), zoneTime: eightHoursEarlier };
    const made = new EditQueue({ engine, online: true, changed: () => {} });
    const said = [];
    made.addEventListener('edit', ({ detail }) => said.push(detail.now));
    const [start, end] = ['2026-11-27T11:00:00', '2026-11-27T12:30:00'];
    made.change('key', 'all', { allDay: '0', start, end, ...draft });
    assert.deepEqual([said[0].start, said[0].end], expected);
  });
}
