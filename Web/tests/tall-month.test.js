import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberTallMonth, wasMonthTall } from '../state/tall-month.js';

test('a device remembers whether its month was tall', () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const storage = {
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) =>
      void kept.set(name, value),
    removeItem: (/** @type {string} */ name) => void kept.delete(name),
  };
  assert.equal(wasMonthTall(storage), false);
  rememberTallMonth(true, storage);
  assert.equal(wasMonthTall(storage), true);
  rememberTallMonth(false, storage);
  assert.equal(kept.size, 0);
});

test('without storage the month is not tall', () => {
  const blocked = () => {
    throw new Error('blocked');
  };
  const storage = { getItem: blocked, setItem: blocked, removeItem: blocked };
  rememberTallMonth(true, storage);
  assert.equal(wasMonthTall(storage), false);
});
