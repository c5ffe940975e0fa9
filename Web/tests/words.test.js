import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  bareClockText,
  dateText,
  daysText,
  formatFor,
  shortTimeText,
  spanText,
  timeText,
  weekdayText,
} from '../i18n/format.js';
import { direction, weekSettings } from '../i18n/locale.js';
import { firstInFigures } from '../i18n/reading/own-words.js';
import { addStrings, t } from '../i18n/strings.js';
import { textDirection } from '../i18n/text-direction.js';
import { parseRoute } from '../state/route.js';
import { Settings } from '../state/settings.js';
import { lastOfTen, monthlyChoices } from '../time/monthly-choices.js';
import { views } from '../views/views.js';

addStrings('en', JSON.parse(readFileSync(new URL('../strings/en.json', import.meta.url), 'utf8')));

test('what somebody typed doesn’t turn the direction of the sentence it stands in', () => {
  const marks = '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069';
  addStrings('en', { 'test-greeting': 'From {name} to you' });
  const greet = /** @type {Message} */ ('test-greeting');
  assert.equal(t(greet, { name: `A${marks}b` }), 'From Ab to you');
  assert.equal(t(greet, { name: '\u200Fא' }), 'From \u200Fא to you');
});

test('of a long title, a message says the beginning, so that the rest of the sentence is there', () => {
  addStrings('en', { 'test-change': '“{title}” changed by {name}' });
  const change = (title) =>
    t(/** @type {Message} */ ('test-change'), { title, name: 'B'.repeat(200) });
  assert.equal(change('A'.repeat(120)), `“${'A'.repeat(120)}” changed by ${'B'.repeat(200)}`);
  assert.equal(change('😀'.repeat(700_000)).slice(0, 245), `“${'😀'.repeat(120)}…” c`);
});

test('dates and times are written in the locale’s style, whatever the machine’s zone', () => {
  formatFor('en-GB');
  assert.match(dateText('2026-03-11', 'full'), /^Wednesday,? 11 March 2026$/);
  assert.match(timeText('2026-03-11T09:05:00'), /^0?9:05$/);
  assert.equal(weekdayText(7, 'weekdayLong'), 'Sunday');
  formatFor('en-US');
  assert.match(timeText('14:00'), /^2:00\sPM$/);
  formatFor('de');
  assert.equal(dateText('2026-03-11', 'month'), 'März 2026');
});

for (const [tag, time, expected] of [
  ['en-US', '14:00', '2pm'],
  ['en-US', '11:30', '11:30am'],
  ['de', '14:00', '14:00'],
  ['fr', '14:05', '14:05'],
]) {
  test(`in a cell of the month, ${time} is ${expected} in ${tag}`, () => {
    formatFor(tag);
    assert.equal(shortTimeText(time), expected);
  });
}

test('days have their year whenever it isn’t this one', () => {
  formatFor('en-GB');
  const today = '2026-11-18';
  assert.match(daysText('2026-11-20', '2026-11-20', today), /^Fri,? 20 Nov$/);
  assert.match(daysText('2026-11-20T09:00:00', '2026-11-20T10:00:00', today), /^Fri,? 20 Nov$/);
  assert.match(daysText('2027-03-05', '2027-03-05', today), /^Fri,? 5 Mar 2027$/);
  assert.match(
    daysText('2026-12-20', '2027-01-03', today),
    /^Sun,? 20 Dec 2026 – Sun,? 3 Jan 2027$/,
  );
});

test('an event’s times leave out the date of the day it is listed under', () => {
  formatFor('en-GB');
  const night = { allDay: false, start: '2026-11-21T22:00:00', end: '2026-11-22T02:00:00' };
  assert.match(spanText(night, '2026-11-21'), /^22:00 – Sun,? 22 Nov, 0?2:00$/);
  assert.equal(
    spanText({ allDay: true, start: '2026-11-21', end: '2026-11-21', lastDate: '2026-11-21' }),
    '',
  );
  const year = { allDay: true, start: '2026-12-01', end: '2027-11-30' };
  assert.equal(spanText(year), '1 Dec 2026 – 30 Nov 2027');
  const eve = { allDay: false, start: '2026-12-31T22:00:00', end: '2027-01-01T02:00:00' };
  assert.match(spanText(eve, '2026-12-31'), /^22:00 – 1 Jan 2027, 0?2:00$/);
});

