import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AgendaStrip,
  agendaSizes,
  fullPx,
  middlePx,
  rowsOf,
  scrollRange,
  shiftAtRest,
  titleDate,
} from '../layout/agenda-strip.js';
import { addDays, dayNumber } from '../time/civil-date.js';

/**
 * Days with events, as the core would list them: every third day of five years, with up to five
 * events.
 */
const all = Array.from({ length: 600 }, (_, n) => ({
  date: addDays('2024-01-01', n * 3),
  events: Array.from({ length: n % 6 }, (__, k) => ({ key: `${n}-${k}` })),
}));

/** @param {number} portion @param {typeof all} [days] */
function stripOf(portion, days = all) {
  const asked = [];
  const strip = new AgendaStrip((way, date) => {
    asked.push([way, date]);
    const found =
      way > 0
        ? days.filter((day) => day.date >= date)
        : days.filter((day) => day.date < date).reverse();
    return { isWhole: found.length <= portion, days: found.slice(0, portion) };
  });
  return { strip, asked };
}

/** Each day begins where the one before it ends, and none is left out. */
function assertWhole(strip, days = all) {
  const from = days.findIndex(({ date }) => date === strip.days[0].date);
  assert.deepEqual(
    strip.days.map(({ date }) => date),
    days.slice(from, from + strip.days.length).map(({ date }) => date),
  );
  strip.days.slice(1).forEach((day, index) => {
    const before = strip.days[index];
    assert.equal(day.topPx, before.topPx + before.heightPx);
  });
}

for (const [widthPx, scale, wide] of [
  [390, 1, false],
  [599, 1, false],
  [600, 1, true],
  [820, 1.25, true],
  [820, 2, false],
  [1440, 2, true],
]) {
  test(`at ${widthPx} px and ${scale * 100} % text, a row has room for its lines`, () => {
    const sizes = agendaSizes({ widthPx, scale });
    assert.equal(sizes.wide, wide);
    assert.ok(sizes.rowPx >= (wide ? 44 : 43 + 16) * scale);
    assert.equal(sizes.headPx > 0, !wide);
  });
}

for (const portion of [1, 2, 7, 1000]) {
  test(`with ${portion} days per request, the days have no gaps and cover the screen`, () => {
    const { strip } = stripOf(portion);
    strip.layFrom('2026-05-01', middlePx);
    assert.equal(strip.days[0].topPx, middlePx);
    for (const topPx of [
      middlePx,
      middlePx + 9_000,
      middlePx - 20_000,
      middlePx + 3_000,
      middlePx - 50_000,
      middlePx,
    ]) {
      strip.reach(topPx - 800, topPx + 1_600);
      assertWhole(strip);
      assert.ok(strip.topPx <= topPx - 800 || strip.isFirst);
      assert.ok(strip.bottomPx >= topPx + 1_600 || strip.isLast);
    }
    const day = strip.nearest('2026-05-01');
    assert.equal(day.topPx, middlePx, 'the day is where it was before scrolling');
    assert.ok(dayNumber(day.date) >= dayNumber('2026-05-01'));
  });
}

test('days far from the screen are dropped, so memory stays bounded', () => {
  const { strip } = stripOf(20);
  strip.layFrom('2024-01-01', middlePx);
  let most = 0;
  for (let topPx = middlePx; topPx < middlePx + 90_000; topPx += 700) {
    strip.reach(topPx - 700, topPx + 1_400);
    most = Math.max(most, strip.days.length);
  }
  assert.ok(most < 250, `${most} days`);
  assert.ok(!strip.isFirst && strip.days[0].date > '2024-01-01');
  assert.deepEqual(
    ['2024-01-01', strip.days[1].date, addDays(strip.days[1].date, 1)].map((date) =>
      strip.has(date),
    ),
    [false, true, true],
  );
});

test('the strip stops asking a core that has no more days', () => {
  const strip = new AgendaStrip((way) => ({
    isWhole: false,
    days: way > 0 && strip.days.length === 0 ? [{ date: '2026-03-11', events: [] }] : [],
  }));
  strip.layFrom('2026-03-11', middlePx);
  strip.reach(middlePx - 800, middlePx + 1_600);
  assert.deepEqual(
    strip.days.map(({ date }) => date),
    ['2026-03-11'],
  );
  assert.equal(rowsOf(strip.days[0]), 1);
});

test('laid out from a date after the last day, the strip begins with that day', () => {
  const { strip } = stripOf(5);
  strip.layFrom('2190-01-01', middlePx);
  assert.equal(strip.days.at(-1).date, all.at(-1).date);
  assert.equal(strip.at(middlePx).topPx, strip.days[0].topPx);
});

test('scrolling stops at the first and the last day', () => {
  const heightPx = 800;
  assert.deepEqual(
    scrollRange({ topPx: 5_000, bottomPx: 9_000, isFirst: false, isLast: false }, heightPx),
    { least: 0, most: fullPx - heightPx },
  );
  assert.deepEqual(
    scrollRange({ topPx: 5_000, bottomPx: 9_000, isFirst: true, isLast: true }, heightPx),
    { least: 5_000, most: 8_200 },
  );
  assert.deepEqual(
    scrollRange({ topPx: 0, bottomPx: 300, isFirst: true, isLast: true }, heightPx),
    { least: 0, most: 0 },
  );
});

test('at rest the first day moves to the top, and other places back to the middle', () => {
  assert.equal(shiftAtRest({ topPx: 5_000, isFirst: true }, 6_000), -5_000);
  assert.equal(shiftAtRest({ topPx: 0, isFirst: true }, 6_000), 0);
  assert.equal(shiftAtRest({ topPx: 5_000, isFirst: false }, middlePx + 100_000), 0);
  assert.equal(shiftAtRest({ topPx: 5_000, isFirst: false }, middlePx + 300_000), -300_000);
  assert.equal(shiftAtRest({ topPx: 5_000, isFirst: false }, 100), middlePx - 100);
});

test('only the rows near the screen are shown of a long day', () => {
  const { strip } = stripOf(5, [
    { date: '2026-03-11', events: Array.from({ length: 500 }, (_, n) => ({ key: String(n) })) },
  ]);
  strip.layFrom('2026-03-11', 0);
  const [day] = strip.days;
  const { rowPx, headPx } = strip.sizes;
  assert.deepEqual(strip.rowsBetween(day, 0, headPx + rowPx), { first: 0, last: 1 });
  assert.deepEqual(strip.rowsBetween(day, headPx + 100 * rowPx, headPx + 110 * rowPx - 1), {
    first: 100,
    last: 109,
  });
  assert.equal(strip.rowsBetween(day, 1e6, 2e6).last, 499);
  assert.equal(strip.rowTop(day, 3), headPx + 3 * rowPx);
});

test('the active day names the list in the upper third of the screen, else the day at a third', () => {
  const { strip } = stripOf(40);
  strip.sizes = agendaSizes({ widthPx: 400, scale: 1 });
  strip.layFrom('2026-01-01', middlePx);
  strip.reach(middlePx - 1000, middlePx + 3000);
  const [heightPx, first] = [900, strip.at(middlePx)];
  const dateAtThird = strip.at(middlePx + heightPx / 3)?.date;
  assert.ok(first && dateAtThird && dateAtThird > first.date);
  assert.equal(titleDate(strip, middlePx, heightPx, first.date), first.date);
  const low = strip.at(middlePx + heightPx - 10)?.date ?? '';
  assert.equal(titleDate(strip, middlePx, heightPx, low), dateAtThird);
});
