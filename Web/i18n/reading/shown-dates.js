import { firstDate, lastDate } from '../../time/calendar-bounds.js';
import { isDate } from '../../time/civil-date.js';
import { dateParts, timeText } from '../format.js';
import { firstYear, ownYears, withPlainDigits } from './own-figures.js';
import { plainFigures } from './plain-figures.js';

// Reads dates and times as the page shows them. Locales decline months, abbreviate them in several
// ways, and put words and marks around figures, and no list of rules covers all of that. So every
// date that the figures allow is put into words and compared.

/** The shapes with a year; the first is the one that a date field shows. */
const shapes = /** @type {const} */ (['shortWeekdayYear', 'shortYear', 'full', 'dayLong']);

/**
 * @param {string} text
 * @param {{ isExact: boolean }} how `isExact` asks for the weekday that the date has;
 *   otherwise any will do, because people change the day and leave the weekday.
 * @returns {string[]} The dates that the page shows in this way; several only if they look the
 *   same.
 */
export function shownDates(text, { isExact }) {
  const typed = wordsOf(text);
  const numbers = [...new Set(numbersIn(typed))];
  const days = numbers.filter((day) => day >= 1 && day <= 31);
  const years = yearsAmong(numbers, typed);
  for (const shape of shapes) {
    const isShown = comparison(shape, typed, isExact);
    const found = days.flatMap((day) =>
      years.flatMap((year) => eachMonth((month) => isoDate(year, month, day)).filter(isShown)),
    );
    if (found.length > 0) return [...new Set(found)];
  }
  return [];
}

/** The shapes without a year. */
const yearless = /** @type {const} */ (['short', 'dayMonth', 'dayWeekday']);

/**
 * @param {string} text
 * @param {(month: number, day: number) => string} dateOf Returns the date for a day without a year.
 * @returns {string[]} The dates that the page shows in this way without a year, with any weekday.
 */
export function shownDays(text, dateOf) {
  const typed = wordsOf(text);
  const days = [...new Set(numbersIn(typed))].filter((day) => day >= 1 && day <= 31);
  return yearless.flatMap((shape) => {
    const isShown = comparison(shape, typed, false);
    return days.flatMap((day) => eachMonth((month) => dateOf(month, day)).filter(isShown));
  });
}

/** @param {(month: number) => string} dateOf @returns {string[]} */
const eachMonth = (dateOf) =>
  Array.from({ length: 12 }, (_, month) => dateOf(month + 1)).filter((date) => date !== '');

/** @param {number[]} numbers @param {string} typed */
const yearsAmong = (numbers, typed) =>
  [...numbers, ...(typed.includes(firstYear) ? [1] : [])].flatMap(
    (number) => ownYears()?.get(number) ?? (ownYears() ? [] : [number]),
  );

/** @param {string} text @returns {number[]} */
const numbersIn = (text) => (text.match(/\d+/g) ?? []).map(Number);

/**
 * @param {Shape} shape @param {string} typed @param {boolean} isExact
 * @returns {(date: string) => boolean} Whether what was typed is the date in that shape.
 */
function comparison(shape, typed, isExact) {
  const weekdays = isExact ? [] : weekdayNames(shape);
  return (date) => {
    const parts = dateParts(date, shape);
    const isWith = (/** @type {string | null} */ weekday) =>
      wordsOf(
        parts.map(({ type, value }) => (type === 'weekday' ? (weekday ?? value) : value)).join(''),
      ) === typed;
    return isWith(null) || weekdays.some(isWith);
  };
}

/**
 * @param {Shape} shape @returns {string[]} The names; one is empty, for dates typed without a
 *   weekday.
 */
function weekdayNames(shape) {
  const names = Array.from({ length: 7 }, (_, day) =>
    dateParts(isoDate(2024, 1, day + 1), shape).find(({ type }) => type === 'weekday'),
  );
  return [...new Set(['', ...names.map((part) => part?.value ?? '')])];
}

/** @param {number} year @param {number} month @param {number} day @returns {string} Empty if there is none. */
function isoDate(year, month, day) {
  const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
  return isDate(date) && date >= firstDate && date <= lastDate ? date : '';
}

/**
 * @param {string} text
 * @returns {string} The words and figures of the text, separated by single blanks: punctuation and
 *   capitals differ between browsers.
 */
const wordsOf = (text) =>
  plainFigures(withPlainDigits(text))
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s\p{P}]+/u)
    .filter((word) => word !== '')
    .join(' ');

/**
 * @param {string} text
 * @returns {string} The time of day that the page shows in this way, as "14:30"; empty if there is
 *   none.
 */
export function shownTime(text) {
  const typed = wordsOf(text);
  const [, minute] = numbersIn(typed);
  if (minute === undefined || minute > 59) return '';
  const times = Array.from(
    { length: 24 },
    (_, hour) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
  );
  return times.find((time) => wordsOf(timeText(time)) === typed) ?? '';
}
