import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { lossQuestion } from '../app/sign-out.js';
import { formatFor } from '../i18n/format.js';
import { addStrings } from '../i18n/strings.js';

/** @param {string} language */
function speak(language) {
  const url = new URL(`../strings/${language}.json`, import.meta.url);
  addStrings(language, JSON.parse(readFileSync(url, 'utf8')));
  formatFor(language, '');
}

test('before signing out, everything that would be lost is named, whatever its kind', () => {
  speak('en');
  const asked = (changes, drafts, forms) => lossQuestion({ changes, drafts, forms });
  assert.deepEqual(asked(1, 2, 1), {
    question: 'Sign out and lose 1 change that isn’t saved yet and 3 drafts?',
    n: 4,
  });
  assert.equal(asked(2, 0, 0).question, 'Sign out and lose 2 changes that aren’t saved yet?');
  assert.equal(asked(0, 1, 0).question, 'Sign out and lose 1 draft?');
  assert.equal(asked(0, 0, 0).n, 0);
  speak('de');
  assert.equal(
    asked(1, 2, 0).question,
    'Abmelden und 1 ungespeicherte Änderung und 2 Entwürfe verlieren?',
  );
});
