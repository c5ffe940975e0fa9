import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { consentPath } from '../api/external-calendars.js';
import { HTTPError } from '../api/http.js';
import { addStrings } from '../i18n/strings.js';
import { externalCalendarsByAccount } from '../views/calendars/external-accounts.js';
import {
  externalCalendarProblem,
  externalCalendarState,
} from '../views/calendars/external-calendar-state.js';
import { offered } from '../views/calendars/google/google-calendars-dialog.js';
import { consequences } from '../views/calendars/google/google-disconnect.js';
import { lettingOf } from '../views/calendars/google/google-part.js';

addStrings('en', JSON.parse(readFileSync(new URL('../strings/en.json', import.meta.url), 'utf8')));

test('consent is asked for where the browser is, and again for an account that is known', () => {
  assert.equal(
    consentPath('read', '/week/2026-03-11?perf'),
    '/sign-in/google?calendars=read&return=%2Fweek%2F2026-03-11%3Fperf',
  );
  assert.equal(
    consentPath('write', '/', 'a1'),
    '/sign-in/google?calendars=write&return=%2F&account=a1',
  );
});

for (const [access, selected, note, isUnchosen] of [
  ['owner', true, '', false],
  ['writer', false, '', true],
  ['reader', true, 'Read only', false],
  ['freeBusyReader', false, 'Only free or busy', true],
]) {
  test(`a calendar with access as ${access} is offered with “${note}”`, () => {
    const calendar = { id: 'x', name: 'X', access, primary: false, selected };
    assert.deepEqual(offered(calendar), { ...calendar, note, isUnchosen });
  });
}

for (const [source, message] of [
  [{ access: 'owner', writable: true }, 'bothWays'],
  [{ access: 'writer', writable: false }, 'lookOnly'],
  [{ access: 'reader', writable: false }, 'readOnlyThere'],
  [{ access: 'freeBusyReader', writable: false }, 'onlyFreeBusyThere'],
]) {
  test(`what a ${source.access} can do is said${source.writable ? ', with consent' : ''}`, () => {
    assert.equal(lettingOf(source), message);
  });
}

test('an account that is connected is listed also without calendars', () => {
  const googleAccounts = [
    { id: 'a', email: 'anna@example.org', writable: false },
    { id: 'b', email: 'anna@club.example', writable: true },
  ];
  const source = { calendar: 'home', kind: 'google', account: 'a', host: 'Google' };
  const { single, accounts } = externalCalendarsByAccount([source], googleAccounts);
  assert.deepEqual(single, []);
  assert.deepEqual(
    accounts.map(({ name, sources, google }) => [name, sources.length, google.id]),
    [
      ['anna@example.org at Google', 1, 'a'],
      ['anna@club.example at Google', 0, 'b'],
    ],
  );
});

test('disconnecting says what goes, and only mentions changes that would be lost', () => {
  assert.equal(
    consequences([{ waiting: 2 }, {}]),
    'Its 2 calendars are only removed here. They stay at Google with all their events. Meantime can’t read this account until you connect it again. 2 changes that haven’t been sent yet will be lost.',
  );
  assert.equal(consequences([]), 'Meantime can’t read this account until you connect it again.');
});

test('consent that has ended is said so', () => {
  const refused = Object.assign(new HTTPError('source-not-read', ''), { reason: 'consent-ended' });
  assert.equal(
    externalCalendarProblem(refused, 'google'),
    'Meantime no longer has access to Google.',
  );
  const failed = {
    kind: 'google',
    failure: 'consent-ended',
    failedSince: 0,
    read: 1,
    paused: false,
  };
  assert.match(
    externalCalendarState(failed),
    /^Meantime no longer has access to Google\. Not updated/,
  );
});
