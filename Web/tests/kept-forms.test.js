import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptForms } from '../state/kept-forms.js';

/** @param {Map<string, string>} kept */
const storageOf = (kept) => ({
  getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
  setItem: (/** @type {string} */ name, /** @type {string} */ value) => void kept.set(name, value),
  removeItem: (/** @type {string} */ name) => void kept.delete(name),
});

test('what was typed into a form is there after a reload, for its account alone', () => {
  const storage = storageOf(new Map());
  new KeptForms(storage, 'anna').keep('new-group', ['Choir', '']);
  assert.deepEqual(new KeptForms(storage, 'anna').of('new-group'), ['Choir', '']);
  assert.equal(new KeptForms(storage, 'anna').of('new-calendar'), null);
  assert.equal(new KeptForms(storage, 'ben').of('new-group'), null);
});

test('a form that was saved is forgotten, and signing out forgets all', () => {
  const kept = new Map();
  const forms = new KeptForms(storageOf(kept), 'anna');
  forms.keep('new-group', ['Choir']);
  forms.keep('new-set', ['Work']);
  assert.equal(forms.count, 2);
  forms.remove('new-group');
  assert.equal(forms.of('new-group'), null);
  assert.deepEqual(forms.of('new-set'), ['Work']);
  forms.end();
  forms.keep('new-set', ['Work']);
  assert.equal(kept.size, 0);
});

test('what isn’t a form’s is left alone, and too much isn’t kept', () => {
  const forms = (/** @type {string} */ text) =>
    new KeptForms(storageOf(new Map([['meantime.forms.anna', text]])), 'anna');
  for (const text of ['', 'null', '3', '{"new-group":"Choir"}', '{"new-group":[1]}'])
    assert.equal(forms(text).of('new-group'), null, text);
  const long = forms('{}');
  long.keep('new-group', ['x'.repeat(70_000)]);
  assert.equal(long.of('new-group'), null);
});