test('a count chooses singular or plural, and an untranslated message stays English', () => {
  assert.equal(t('eventCount', { n: 1 }), '1 event');
  assert.equal(t('eventCount', { n: 0 }), '0 events');
  addStrings('de', { today: 'Heute' });
  assert.equal(t('today'), 'Heute');
  assert.equal(t('save'), 'Save');
  addStrings('en', { today: 'Today' });
});

for (const [tag, firstWeekday, weekend, side] of [
  ['de-DE', 1, [6, 7], 'ltr'],
  ['en-US', 7, [6, 7], 'ltr'],
  ['ar-EG', 6, [5, 6], 'rtl'],
  ['he-IL', 7, [5, 6], 'rtl'],
]) {
  test(`the week of ${tag} starts on ${firstWeekday}`, () => {
    const week = weekSettings(tag);
    assert.equal(week.firstWeekday, firstWeekday);
    if (tag !== 'he-IL') assert.deepEqual(week.weekend, weekend);
    assert.equal(direction(tag), side);
  });
}

/** @param {() => void} run Runs as in a browser without week data. */
function withoutWeekData(run) {
  const proto = Intl.Locale.prototype;
  const { weekInfo, getWeekInfo } = Object.getOwnPropertyDescriptors(proto);
  delete proto.weekInfo;
  delete proto.getWeekInfo;
  try {
    run();
  } finally {
    if (weekInfo) Object.defineProperty(proto, 'weekInfo', weekInfo);
    if (getWeekInfo) Object.defineProperty(proto, 'getWeekInfo', getWeekInfo);
  }
}

for (const [tag, firstWeekday, weekend] of [
  ['ar-SA', 7, [5, 6]],
  ['ar-AE', 1, [6, 7]],
  ['ar', 6, [5, 6]],
  ['fa-IR', 6, [5]],
  ['dv-MV', 5, [6, 7]],
  ['hi-IN', 7, [7]],
  ['en-ZZ', 1, [6, 7]],
  ['tlh', 1, [6, 7]],
]) {
  test(`without week data in the browser, the week of ${tag} starts on ${firstWeekday}`, () =>
    withoutWeekData(() => assert.deepEqual(weekSettings(tag), { firstWeekday, weekend })));
}

/** Every two-letter code that this machine knows as a region. */
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const regions = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => new Intl.DisplayNames('en', { type: 'region' }).of(code) !== code);
/** The version of CLDR that the fallback comes from. */
const cldr = '48';
const isOther = !process.versions.cldr.startsWith(`${cldr}.`);

test(
  'without week data in the browser, every region has the week that CLDR gives it',
  {
    skip: isOther && `the fallback is from CLDR ${cldr}, this is ${process.versions.cldr}`,
  },
  () => {
    const known = regions.map((region) => {
      const { firstDay, weekend } = new Intl.Locale(`en-${region}`).weekInfo;
      return [region, firstDay, weekend];
    });
    assert.ok(regions.length > 250);
    withoutWeekData(() => {
      const told = regions.map((region) => {
        const { firstWeekday, weekend } = weekSettings(`en-${region}`);
        return [region, firstWeekday, weekend];
      });
      assert.deepEqual(told, known);
    });
  },
);

for (const [date, expected] of [
  ['2026-11-21', { day: 21, weekday: 6, nth: 3, isLast: false, isLastDay: false }],
  ['2026-11-30', { day: 30, weekday: 1, nth: 5, isLast: true, isLastDay: true }],
  ['2026-02-22', { day: 22, weekday: 7, nth: 4, isLast: true, isLastDay: false }],
]) {
  test(`the ways to repeat ${date} every month`, () =>
    assert.deepEqual(monthlyChoices(date), expected));
}

for (const [path, date] of [
  ['/month/2026-11-21', '2026-11-21'],
  ['/day/2026-11-21', '2026-11-21'],
  ['/month/2026-02-30', null],
  ['/', null],
  ['/month/', null],
  ['/week/2026-11-21', '2026-11-21'],
  ['/days/2026-11-21', '2026-11-21'],
  ['/year/2026', '2026-01-01'],
  ['/year/2027-05-14', '2027-05-14'],
  ['/year/26', null],
  ['/month/2026', null],
]) {
  test(`the address ${path} asks for ${date}`, () => assert.equal(parseRoute(path).date, date));
}

