import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ageText } from '../app/shown-age.js';
import { addStrings } from '../i18n/strings.js';

addStrings('en', JSON.parse(readFileSync(new URL('../strings/en.json', import.meta.url), 'utf8')));

const now = '2026-03-11T10:00';
for (const [updated, said] of /** @type {const} */ ([
  [null, ''],
  ['2026-03-11T10:00', ''],
  ['2026-03-11T09:56', ''],
  ['2026-03-11T09:55', 'Last updated 9:55 AM.'],
  ['2026-03-10T21:05', 'Last updated Tue, Mar 10, 9:05 PM.'],
  ['2025-12-31T23:59', 'Last updated Wed, Dec 31, 2025, 11:59 PM.'],
]))
  test(`what was heard at ${updated} is ${said ? 'dated' : 'new enough'} at ${now}`, () =>
    assert.equal(ageText(updated, now).replaceAll('\u202f', ' '), said));
