import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf, isCrowded } from '../views/month/simplified-week.js';

const chip = { column: 0, span: 1, lane: 0, color: 'blue', bar: false, past: false };
const allDays = { places: [0, 1, 2, 3, 4, 5, 6], isWide: false };
const withoutWeekend = { places: [0, 1, 2, 3, 4, -1, -1], isWide: false };

/** @returns {string[]} The position and size of each block. */
const placesOf = (chips, look = allDays, isLeftward = false) =>
  [
    ...blocksOf({ chips: chips.map((own) => ({ ...chip, ...own })) }, look, isLeftward).matchAll(
      /\) (\d\S* \S+ \/ \S+ \S+) no-repeat/g,
    ),
  ].map(([, place]) => place);

test('a week with ten events is crowded', () => {
  assert.equal(isCrowded({ chips: Array(10).fill(chip) }), true);
  assert.equal(isCrowded({ chips: Array(9).fill(chip) }), false);
});

for (const [name, chips, look, isLeftward, expected] of [
  ['the first day', [{}], allDays, false, ['0.00% 0rem / 14.29% 1rem']],
  [
    'the last day, in the second lane',
    [{ column: 6, lane: 1 }],
    allDays,
    false,
    ['100.00% 1.125rem / 14.29% 1rem'],
  ],
  ['the first day, from right to left', [{}], allDays, true, ['100.00% 0rem / 14.29% 1rem']],
  [
    'two days from the third on',
    [{ column: 2, span: 2 }],
    allDays,
    false,
    ['40.00% 0rem / 28.57% 1rem'],
  ],
  ['a whole week', [{ span: 7 }], allDays, false, ['0.00% 0rem / 100.00% 1rem']],
  [
    'Friday to Sunday without the weekend',
    [{ column: 4, span: 3 }],
    withoutWeekend,
    false,
    ['100.00% 0rem / 20.00% 1rem'],
  ],
  [
    'only hidden days',
    [{ column: 5, span: 2 }, {}],
    withoutWeekend,
    false,
    ['0.00% 0rem / 20.00% 1rem'],
  ],
  [
    'a wide month',
    [{ lane: 2 }],
    { ...allDays, isWide: true },
    false,
    ['0.00% 2rem / 14.29% 0.9375rem'],
  ],
])
  test(`a block lies where its event does: ${name}`, () =>
    assert.deepEqual(placesOf(chips, look, isLeftward), expected));

test('bars of several days have their calendar’s colour, and other events and past ones its tint', () => {
  const paint = (own) =>
    blocksOf({ chips: [{ ...chip, ...own }] }, allDays, false).match(/var\((--\S+)\)/)?.[1];
  assert.equal(paint({ bar: true }), '--blue');
  assert.equal(paint({ bar: true, past: true }), '--blue-tint');
  assert.equal(paint({}), '--blue-tint');
});
