import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aloneOf } from '../views/groups/person-alone.js';

const people = {
  others: ['mila', 'ben'],
  list: [
    {
      members: [
        { id: 'mila', name: 'Mila', color: 'teal' },
        { id: 'ben', name: 'Ben', color: 'pink' },
      ],
    },
  ],
  colors: new Map([['ben', 'mint']]),
};
const shown = (/** @type {string[]} */ ...shownIDs) => aloneOf({ shownIDs, people });

test('a person is shown alone if nothing else is', () => {
  assert.deepEqual(shown('mila'), { name: 'Mila', color: 'teal' });
  assert.equal(shown('mila', 'ben'), null);
  assert.equal(shown(), null);
});

test('a calendar that is shown alone is no person', () => assert.equal(shown('work'), null));

test('the person has the colour that the calendar shows them in', () =>
  assert.deepEqual(shown('ben'), { name: 'Ben', color: 'mint' }));
