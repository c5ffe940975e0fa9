import { addDays, dateOfDay, dayNumber, isDate } from '../../time/civil-date.js';
import { dateParts } from '../format.js';
import { folded } from '../text-matching.js';
import { ownYears } from './own-figures.js';
import { figuresOrder, knownMonthNames, monthNames } from './own-words.js';
import { plainFigures } from './plain-figures.js';
import { shownDates, shownDays } from './shown-dates.js';

/**
 * Reads a date as the page shows it, in figures in the locale's order, or with the name of a month
 * in its language. The core reads phrases such as "next Friday".
 *
 * @param {string} text
 * @param {{ today: string, base?: string }} from `base` is the date in the field: a lone day is one
 *   of its month.
 * @returns {string} A date; empty if the text isn't one.
 */
export function readDate(text, { today, base = today }) {
  // In East Asia the weekday comes last, after the word for the day.
  const plain = plainFigures(text)
    .toLowerCase()
    .replace(/(?<=[日일])\D+$/u, '');
  const iso = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(plain);
  if (iso) return real(iso[1], iso[2], iso[3]);
  const later = /^([+-])\s*(\d{1,4})$/.exec(plain);
  if (later) return addDays(today, Number(`${later[1]}${later[2]}`));
  const shown = shownDate(text, today);
  if (shown) return shown;
  const month = monthNamed(plain);
  const numbers = (plain.match(/\d+/g) ?? []).map(Number);
  if (month > 0) return inMonth(numbers, month, plain, today);
  // The numbers of a date have only punctuation between them, and in East Asia the words for each
  // part.
  if (/[^\d\s./\-،,年月日년월일]/u.test(plain) || numbers.length > 3) return '';
  if (numbers.length === 1 && /^\d{1,2}\.?$/.test(plain))
    return real(base.slice(0, 4), base.slice(5, 7), numbers[0]);
  return numbers.length < 2 ? '' : inOrder(numbers, plain, today);
}

/** @param {number[]} numbers Two or three. @param {string} plain @param {string} today */
function inOrder(numbers, plain, today) {
  // With full stops the day comes first everywhere; a year of four digits may come first, too.
  const own = plain.includes('.') && !/^\d{4}/.test(plain) ? dayFirst : figuresOrder();
  const order = /^\d{4}/.test(plain) ? yearFirst : own;
  const parts = numbers.length === 2 ? order.filter((part) => part !== 'year') : order;
  const at = (/** @type {'year' | 'month' | 'day'} */ part) => numbers[parts.indexOf(part)] ?? 0;
  let [month, day] = [at('month'), at('day')];
  // A number that can't be a month is the day, whatever the order.
  if (month > 12 && day <= 12) [month, day] = [day, month];
  return numbers.length === 2
    ? nextDate(month, day, today)
    : nearest(fullYears(at('year'), today), month, day, today);
}

/** @type {('year' | 'month' | 'day')[]} */
const dayFirst = ['day', 'month', 'year'];
/** @type {('year' | 'month' | 'day')[]} */
const yearFirst = ['year', 'month', 'day'];

/**
 * @param {number[]} numbers @param {number} month @param {string} plain @param {string} today
 * @returns {string}
 */
function inMonth(numbers, month, plain, today) {
  if (/[:+]/.test(plain) || numbers.length < 1 || numbers.length > 2) return '';
  const year = numbers.find((number) => number > 99);
  const day = numbers.find((number) => number <= 31);
  if (day === undefined) return '';
  return year === undefined
    ? nextDate(month, day, today)
    : nearest(fullYears(year, today), month, day, today);
}

const separators = /[\s\d,،./-]+/u;

/**
 * The month that a text names beside only figures and a weekday. A title that merely contains a
 * month is left to the core.
 *
 * @param {string} plain @returns {number} 0 if it names none.
 */
function monthNamed(plain) {
  const beside = wordsBesideMonth();
  const words = plain.split(separators).filter((word) => word !== '' && !beside.has(word));
  if (words.length === 0) return 0;
  // Some names have stops and blanks within, as in Thai.
  const isNamed = (/** @type {string} */ name) =>
    words.every((word) => word === name) || words.join('') === name.split(separators).join('');
  const named = monthNames().findIndex((names) => names.some(isNamed)) + 1;
  return named || (words.length === 1 ? monthBegun(words[0] ?? '') : 0);
}

