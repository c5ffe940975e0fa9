// What a date field or a time field shows, it reads back: in every locale that a browser may have.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateText, formatFor, timeText } from '../i18n/format.js';
import { readDate } from '../i18n/reading/date-reading.js';
import { readTime } from '../i18n/reading/time-reading.js';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));
/** Every language that this Node knows: some 250, with one region and script each. */
const languages = Intl.DateTimeFormat.supportedLocalesOf([
  ...pairs,
  ...pairs.flatMap((pair) => letters.map((third) => pair + third)),
]);
/** Other regions, scripts, digits, calendars and clocks of some of them. */
const others = [
  ...[
    'ar-EG',
    'ar-IR',
    'ar-MA',
    'ar-SA',
    'az-Cyrl',
    'bn-IN',
    'bs-Cyrl',
    'ckb-IR',
    'de-AT',
    'de-CH',
  ],
  ...['en-AU', 'en-CA', 'en-GB', 'en-IN', 'en-SE', 'en-US', 'en-ZA', 'es-MX', 'es-US', 'fa-AF'],
  ...['fr-CA', 'fr-CH', 'it-CH', 'ko-KP', 'ks-Deva', 'mr-IN', 'my-MM', 'ne-NP', 'pa-Arab', 'pt-PT'],
  ...['sd-Deva', 'sr-Latn', 'sw-CD', 'ta-LK', 'th-TH', 'ur-IN', 'uz-Arab', 'uz-Cyrl', 'yue-Hans'],
  ...[
    'zh-HK',
    'zh-SG',
    'zh-TW',
    'ar-u-nu-latn',
    'en-u-nu-adlm',
    'en-u-nu-mathsans',
    'fa-u-nu-latn',
  ],
  ...['th-u-nu-thai', 'zh-u-nu-hanidec', 'de-u-nu-fullwide', 'en-u-ca-buddhist', 'th-u-ca-gregory'],
  ...['ja-u-ca-japanese', 'zh-TW-u-ca-roc', 'fa-u-ca-persian', 'he-u-ca-hebrew', 'ar-u-ca-islamic'],
  ...['am-u-ca-ethiopic', 'en-u-ca-coptic', 'hi-u-ca-indian', 'zh-u-ca-chinese', 'en-u-ca-iso8601'],
  ...['en-u-hc-h11', 'ja-u-hc-h11', 'en-u-hc-h24', 'de-u-hc-h12'],
];
const today = '2026-03-11';

/** @param {string} locale @param {readonly string[]} dates */
function datesThatDiffer(locale, dates) {
  formatFor(locale);
  return dates
    .map((date) => [date, dateText(date, 'shortWeekdayYear')])
    .filter(([date = '', text = '']) => readDate(text, { today }) !== date);
}

/** The first and the last day that a field takes, days that are months too, and ends of eras. */
const somewhere = [
  ...['1900-01-01', '1911-11-11', '1912-02-29', '1926-12-25', '1989-01-07', '2012-12-12'],
  ...['2019-05-01', '2024-02-29', '2025-03-31', '2026-04-05', '2026-05-06', '2026-06-30'],
  ...['2026-07-07', '2026-08-20', '2026-09-20', '2026-10-10', '2127-01-02', '2200-12-31'],
];

test('a date field reads what it shows, in every language', () => {
  assert.ok(languages.length > 200, `${languages.length} languages`);
  for (const locale of [...languages, ...others])
    assert.deepEqual(datesThatDiffer(locale, somewhere), [], locale);
});

for (const locale of ['cs', 'fi', 'he', 'ko', 'pt-PT', 'th', 'ar-EG', 'ja-u-ca-japanese'])
  test(`a date field reads every day of some years that it shows: ${locale}`, () => {
    const days = [1989, 2026].flatMap((year) =>
      Array.from({ length: 365 }, (_, day) =>
        new Date(Date.UTC(year, 0, day + 1)).toISOString().slice(0, 10),
      ),
    );
    assert.deepEqual(datesThatDiffer(locale, days), []);
  });

test('a date field reads the example that it gives', () => {
  for (const locale of [...languages, ...others]) {
    formatFor(locale);
    const example = dateText('2026-11-28', 'shortYear');
    assert.equal(readDate(example, { today }), '2026-11-28', `${locale}: ${example}`);
  }
});

test('a time field reads what it shows, in every language and with both clocks', () => {
  const times = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')).flatMap(
    (hour) => ['00', '05', '12', '59'].map((minute) => `${hour}:${minute}`),
  );
  for (const locale of [...languages, ...others])
    for (const hours of /** @type {const} */ (['', '12', '24'])) {
      formatFor(locale, hours);
      const different = times.filter((time) => readTime(timeText(time)) !== time);
      assert.deepEqual(different, [], `${locale} ${hours}: ${timeText('00:00')}`);
    }
});

/** What somebody makes of the text in the field, and the date it means. @type {[string, string, string][]} */
const changed = [
  ['cs', 'čt 14. 3. 2026', '2026-03-14'],
  ['cs', '14. 3.', '2026-03-14'],
  ['fi', 'to 14.3.2026', '2026-03-14'],
  ['pt', '14 de mar. de 2026', '2026-03-14'],
  ['pt', '14 de março', '2026-03-14'],
  ['pt-PT', 'quinta, 14/03/2026', '2026-03-14'],
  ['he', 'יום ה׳, 14 במרץ 2026', '2026-03-14'],
  ['ko', '2026년 3월 14일 (목)', '2026-03-14'],
  ['ja', '2026年3月14日(木)', '2026-03-14'],
  ['vi', '14 thg 3', '2026-03-14'],
  ['th', 'ศุกร์ 14 มี.ค. 2569', '2026-03-14'],
  ['th', '14 มี.ค. 2026', '2026-03-14'],
  ['th', '14/3/2569', '2026-03-14'],
  ['th', '14/3/69', '2026-03-14'],
  ['th', '14/3/2026', '2026-03-14'],
  ['ja-u-ca-japanese', '令和8年3月14日', '2026-03-14'],
  ['ja-u-ca-japanese', '令和元年5月1日', '2019-05-01'],
  ['zh-TW-u-ca-roc', '民國115年3月14日', '2026-03-14'],
  ['de', 'Do., 14. März 2026', '2026-03-14'],
  ['en-US', 'Thu, Mar 14, 2026', '2026-03-14'],
  ['en-US', 'Mar 32, 2026', ''],
  ['cs', '31. 2. 2026', ''],
];
for (const [locale, text, expected] of changed)
  test(`a date that was changed within its text: ${locale}: ${text}`, () => {
    formatFor(locale);
    assert.equal(readDate(text, { today }), expected);
  });
