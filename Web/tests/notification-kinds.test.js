import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseTold, isTold } from '../state/notification-kinds.js';

/** @param {Record<string, string>} [kept] */
function storageOf(kept = {}) {
  return {
    getItem: (/** @type {string} */ name) => kept[name] ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => {
      kept[name] = value;
    },
  };
}

test('a device tells of everything until a kind is switched off', () => {
  const storage = storageOf();
  assert.equal(isTold('news', storage), true);
  assert.equal(chooseTold('news', false, storage), true);
  assert.equal(chooseTold('reminders', false, storage), true);
  assert.deepEqual(
    [isTold('reminders', storage), isTold('proposals', storage), isTold('news', storage)],
    [false, true, false],
  );
  chooseTold('news', true, storage);
  assert.equal(isTold('news', storage), true);
  assert.equal(isTold('reminders', storage), false);
});

test('a device that keeps nothing, or nonsense, tells of everything', () => {
  for (const nonsense of ['{', '"reminders"', 'null'])
    assert.equal(isTold('reminders', storageOf({ 'meantime.silent': nonsense })), true);
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  };
  assert.equal(chooseTold('reminders', false, full), false);
  assert.equal(isTold('reminders', full), true);
});
