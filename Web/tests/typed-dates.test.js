import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateText, formatFor, hourTexts, timesIn, timeText } from '../i18n/format.js';
import { readDate } from '../i18n/reading/date-reading.js';
import { readTime } from '../i18n/reading/time-reading.js';

const today = '2026-03-11';
const from = { today, base: '2026-05-20' };

/** What is typed in each locale, and the date it means. @type {Record<string, [string, string][]>} */
const dates = {
  'en-US': [
    ['12/24', '2026-12-24'],
    ['3/4', '2027-03-04'],
    ['24/12', '2026-12-24'],
    ['3/12/27', '2027-03-12'],
    ['24.12.', '2026-12-24'],
    ['dec 24', '2026-12-24'],
    ['Thursday, March 12, 2026', '2026-03-12'],
    ['2026-12-24', '2026-12-24'],
    ['20261224', '2026-12-24'],
    ['+3', '2026-03-14'],
    ['9', '2026-05-09'],
    ['13/13', ''],
    ['2/30/2026', ''],
    ['fri', ''],
    ['march madness', ''],
    ['', ''],
  ],
  'en-GB': [
    ['12/3', '2026-03-12'],
    ['24/12', '2026-12-24'],
    ['12 mar 2027', '2027-03-12'],
    ['-1', '2026-03-10'],
  ],
  'de-DE': [
    ['24.12.', '2026-12-24'],
    ['1.2.27', '2027-02-01'],
    ['12. März 2026', '2026-03-12'],
    ['24/12', '2026-12-24'],
  ],
  'fa-IR': [
    ['۲۰۲۶/۱۲/۲۴', '2026-12-24'],
    ['2026/12/24', '2026-12-24'],
  ],
  'ar-EG': [
    ['٢٤/١٢/٢٠٢٦', '2026-12-24'],
    ['24/12', '2026-12-24'],
  ],
  'ja-JP': [
    ['2026/12/24', '2026-12-24'],
    ['12/24', '2026-12-24'],
    ['2026年12月24日', '2026-12-24'],
  ],
};

/** @type {Record<string, [string, string][]>} */
const times = {
  'en-US': [
    ['9p', '21:00'],
    ['9:15 am', '09:15'],
    ['9 p.m.', '21:00'],
    ['12am', '00:00'],
    ['12 pm', '12:00'],
    ['1430', '14:30'],
    ['930', '09:30'],
    ['3', '15:00'],
    ['03', '03:00'],
    ['9', '09:00'],
    ['24:00', '00:00'],
    ['25', ''],
    ['9:60', ''],
    ['noonish', ''],
  ],
  'en-GB': [['14.30', '14:30']],
  'de-DE': [
    ['14.30', '14:30'],
    ['14h', '14:00'],
  ],
  'fa-IR': [['۱۴:۳۰', '14:30']],
  'ar-EG': [
    ['٢:٣٠ م', '14:30'],
    ['2:30 ص', '02:30'],
  ],
  'ja-JP': [
    ['午後2:30', '14:30'],
    ['14時30分', '14:30'],
  ],
};

for (const [locale, rows] of Object.entries(dates)) {
  test(`dates as one types them: ${locale}`, () => {
    formatFor(locale);
    for (const [text, expected] of rows) assert.equal(readDate(text, from), expected, text);
  });

  test(`a date field reads what it writes: ${locale}`, () => {
    formatFor(locale);
    for (const date of ['2026-01-05', '2026-03-12', '2027-12-31']) {
      const text = dateText(date, 'shortWeekdayYear');
      assert.equal(readDate(text, from), date, text);
    }
  });
}

for (const [locale, rows] of Object.entries(times)) {
  test(`times as one types them: ${locale}`, () => {
    formatFor(locale);
    for (const [text, expected] of rows) assert.equal(readTime(text), expected, text);
  });

  for (const hours of /** @type {const} */ (['12', '24'])) {
    test(`a time field reads what it writes: ${locale} with ${hours} hours`, () => {
      formatFor(locale, hours);
      for (const time of ['00:00', '09:05', '12:00', '13:30', '23:59'])
        assert.equal(readTime(timeText(time)), time, timeText(time));
    });
  }
}

for (const [tag, hours, at13, inTokyo] of /** @type {const} */ ([
  ['en-US', '24', '13:00', '22:30'],
  ['en-US', '', '1 PM', '10:30 PM'],
  ['de', '12', '1 PM', '10:30 PM'],
  ['de', '', '13:00', '22:30'],
])) {
  test(`the hours at the side have the chosen clock: ${tag} ${hours}`, () => {
    formatFor(tag, hours);
    assert.equal(hourTexts()[13], at13);
    assert.deepEqual(timesIn([Date.UTC(2026, 2, 11, 13, 30)], 'Asia/Tokyo'), [inTokyo]);
  });
}
