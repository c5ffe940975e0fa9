import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { HTTPError } from '../api/http.js';
import { addStrings } from '../i18n/strings.js';
import { explain } from '../state/error-messages.js';

addStrings('en', JSON.parse(readFileSync(new URL('../strings/en.json', import.meta.url), 'utf8')));

for (const [seconds, wait] of [
  [1, '1 minute.'],
  [60, '1 minute.'],
  [61, '2 minutes.'],
  [891, '15 minutes.'],
]) {
  test(`too many attempts: ${seconds} seconds are told as ${wait}`, () => {
    const locked = new HTTPError('too-many-attempts', '', seconds);
    assert.equal(explain(locked), `Too many attempts. Try again in ${wait}`);
  });
}

for (const [reason, text] of [
  ['group-events', /^The group’s calendar is full, so this wasn’t saved\./],
  ['group-bytes', /^The group’s calendar is full, so this wasn’t saved\./],
  ['account-events', /^Your calendars are full, so this wasn’t saved\./],
  ['account-bytes', /^Your calendars are full, so this wasn’t saved\./],
]) {
  test(`a refusal for ${reason} says whose calendar is full`, () => {
    assert.match(explain(new HTTPError('storage-full', '', 0, reason)), text);
  });
}

for (const [code, text] of [
  ['offline', 'You’re offline, so this can’t be shown.'],
  ['server-away', 'The server is temporarily unavailable, so this can’t be shown.'],
  ['storage', 'The server is temporarily unavailable, so this can’t be shown.'],
  ['failed', 'This couldn’t be shown. Too bad.'],
]) {
  test(`a request that only read says of ${code} that nothing can be shown`, () => {
    assert.equal(
      explain(Object.assign(new HTTPError(code, 'Too bad.'), { isReading: true })),
      text,
    );
  });
}

for (const [code, text] of [
  ['offline', /^You’re offline, so this wasn’t saved\./],
  ['server-away', /^The server is temporarily unavailable, so this wasn’t saved\./],
  ['storage', /^The server is temporarily unavailable, so this wasn’t saved\./],
  ['disk-full', /^The server is out of space, so this wasn’t saved\./],
]) {
  test(`${code} is told without the server's English detail`, () => {
    assert.match(explain(new HTTPError(code, 'The database is busy.')), text);
  });
}
