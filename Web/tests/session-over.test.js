import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { sayWhenSessionEnds } from '../app/session-over.js';
import { addStrings } from '../i18n/strings.js';
import { signInMessage } from '../state/sign-in-message.js';

addStrings('en', JSON.parse(readFileSync(new URL('../strings/en.json', import.meta.url), 'utf8')));

before(() => {
  globalThis.document = new EventTarget();
});
after(() => {
  delete globalThis.document;
});

/** What the sign-in page says after a session with so many changes that wait. */
function saidAfter(n, { isKept = true, isOwnDoing = false, elsewhere = [] } = {}) {
  signInMessage.text = '';
  const end = new AbortController();
  sayWhenSessionEnds({ waiting: { n, isKept }, elsewhere }, end.signal);
  if (isOwnDoing) document.dispatchEvent(new Event('account-left'));
  end.abort();
  return signInMessage.text;
}

test('a session that ends without the user’s doing is said, with what waits on the device', () => {
  assert.equal(saidAfter(0), 'You were signed out.');
  assert.equal(saidAfter(1), 'You were signed out. 1 change is saved once you sign in again.');
  assert.equal(saidAfter(2), 'You were signed out. 2 changes are saved once you sign in again.');
  assert.equal(
    saidAfter(0, { elsewhere: [{}] }),
    'You were signed out. 1 change is saved once you sign in again.',
  );
  assert.equal(saidAfter(2, { isKept: false }), 'You were signed out.');
  assert.equal(saidAfter(0, { isOwnDoing: true }), '');
});
