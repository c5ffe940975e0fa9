import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openingMinute } from '../layout/hour-strip.js';

const hourPx = 48;
const isOthers = (/** @type {string} */ calendar) => calendar === 'colleague';
/** Ten hours fit on the screen. */
const heightPx = 10 * hourPx;

/** @param {number | undefined} nowHour @param {number[]} starts Hours at which events begin. */
function day(nowHour, starts) {
  return {
    today: nowHour !== undefined,
    nowMinute: nowHour === undefined ? undefined : nowHour * 60,
    pieces: starts.map((hour) => ({ startsHere: true, from: hour * 60 })),
  };
}

for (const [what, days, expected] of [
  ['on a day without events, a little before work begins', [day(undefined, [])], 8.25],
  ['before the first event', [day(undefined, [7, 12])], 6.25],
  ['before the first event of all days', [day(undefined, [12]), day(undefined, [6])], 5.25],
  ['before work, if the first event comes later', [day(undefined, [14])], 8.25],
  ['at night, as during the day', [day(1, [12])], 8.25],
  ['in the morning, as at any time', [day(10, [12])], 8.25],
  ['in the evening, a third of the screen before now', [day(20, [12])], 20 - 10 / 3],
  ['at midnight if an event begins there', [day(undefined, [0])], 0],
])
  test(`hours open ${what}`, () => {
    const minute = openingMinute(
      /** @type {TimelineDay[]} */ (days),
      9,
      heightPx,
      hourPx,
      isOthers,
    );
    assert.equal(Math.round(minute), Math.round(expected * 60));
  });

test('an event that goes on from the day before does not count', () => {
  const night = { ...day(undefined, []), pieces: [{ startsHere: false, from: 0 }] };
  assert.equal(
    openingMinute(
      [/** @type {TimelineDay} */ (/** @type {unknown} */ (night))],
      9,
      heightPx,
      hourPx,
      isOthers,
    ),
    8.25 * 60,
  );
});

test("other people's events do not count", () => {
  const early = (/** @type {string} */ calendar) => {
    const pieces = [{ startsHere: true, from: 90, calendar }];
    const days = /** @type {TimelineDay[]} */ ([{ ...day(undefined, []), pieces }]);
    return openingMinute(days, 9, heightPx, hourPx, isOthers);
  };
  assert.equal(early('colleague'), 8.25 * 60);
  assert.equal(early('own'), 45);
});
