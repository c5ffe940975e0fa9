import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { HTTPError } from '../api/http.js';
import { addStrings } from '../i18n/strings.js';
import { accountName, externalCalendarsByAccount } from '../views/calendars/external-accounts.js';
import {
  externalCalendarProblem,
  externalCalendarState,
  waitingText,
} from '../views/calendars/external-calendar-state.js';
import { withColors } from '../views/calendars/found-calendars.js';
import { isEmail, serviceOf } from '../views/calendars/known-services.js';

addStrings('en', JSON.parse(readFileSync(new URL('../strings/en.json', import.meta.url), 'utf8')));

for (const [typed, service] of [
  ['anna@icloud.com', 'icloud'],
  [' Anna@Me.com ', 'icloud'],
  ['p42-caldav.icloud.com', 'icloud'],
  ['https://caldav.icloud.com:443/1/calendars/', 'icloud'],
  ['notmac.com', null],
  ['icloud.com.example.org', null],
  ['caldav.fastmail.com', 'fastmail'],
  ['nextcloud.example.org', 'nextcloud'],
  ['https://cloud.example.org/remote.php/dav', 'nextcloud'],
  ['anna@example.org', null],
  ['', null],
]) {
  test(`“${typed}” is at ${service ?? 'no service that is known'}`, () => {
    assert.equal(serviceOf(typed), service);
  });
}

test('an address with a name in it is no e-mail address', () => {
  assert.ok(isEmail('anna@example.org'));
  assert.ok(!isEmail('https://anna@example.org/') && !isEmail('example.org'));
});

test('sources are listed by account, and those read by their addresses apart', () => {
  const feed = { calendar: 'holidays', kind: 'feed', host: 'example.org' };
  const of = (calendar, user, host) => ({ calendar, kind: 'caldav', user, host });
  const sources = [
    of('home', 'anna', 'example.org'),
    feed,
    of('work', 'anna@icloud.com', 'p1-caldav.icloud.com'),
    of('club', 'anna', 'example.org'),
    of('gone'),
    of('family', 'anna@icloud.com', 'p2-caldav.icloud.com'),
    of('bens', 'ben', 'example.org'),
  ];
  const { single, accounts } = externalCalendarsByAccount(sources);
  assert.deepEqual(single, [feed]);
  assert.deepEqual(
    accounts.map(({ name, sources }) => [name, sources.map(({ calendar }) => calendar)]),
    [
      ['anna at example.org', ['home', 'club']],
      ['anna@icloud.com at iCloud', ['work', 'family']],
      ['Unreadable account', ['gone']],
      ['ben at example.org', ['bens']],
    ],
  );
});

test('everybody’s own Nextcloud has its host’s name', () => {
  const host = 'nextcloud.example.org';
  assert.equal(accountName({ user: 'anna', host }), `anna at ${host}`);
});

test('a refused password is worded as what it is', () => {
  const refused = Object.assign(new HTTPError('source-not-read', ''), { reason: 'not-allowed' });
  assert.match(externalCalendarProblem(refused), /allow access to this address/);
  assert.match(externalCalendarProblem(refused, 'look-up'), /user name or password/);
  const source = { kind: 'caldav', paused: false, failure: 'not-allowed', failedSince: 0 };
  assert.match(externalCalendarState(source), /^The password wasn’t accepted\. Not loaded since/);
  assert.match(
    externalCalendarState({ ...source, failure: 'too-many-changes' }),
    /changed too much today/,
  );
});

test('every failure that the server has a word for has a text of its own', () => {
  const path = '../../Sources/ExternalCalendars/Reading/ExternalCalendarFailure.swift';
  const source = readFileSync(new URL(path, import.meta.url), 'utf8');
  const words = [...source.matchAll(/case \.\w+(?:\(.*\))?: "([a-z-]+)"$/gm)].map(
    ([, word]) => word,
  );
  assert.ok(words.length > 15);
  const page = readFileSync(
    new URL('../views/calendars/external-calendar-state.js', import.meta.url),
    'utf8',
  );
  for (const word of words) assert.match(page, new RegExp(`^  '?${word}'?: `, 'm'));
});

test('waiting changes are only mentioned if there are some', () => {
  assert.deepEqual([{}, { waiting: 0 }, { waiting: 1 }, { waiting: 2 }].map(waitingText), [
    '',
    '',
    '1 change hasn’t been sent yet.',
    '2 changes haven’t been sent yet.',
  ]);
});

test('calendars found without a colour get different ones', () => {
  const found = [{ name: 'a' }, { name: 'b', color: 'blue' }, { name: 'c' }, { name: 'd' }];
  assert.deepEqual(
    withColors(found, ['blue', 'red']).map(({ color }) => color),
    ['orange', 'blue', 'yellow', 'green'],
  );
});

test('events that can’t be read are named, with how many more there are', () => {
  const source = { kind: 'caldav', paused: false, read: 1773216000 };
  const text = (unread) =>
    externalCalendarState({ ...source, unread }).replace(/^.*?\. (?=Not|\d)/, '');
  assert.doesNotMatch(externalCalendarState(source), /characters/);
  assert.match(text({ count: 1, titles: ['Lunch'] }), /^Not loaded, because .*: “Lunch”\.$/);
  assert.match(text({ count: 2, titles: ['a', 'b'] }), /^2 events .*: “a” and “b”\.$/);
  assert.match(
    text({ count: 1_207, titles: ['a', 'b'] }),
    /^1,207 events .*: “a”, “b”,? and 1,205 more\.$/,
  );
});
