import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widths } from '../layout/hour-strip.js';
import { TimelineGeometry } from '../layout/timeline-geometry.js';

const sizes = { widthPx: 756, heightPx: 640, gutterPx: 56, headPx: 40, hourPx: 60, dayPx: 100 };
const ltr = new TimelineGeometry({ ...sizes, days: 7, base: 1000, first: 1400, topPx: 480 });
const rtl = ltr.with({ sign: -1 });
const frame = { left: 200, right: 956, top: 100 };

for (const [name, geometry, scrolledPx] of [
  ['from left to right', ltr, 40_000],
  ['from right to left', rtl, -40_000],
]) {
  test(`${name}, a day’s place matches the scroll position`, () => {
    assert.equal(geometry.xOf(1400), 40_000);
    assert.equal(geometry.leftOf(1400), scrolledPx);
    assert.equal(geometry.dayAtStart(scrolledPx), 1400);
    assert.equal(geometry.dayAtStart(scrolledPx + geometry.sign * 30), 1400.3);
  });

  test(`${name}, a pointer finds the day and minute under it`, () => {
    for (let day = 1400; day < 1407; day += 1) {
      for (let minute = 480; minute < 1080; minute += 15) {
        const x = geometry.xOf(day) - Math.abs(scrolledPx) + geometry.gutterPx + 1;
        const clientX = geometry.sign > 0 ? frame.left + x : frame.right - x;
        const clientY = frame.top + geometry.headPx + geometry.yOf(minute) - geometry.topPx;
        assert.deepEqual(geometry.placeAt(frame, scrolledPx, { clientX, clientY }), {
          day,
          minute,
          isHead: false,
        });
      }
    }
  });
}

for (const [what, clientX, clientY, expected] of [
  ['the head', 300, 120, { day: 1400, minute: 460, isHead: true }],
  ['the gutter', 210, 140, { day: 1399, minute: 480, isHead: false }],
  ['far below', 300, 9999, { day: 1400, minute: 1439, isHead: false }],
  ['far above', 300, -9999, { day: 1400, minute: 0, isHead: true }],
]) {
  test(`a pointer over ${what} finds day ${expected.day}, minute ${expected.minute}`, () =>
    assert.deepEqual(ltr.placeAt(frame, 40_000, { clientX, clientY }), expected));
}

for (const [minute, expected] of [
  [-10, 0],
  [0, 0],
  [600, 600],
  // Scrolled to the end, the last hour has a little room below it.
  [1439, 24 * 60 + 40 + 24 - 640],
]) {
  test(`the hours scroll to ${expected} for minute ${minute}`, () =>
    assert.equal(ltr.topFor(minute), expected));
}

test('the days and minutes on the screen', () => {
  assert.deepEqual([ltr.topMinute, ltr.bottomMinute], [480, 1080]);
  assert.deepEqual(
    [1399, 1400, 1406, 1407].map((day) => ltr.isSeen(day)),
    [false, true, true, false],
  );
});

test('a geometry is immutable: a change makes a new one', () => {
  const wide = ltr.with({ dayPx: 200 });
  assert.deepEqual([ltr.dayPx, wide.dayPx, wide.hourPx], [100, 200, 60]);
  assert.throws(() => {
    ltr.dayPx = 300;
  }, TypeError);
});

test('hours are higher where the day would otherwise end above the bottom of an upright tablet', () => {
  const usual = (values) => new TimelineGeometry({ firstHour: 9, ...values }).usualHourPx;
  assert.equal(usual({ widthPx: 1200, heightPx: 740 }), 48);
  assert.equal(usual({ widthPx: 1200, heightPx: 1000 }), 48);
  assert.equal(usual({ widthPx: 820, heightPx: 891 }), 55);
  assert.equal(usual({ widthPx: 820, heightPx: 1500 }), 60);
  assert.equal(usual({ widthPx: 390, heightPx: 1500 }), 52);
});

test('the hours at the side are narrower on phones and tablets than on a desktop', () => {
  assert.deepEqual(widths(390, 1, 1, 1), { dayPx: 338, gutterPx: 52 });
  assert.deepEqual(widths(820, 1, 1, 1), { dayPx: 768, gutterPx: 52 });
  assert.deepEqual(widths(1200, 1, 1, 1), { dayPx: 1144, gutterPx: 56 });
});

test('what is left of the width by whole pixels for each day belongs to the hours', () =>
  assert.deepEqual(widths(390, 7, 1, 1), { dayPx: 48, gutterPx: 54 }));
