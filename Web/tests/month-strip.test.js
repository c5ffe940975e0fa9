import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as strip from '../layout/month-strip.js';
import { dateOfDay, weekday } from '../time/civil-date.js';

for (const firstWeekday of [1, 2, 3, 4, 5, 6, 7]) {
  test(`the strip that starts on weekday ${firstWeekday} covers every day from 1900 to 2200 once`, () => {
    const { firstDay, weeks } = strip.stripOf(firstWeekday);
    assert.equal(weekday(dateOfDay(firstDay)), firstWeekday);
    assert.equal(strip.weekOf('1900-01-01', firstDay), 0);
    assert.equal(strip.weekOf('2200-12-31', firstDay), weeks - 1);
    for (const date of ['1900-01-07', '1999-12-31', '2026-11-21', '2200-12-25']) {
      const first = firstDay + strip.weekOf(date, firstDay) * 7;
      assert.ok(dateOfDay(first) <= date && date <= dateOfDay(first + 6));
    }
  });
}

for (const [widthPx, heightPx, scale, wide] of [
  [390, 760, 1, false],
  [320, 540, 1, false],
  [820, 1100, 1, true],
  [860, 830, 1, true],
  [390, 760, 2, false],
  [640, 900, 2, false],
]) {
  test(`at ${widthPx}×${heightPx} and ${scale * 100} % text, the rows are high enough for their contents`, () => {
    const sizes = strip.sizesFor({ widthPx, heightPx, scale });
    assert.equal(sizes.wide, wide);
    assert.ok(sizes.rowPx >= 84 * scale);
    const [numbersPx, lanePx] = wide ? [22, 16] : [36, 18];
    assert.ok((numbersPx + sizes.lanes * lanePx) * scale <= sizes.rowPx);
    assert.ok(sizes.lanes > 0);
    const compact = strip.sizesFor({ widthPx, heightPx, scale, isCompact: true });
    assert.equal(compact.lanes > 0, wide);
    assert.ok(compact.rowPx >= 52 * scale);
  });
}

for (const [heightPx, leastLanes] of [
  [600, 3],
  [800, 4],
  [1000, 6],
  [1360, 8],
  [2100, 6],
]) {
  test(`on a screen ${heightPx} px high, a month shows ${leastLanes} events a day with at most 740 elements`, () => {
    const { rowPx, lanes } = strip.sizesFor({ widthPx: 1600, heightPx, scale: 1 });
    const { first, last } = strip.readyWeeks({ topPx: 50_000, heightPx, rowPx, weeks: 15_705 });
    assert.ok((last - first + 1) * (18 + 7 * lanes) <= 740);
    assert.ok(lanes >= leastLanes, String(lanes));
  });
}

test('a window 900 px high shows six weeks with seven lines each', () => {
  const heightPx = 900 - 52 - 24;
  const { rowPx, lanes } = strip.sizesFor({ widthPx: 900, heightPx, scale: 1 });
  assert.equal(Math.round(heightPx / rowPx), 6);
  assert.equal(lanes, 7);
});

test('the strip stays below the height that browsers can scroll', () => {
  const { weeks } = strip.stripOf(1);
  const { rowPx } = strip.sizesFor({ widthPx: 2000, heightPx: 4000, scale: 2 });
  assert.ok(weeks * rowPx < 17_000_000);
});

test('the same number of rows is ready wherever the strip is scrolled to', () => {
  const counts = new Set();
  for (let topPx = 10_000; topPx < 10_400; topPx += 7) {
    const { first, last } = strip.readyWeeks({ topPx, heightPx: 800, rowPx: 120, weeks: 15_705 });
    assert.ok(first * 120 <= topPx && (last + 1) * 120 >= topPx + 800);
    counts.add(last - first + 1);
  }
  assert.equal(counts.size, 1);
});

for (const topPx of [0, 1_884_600 - 800]) {
  test(`scrolled to ${topPx} px, no week outside of the strip is ready`, () => {
    const { first, last } = strip.readyWeeks({ topPx, heightPx: 800, rowPx: 120, weeks: 15_705 });
    assert.ok(first >= 0 && last <= 15_704 && first <= last);
  });
}

test('a jump puts its week in the upper third, where it names the month', () => {
  for (const heightPx of [500, 640, 760, 1000]) {
    for (const rowPx of [84, 100, 120, 168]) {
      const topPx = strip.topForWeek(6621, { heightPx, rowPx });
      assert.equal(strip.titleWeek({ topPx, heightPx, rowPx }), 6621);
    }
  }
});

for (const [from, to, startPx] of [
  [0, 1000, 0],
  [0, 1600, 0],
  [0, 100_000, 99_200],
  [100_000, 0, 800],
]) {
  test(`from ${from} to ${to} the glide begins at ${startPx}`, () =>
    assert.equal(strip.glide(from, to, 800).startPx, startPx));
}