/**
 * @param {string} text @param {string} today
 * @returns {string} The first day of the month that the text is the name of, this year or the next
 *   one unless it has a year; empty if it's none.
 */
export function readMonth(text, today) {
  const plain = plainFigures(text);
  const figures = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(plain);
  if (figures) return `${plain}-01`;
  const [, name = '', year = ''] = /^(\D+?)\s*(\d{4})?$/u.exec(plain) ?? [];
  const month = monthNamedAlone(name.trim().toLowerCase().replace(/\.$/, ''));
  if (month === 0) return '';
  const figure = String(month).padStart(2, '0');
  if (year !== '') return `${year}-${figure}-01`;
  const thisYear = Number(today.slice(0, 4));
  return `${figure < today.slice(5, 7) ? thisYear + 1 : thisYear}-${figure}-01`;
}

/** @param {string} plain @returns {number} The month that the text is the name of, or 0. */
const monthNamedAlone = (plain) =>
  monthNames().findIndex((names) => names.includes(plain)) + 1 ||
  (wordsBesideMonth().has(plain) ? 0 : monthBegun(plain));

/** Fewer letters begin several months in most languages. */
const lettersMin = 3;

/** @param {string} word @returns {number} The only month with a name that begins so, or 0. */
function monthBegun(word) {
  const start = folded(word);
  if (start.length < lettersMin) return 0;
  const months = knownMonthNames().flatMap((names, month) =>
    names.some((name) => folded(name).startsWith(start)) ? [month + 1] : [],
  );
  return months.length === 1 ? (months[0] ?? 0) : 0;
}

/** @returns {Set<string>} The weekdays as the locale writes them, and the words beside them. */
function wordsBesideMonth() {
  const dates = Array.from({ length: 7 }, (_, day) => dateOfDay(day));
  return new Set(
    dates.flatMap((date) =>
      [...dateParts(date, 'shortWeekdayYear'), ...dateParts(date, 'full')]
        .filter(({ type }) => type === 'weekday' || type === 'literal')
        .flatMap(({ value }) => value.toLowerCase().split(/[\s,،.]+/u)),
    ),
  );
}

/**
 * @param {string} text @param {string} today
 * @returns {string} The date that the page shows in this way, apart from the weekday; empty if
 *   there is none.
 */
function shownDate(text, today) {
  const [exact, ...others] = shownDates(text, { isExact: true });
  if (exact && others.length === 0) return exact;
  return (
    nearestOf(shownDates(text, { isExact: false }), today) ||
    (shownDays(text, (month, day) => nextDate(month, day, today))[0] ?? '')
  );
}

/**
 * @param {number} year The year as typed. @param {string} today
 * @returns {number[]} The years that may be meant: a locale's calendar may count them in another way.
 */
function fullYears(year, today) {
  const plain = year < 100 ? 2000 + year : year;
  const own = ownYears();
  if (!own) return [plain];
  const now = Number(today.slice(0, 4));
  const shown = [...own].find(([, years]) => years.includes(now))?.[0] ?? now;
  const inCentury = year < 100 ? shown - (shown % 100) + year : year;
  return [plain, ...(own.get(year) ?? []), ...(own.get(inCentury) ?? [])];
}

/** @param {number[]} years @param {number} month @param {number} day @param {string} today */
const nearest = (years, month, day, today) =>
  nearestOf(
    years.map((year) => real(year, month, day)).filter((date) => date !== ''),
    today,
  );

/** @param {string[]} dates @param {string} today @returns {string} Empty if there are none. */
const nearestOf = (dates, today) =>
  [...dates].sort(
    (a, b) => Math.abs(dayNumber(a) - dayNumber(today)) - Math.abs(dayNumber(b) - dayNumber(today)),
  )[0] ?? '';

/** @param {number} month @param {number} day @param {string} today The first such day from today on. */
function nextDate(month, day, today) {
  const year = Number(today.slice(0, 4));
  const dates = Array.from({ length: 9 }, (_, later) => real(year + later, month, day));
  return dates.find((date) => date >= today && date !== '') ?? '';
}

/** @param {...(string | number | undefined)} parts @returns {string} */
function real(...parts) {
  const [year, month, day] = parts.map((part) => String(part ?? ''));
  const date = `${year?.padStart(4, '0')}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return isDate(date) ? date : '';
}
