import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openingView, rememberView } from '../state/opening-view.js';

/** @returns {any} */
const storageOf = (entries = []) => {
  const stored = new Map(entries);
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
  };
};
const choosing = (/** @type {any} */ view) => ({
  values: /** @type {any} */ ({ openingView: view }),
});

test('the page opens with the view that the settings name', () => {
  const storage = storageOf();
  rememberView('year', storage);
  assert.equal(openingView(choosing('agenda'), storage), 'agenda');
});

test('or with the one used last, which at first is the month', () => {
  const storage = storageOf();
  assert.equal(openingView(choosing('last'), storage), 'month');
  rememberView('week', storage);
  assert.equal(openingView(choosing('last'), storage), 'week');
});

test('a view of a later version, or a blocked storage, leads to the month', () => {
  const blocked = {
    getItem: () => {
      throw new Error('blocked');
    },
    setItem: () => {
      throw new Error('blocked');
    },
  };
  assert.equal(openingView(choosing('hologram'), storageOf()), 'month');
  assert.equal(openingView(choosing('last'), storageOf([['meantime.view', 'hologram']])), 'month');
  rememberView('week', blocked);
  assert.equal(openingView(choosing('last'), blocked), 'month');
});
