import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { addStrings } from '../i18n/strings.js';
import { problemText } from '../views/import/problem-words.js';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const english = JSON.parse(read('../strings/en.json'));
const source = read('../../Sources/ICalendar/Problems/Problem+Code.swift');
const serverSource = read('../../Sources/ServerBase/Objects/ObjectRefusal.swift');
// Codes with values are tuples; reasons are plain strings after their case. Rules and JSON share
// some.
const codesIn = (text) => [...text.matchAll(/\("([a-z0-9-]+):?"[ ,]/g)].map(([, code]) => code);
const kinds = codesIn(source);
const reasons = [...source.matchAll(/^ +case \.\w+: "([a-z-]+)"$/gm)].map(([, code]) => code);
const ofServer = codesIn(serverSource);
const ofImport = codesIn(read('../../Sources/Server/Files/ImportedMessage.swift'));

test('every problem of the core and the server has a text, and no text is unused', () => {
  assert.ok(
    kinds.length > 35 &&
      reasons.length > 10 &&
      ofImport.length > 10 &&
      ofServer.length === serverSource.match(/^    case \w+/gm)?.length,
  );
  const wanted = [
    ...[...kinds, ...ofServer, ...ofImport].map((code) => `problem-${code}`),
    ...reasons.map((code) => `reason-${code}`),
  ];
  const present = Object.keys(english).filter((name) => /^(problem|reason)-/.test(name));
  assert.deepEqual([...new Set(wanted)].sort(), present.sort());
});

test('every failed sign-in with another service has a text, and no text is unused', () => {
  const source = readFileSync(
    new URL('../../Sources/OpenIDConnect/OpenIDProvider.swift', import.meta.url),
    'utf8',
  );
  const codes = [...source.matchAll(/case \.\w+: "([a-z-]+)"/g)].map(([, code]) => `back-${code}`);
  assert.ok(codes.length >= 8);
  assert.deepEqual(
    codes.sort(),
    Object.keys(english)
      .filter((name) => name.startsWith('back-'))
      .sort(),
  );
});

for (const [language, code, values, expected] of [
  [
    'en',
    'unknown-zone',
    ['Mars'],
    'The time zone “Mars” is unknown; its times are read as your local time.',
  ],
  [
    'de',
    'end-before-start',
    [],
    'Der Termin endete, bevor er begann, und hat nun die übliche Länge.',
  ],
  [
    'de',
    'invalid-rule:invalid-value',
    ['BYDAY', 'XX'],
    'Die Wiederholungsregel kann nicht gelesen werden: BYDAY=XX ist ungültig.',
  ],
  ['de', 'missing-property', ['VEVENT', 'DTSTAMP'], 'In VEVENT fehlt DTSTAMP.'],
  ['de', 'from-a-later-version', ['x'], 'as the server says it'],
  ['de', 'invalid-rule:from-a-later-version', ['x'], 'as the server says it'],
]) {
  test(`in ${language}, ${code} reads “${expected}”`, () => {
    addStrings('en', english);
    if (language !== 'en') addStrings(language, JSON.parse(read(`../strings/${language}.json`)));
    const worded = problemText({
      line: 1,
      code,
      values,
      message: 'as the server says it',
      outcome: 'kept',
    });
    assert.deepEqual(worded, { text: expected, isWorded: expected !== 'as the server says it' });
    addStrings('en', english);
  });
}

test('a text of the page counts as its own even if the server says the same', () => {
  addStrings('en', english);
  const message = 'VEVENT has no DTSTAMP.';
  assert.deepEqual(
    problemText({
      line: 1,
      code: 'missing-property',
      values: ['VEVENT', 'DTSTAMP'],
      message,
      outcome: 'kept',
    }),
    { text: message, isWorded: true },
  );
});
