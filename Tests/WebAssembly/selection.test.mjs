// Edits of several events: the page and the core agree on how many.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectedMax } from '../../Web/interaction/selected-events.js';
import { newCore, put } from './support.mjs';

test('as many events as the page selects are moved as one edit, and no more', () => {
  const core = newCore();
  for (let number = 0; number <= selectedMax; number += 1)
    put(core, `e${number}`, ['DTSTART:20260311T090000Z', `SUMMARY:${number}`]);
  const keys = core.day('2026-03-11').map(({ key }) => key);
  const action = { do: 'shift', days: '1', minutes: '0' };
  assert.throws(() => core.editSelection(keys, 'new', action), { code: 'too-many' });
  const edit = core.editSelection(keys.slice(1), 'new', action);
  assert.equal(edit.count, selectedMax);
  assert.equal(core.day('2026-03-12').length, selectedMax);
  core.undo();
  assert.equal(core.day('2026-03-11').length, selectedMax + 1);
});

test('a move by more than a century is refused', () => {
  const core = newCore();
  put(core, 'a', ['DTSTART:20260311T090000Z', 'SUMMARY:Lunch']);
  const [{ key }] = core.day('2026-03-11');
  const far = { do: 'shift', days: '36526', minutes: '0' };
  assert.throws(() => core.selectionEffect([key], far), { code: 'action' });
});
