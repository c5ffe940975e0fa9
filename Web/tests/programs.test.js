import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { addStrings } from '../i18n/strings.js';
import {
  addressLimit,
  phoneAddress,
  programAddress,
  syncConfiguration,
} from '../views/programs/program-address.js';
import { others } from '../views/programs/program-calendars.js';
import { codePath } from '../views/programs/qr-code.js';

addStrings('en', JSON.parse(readFileSync(new URL('../strings/en.json', import.meta.url), 'utf8')));

for (const [origin, email, expected] of [
  [
    'https://cal.example.org',
    'anna@example.org',
    'caldavs://anna%40example.org@cal.example.org/dav/',
  ],
  [
    'http://192.168.0.7:8080',
    'o’neil+x:y/z@example.org',
    'caldav://o%E2%80%99neil%2Bx%3Ay%2Fz%40example.org@192.168.0.7:8080/dav/',
  ],
  ['https://[2001:db8::1]:8443', 'a@b', 'caldavs://a%40b@[2001:db8::1]:8443/dav/'],
]) {
  test(`a phone opens ${origin} for ${email}`, () => {
    assert.equal(phoneAddress(origin, email), expected);
  });
}

test('an address of this computer, and one without HTTPS, come with a hint', () => {
  const rows = [
    ['http://127.0.0.1:8080', 'programsOnlyHere'],
    ['http://localhost:8080', 'programsOnlyHere'],
    ['https://meantime.localhost', 'programsOnlyHere'],
    ['http://[::1]:8080', 'programsOnlyHere'],
    ['http://192.168.0.7:8080', 'programsNeedHTTPS'],
    ['http://notlocalhost', 'programsNeedHTTPS'],
    ['https://127.example.org', undefined],
    ['https://cal.example.org', undefined],
  ];
  for (const [origin, limit] of rows) assert.equal(addressLimit(origin), limit, origin);
});

test('vdirsyncer gets the address and asks for the password', () => {
  assert.equal(programAddress('https://a.example'), 'https://a.example/dav/');
  const lines = syncConfiguration('https://a.example', '"x"@example.org').split('\n');
  assert.ok(lines.includes('url = "https://a.example/dav/"'));
  assert.ok(lines.includes('username = "\\"x\\"@example.org"'));
  assert.ok(lines.some((line) => line.startsWith('password.fetch = ["prompt"')));
  const storages = lines.flatMap((line) => line.match(/^\[storage (.*)\]$/)?.[1] ?? []);
  const paired = lines.flatMap((line) => line.match(/^[ab] = "(.*)"$/)?.[1] ?? []);
  assert.deepEqual(paired, storages);
});

test('a code is drawn by one rectangle for each run of dark modules', () => {
  assert.equal(codePath(['1101', '0000', '0111']), 'M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z');
  assert.equal(codePath([]), '');
});

test('programs are offered the calendars of groups and of their members, not one’s own', () => {
  const members = { ben: { name: 'Ben' }, ana: { name: 'Ana' } };
  const calendars = [
    { id: 'own', name: 'Personal', color: 'blue', level: 'own' },
    { id: 'b', name: '', drawnColor: 'green', level: 'busy', owner: 'ben' },
    { id: 'a', name: 'Work', drawnColor: 'pink', level: 'full', owner: 'ana' },
    { id: 'g', name: 'Family', color: 'teal', level: 'group' },
  ];
  const people = { memberOf: ({ owner }) => members[owner] };
  const found = others({ people, calendars: new Map(calendars.map((each) => [each.id, each])) });
  assert.deepEqual(found, [
    { id: 'g', color: 'teal', name: 'Calendar of Family' },
    { id: 'a', color: 'pink', name: 'Ana · Work' },
    { id: 'b', color: 'green', name: 'Ben · Busy' },
  ]);
});
