import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeatPresets } from '../components/form/repeat-presets.js';

const rows = [
  [
    'a Wednesday at the start of a month',
    '2026-12-02',
    [3],
    ['daily', 'workdays', 'weekly', 'monthly', 'nth', 'yearly'],
  ],
  [
    'the fourth Saturday, which is the last',
    '2026-11-28',
    [6],
    ['daily', 'weekly', 'monthly', 'nth', 'last', 'yearly'],
  ],
  ['a fifth Sunday', '2026-11-29', [7], ['daily', 'weekly', 'monthly', 'last', 'yearly']],
  [
    'a Sunday to which a series for work was moved',
    '2026-11-29',
    [1, 2, 3, 4, 5],
    ['daily', 'workdays', 'weekly', 'monthly', 'last', 'yearly'],
  ],
];

for (const [day, start, chosen, names] of rows)
  test(`the ways to repeat ${day}`, () =>
    assert.deepEqual(
      repeatPresets(`${start}T09:00:00`, chosen).map(({ name }) => name),
      names,
    ));

test('"every week" is on the weekday of the start', () => {
  const weekly = repeatPresets('2026-11-28', []).find(({ name }) => name === 'weekly');
  assert.deepEqual(weekly?.weekdays, [6]);
});
