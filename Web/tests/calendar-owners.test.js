import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factClass, setCalendarOwners } from '../i18n/calendar-owners.js';

test('bars of what comes from elsewhere and of what takes no time are facts, others plans', () => {
  const owner = { name: '', initials: '', isReadOnly: true };
  setCalendarOwners(
    new Map([
      ['holidays', { ...owner, isSubscribed: true }],
      ['hers', { ...owner, isSubscribed: false }],
    ]),
  );
  const drawn = (calendar, free) => factClass({ calendar, free }).trim();
  assert.equal(drawn('holidays'), 'fact');
  assert.equal(drawn('mine', true), 'fact');
  assert.equal(drawn('mine'), '');
  assert.equal(drawn('hers'), '');
  setCalendarOwners(new Map());
});
