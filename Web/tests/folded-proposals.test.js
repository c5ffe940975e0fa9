import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addStrings } from '../i18n/strings.js';
import { titleLine, titleWords, visibleText } from '../i18n/visible-text.js';
import { foldProposals } from '../views/groups/folded-proposals.js';

addStrings('en', { untitled: 'Untitled', noVisibleTitle: 'No visible title' });

const proposals = (organizer, name, count) =>
  Array.from({ length: count }, () => ({ organizer, organizerName: name }));

test('three proposals of each person are listed, and the rest is counted until asked for', () => {
  const list = [
    ...proposals('1', 'Mal', 100),
    ...proposals('2', 'Ben', 3),
    ...proposals(null, 'Cleo', 4),
    ...proposals('3', 'Mal', 1),
  ];
  const { shown, folded } = foldProposals(list, new Set());
  assert.equal(shown.length, 3 + 3 + 3 + 1);
  assert.deepEqual(folded, [
    { proposer: '1', name: 'Mal', n: 97 },
    { proposer: 'Cleo', name: 'Cleo', n: 1 },
  ]);
  const unfolded = foldProposals(list, new Set(['1']));
  assert.equal(unfolded.shown.length, 100 + 3 + 3 + 1);
  assert.deepEqual(unfolded.folded, folded.slice(1));
});

test('a title of which nothing can be seen is said to be none', () => {
  assert.equal(titleWords(''), 'Untitled');
  for (const title of [' ', '\u200B\u2060\u202E', '\u3164\uFFA0\u2800', '\u00AD\n'])
    assert.equal(titleWords(title), 'No visible title', JSON.stringify(title));
  for (const title of ['Tea', '👩‍🚀', '\u200Fתה']) assert.equal(titleWords(title), title);
  // Somebody else's title, which is looked at whenever it's drawn: this ends only if each letter is looked at once.
  const long = `${'\uFEFF\t'.repeat(100_000)}Tea`;
  assert.equal(titleWords(long), long);
  assert.equal(titleLine('\u200FLunch \u200Fתה'), 'Lunch \u200Fתה');
  assert.equal(visibleText('\u202E a\n\n\u200B b '), 'a b');
});
