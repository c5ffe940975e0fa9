import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialsOf } from '../i18n/calendar-owners.js';
import { can } from '../state/people.js';

test('initials are those of the first and the last word', () => {
  assert.deepEqual(['Ana Kovač', 'ben', 'Anna Maria de Luca', 'Ö', ''].map(initialsOf), [
    'AK',
    'Be',
    'AL',
    'Ö',
    '',
  ]);
});

test('what the user may do with a group is what the server says, and nothing with another', () => {
  const family = { may: ['see', 'edit'] };
  assert.equal(can(family, 'edit'), true);
  assert.equal(can(family, 'remove'), false);
  assert.equal(can(undefined, 'see'), false);
});