test('an address can name a draft, the search or a page, or hand something over', () => {
  assert.deepEqual(parseRoute('/new', '?title=Tea').draft, { title: 'Tea' });
  assert.equal(parseRoute('/new', '?title=Tea&google=x').received, '');
  assert.equal(parseRoute('/week/2026-11-21', '?google=x').received, '?google=x');
  assert.deepEqual(
    ['/search', '/settings', '/month/2026-03-11'].map((path) => parseRoute(path).isSearch),
    [true, false, false],
  );
  assert.deepEqual(
    ['/settings', '/settings/views', '/settings/views/', '/search'].map(
      (path) => parseRoute(path).page,
    ),
    ['settings', 'settings/views', 'settings/views', ''],
  );
});

test('settings follow the locale until something is chosen, and survive a broken storage', () => {
  const stored = new Map([['meantime.settings', '{broken']]);
  const storage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => stored.set(key, value),
  };
  const settings = new Settings('de-DE', storage);
  assert.equal(settings.firstWeekday, 1);
  settings.change({ firstWeekday: 7 });
  assert.equal(new Settings('de-DE', storage).firstWeekday, 7);
});

test('each weekday has the usual working hours, hours of its own, or none', () => {
  const storage = { getItem: () => null, setItem: () => {} };
  const settings = new Settings('de-DE', /** @type {any} */ (storage));
  const hours = () => [1, 3, 6].map((weekday) => settings.hoursOn(weekday));
  assert.deepEqual(hours(), [[9, 17], [9, 17], null]);
  settings.change({ workHours: [8.25, 16.5], weekdayHours: { 3: null, 6: [10, 12] } });
  assert.deepEqual(hours(), [[8.25, 16.5], null, [10, 12]]);
});

for (const [text, direction] of [
  ['Lunch', 'ltr'],
  ['عيد ميلاد', 'rtl'],
  ['12 – שבת', 'rtl'],
  ['🎂 Ana', 'ltr'],
  ['123', 'ltr'],
]) {
  test(`"${text}" runs ${direction}`, () => assert.equal(textDirection(text, 'ltr'), direction));
}

test('the browser tests cover every view', () => {
  const text = readFileSync(
    new URL('../../Tests/Browser/support/calendar_page.py', import.meta.url),
    'utf8',
  );
  const listed = text.match(/^VIEWS = (\{.*\})$/m)?.[1] ?? '{}';
  assert.deepEqual(
    JSON.parse(listed),
    Object.fromEntries(Object.entries(views).map(([name, { letter }]) => [name, letter])),
  );
});

test('a numeric date begins with the day or the month, by locale', () => {
  const first = ['en-US', 'en-GB', 'de', 'ja'].map((tag) => {
    formatFor(tag);
    return firstInFigures();
  });
  assert.deepEqual(first, ['month', 'day', 'day', 'month']);
  formatFor('en-GB');
});

for (const [kind, interval, expected] of [
  ['daily', 1, '2026-03-20'],
  ['weekly', 2, '2026-07-15'],
  ['monthly', 3, '2028-06-11'],
  ['yearly', 1, '2035-03-11'],
  ['yearly', 99, '2200-12-31'],
]) {
  test(`the end offered for ${kind}, interval ${interval}, leaves about ten occurrences`, () => {
    assert.equal(lastOfTen('2026-03-11', kind, interval), expected);
  });
}

test('dates are in the months of the page, whatever calendar the language has', () => {
  const all = ['full', 'month', 'dayMonth'];
  const shown = (tag) => {
    formatFor(tag);
    return all.map((shape) => dateText('2026-03-11', shape));
  };
  assert.deepEqual(shown('fa'), ['چهارشنبه ۱۱ مارس ۲۰۲۶', 'مارس ۲۰۲۶', '۱۱ مارس']);
  assert.deepEqual(shown('th'), ['วันพุธที่ 11 มีนาคม 2569', 'มีนาคม 2569', '11 มีนาคม']);
  formatFor('en-GB');
});

test('a time can leave out its half of the day', () => {
  const noon = (tag) => {
    formatFor(tag);
    return bareClockText(45_000);
  };
  assert.deepEqual(['en-US', 'ko', 'de'].map(noon), ['12:30', '12:30', '12:30']);
  formatFor('en-GB');
});
