import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writerWords } from '../i18n/author-words.js';
import { formatFor } from '../i18n/format.js';
import { agoText } from '../i18n/length-text.js';
import { addStrings } from '../i18n/strings.js';

const ages = /** @type {const} */ ([
  [0, 'now'],
  [59, 'now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, 'yesterday'],
  [2 * 86_400, '2 days ago'],
]);

for (const [seconds, words] of ages) {
  test(`${seconds} seconds ago is "${words}"`, () => {
    formatFor('en-GB');
    assert.equal(agoText(seconds), words);
  });
}

const ben = { id: 'ben', name: 'Ben' };
const writers = /** @type {const} */ ([
  ['somebody else', { at: 1, by: ben, way: 'page' }, 'Ben'],
  ['the user', { at: 1, by: { id: 'me', name: 'Anna' }, way: 'page' }, 'You'],
  ['a program', { at: 1, by: ben, way: 'program' }, 'Ben, in another app'],
  ['an import', { at: 1, by: ben, way: 'import' }, 'Ben, by import'],
  ['a deleted account', { at: 1, way: 'page' }, 'Former member'],
  ['nobody known', {}, ''],
]);

for (const [who, written, words] of writers) {
  test(`${who} is worded as "${words}"`, () => {
    addStrings('en', {
      byYou: 'You',
      byFormer: 'Former member',
      withProgram: '{name}, in another app',
      withImport: '{name}, by import',
    });
    assert.equal(writerWords(written, 'me'), words);
  });
}
