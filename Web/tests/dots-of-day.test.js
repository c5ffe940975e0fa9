import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDots } from '../layout/dots-of-day.js';

const busy = { key: 'busy', level: 'busy' };
const shared = { key: 'shared', level: 'full' };
const own = { key: 'own' };
const later = { key: 'later' };
const family = { key: 'family', level: 'group' };
const asked = { key: 'asked', level: 'group', proposal: { yes: 1 } };
const invited = { key: 'invited', unanswered: true };

for (const [name, events, shown] of [
  ['all have room', [busy, shared, own], ['busy', 'shared', 'own']],
  ['others come first in the day', [busy, shared, own, later], ['busy', 'own', 'later']],
  ['a group has an event', [busy, shared, own, family], ['busy', 'own', 'family']],
  ['a proposal waits', [busy, own, later, family, asked], ['own', 'later', 'asked']],
  ['an invitation waits', [invited, busy, own, later], ['busy', 'own', 'later']],
]) {
  test(`the dots of a day where ${name}`, () => {
    assert.deepEqual(
      withDots(events, 3).map(({ key }) => key),
      shown,
    );
  });
}
