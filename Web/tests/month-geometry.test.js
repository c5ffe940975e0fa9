import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MonthGeometry } from '../layout/month-geometry.js';

const geometry = new MonthGeometry({ widthPx: 1200, heightPx: 720, firstWeekday: 1 });
const shown = geometry.with({ topPx: geometry.topOf('2026-03-09') });

for (const [date, isOnScreen] of [
  ['2026-03-08', false],
  ['2026-03-09', true],
  ['2026-04-19', true],
  ['2026-04-20', false],
]) {
  test(`${date} is ${isOnScreen ? '' : 'not '}on the screen when 9 March is at the top`, () =>
    assert.equal(shown.isOnScreen(date), isOnScreen));
}

test('the date at the top stays there when the size or the first weekday changes', () => {
  const { date, part } = shown.with({ topPx: shown.topPx + 30 }).topDate;
  assert.deepEqual([date, part], ['2026-03-12', 0.25]);
  for (const changed of [shown.with({ heightPx: 1400 }), shown.with({ firstWeekday: 7 })]) {
    const topPx = (changed.weekOf(date) + part) * changed.rowPx;
    const again = changed.with({ topPx }).topDate;
    assert.equal(changed.weekOf(again.date), changed.weekOf(date));
    assert.equal(again.part, part);
  }
});

test('a change of size that would name another month moves the strip by whole weeks', () => {
  // The last week of March is at a third of the height, and would be above it in lower rows.
  const wide = shown.with({ widthPx: 620, heightPx: 800 });
  const from = wide.with({ topPx: wide.topFor('2026-03-23') });
  assert.equal(from.dateAt(from.titleWeek, 6), '2026-03-29');
  const narrow = from.with({ widthPx: 500 });
  assert.ok(narrow.rowPx < from.rowPx);
  const naive = narrow.with({ topPx: narrow.topAfter(from.topDate) });
  assert.equal(naive.dateAt(naive.titleWeek, 6), '2026-04-05');
  const kept = narrow.with({ topPx: narrow.topAfter(from.topDate, from.titleWeek) });
  assert.equal(kept.dateAt(kept.titleWeek, 6), '2026-03-29');
  assert.equal(kept.topPx, naive.topPx - narrow.rowPx);
});

test('the strip doesn’t scroll beyond its ends', () => {
  assert.equal(shown.clamp(-5), 0);
  assert.equal(shown.clamp(Infinity), shown.stripPx - 720);
  assert.equal(shown.clamp(1234), 1234);
});

test('before the size is known no days are on the screen', () => {
  const unknown = new MonthGeometry({});
  assert.deepEqual(unknown.topDate, { date: '', part: 0 });
  assert.equal(unknown.seenDays.count, 0);
});

test('the days on the screen are whole weeks, one more than fits', () =>
  assert.deepEqual(shown.seenDays, { first: '2026-03-09', count: 49 }));

test('above the list of a day a phone’s month begins with the week of its first day', () => {
  const phone = new MonthGeometry({ widthPx: 390, heightPx: 672, coveredPx: 336 });
  assert.deepEqual([phone.isCompact, phone.rowPx], [true, 56]);
  for (const date of ['2026-08-01', '2026-08-31']) {
    const shown = phone.with({ topPx: phone.topFor(date) });
    assert.equal(shown.topDate.date, '2026-07-30');
    assert.equal(shown.dateAt(shown.titleWeek, 6), '2026-08-09');
    assert.ok(shown.isOnScreen(date));
  }
});

test('where the list of a day leaves less than a month, a jump still shows its day', () => {
  const phone = new MonthGeometry({ widthPx: 390, heightPx: 672, coveredPx: 616 });
  const shown = phone.with({ topPx: phone.topFor('2026-08-20') });
  assert.equal(shown.topDate.date, '2026-08-20');
  assert.ok(shown.isOnScreen('2026-08-20'));
  assert.ok(!shown.isOnScreen('2026-08-24'));
});
