import { firstDate, lastDate } from '../../time/calendar-bounds.js';
import { dateParts, wordingCalendar, wordingLocale } from '../format.js';
import { plainFigures } from './plain-figures.js';

// The ways in which a locale's figures differ from the page's: other years, and digits that are
// letters.

/** @type {Map<string, Map<number, number[]> | null>} */
const yearsOfLocales = new Map();
/** @type {Map<string, string[]>} */
const lettersOfLocales = new Map();

/**
 * @template Value
 * @param {Map<string, Value>} known By the locale. @param {() => Value} make @returns {Value}
 */
function once(known, make) {
  const locale = wordingLocale();
  const value = known.get(locale) ?? make();
  known.set(locale, value);
  return value;
}

/**
 * @returns {Map<number, number[]> | null} The years of the page by the numbers that the locale's
 *   calendar gives them, such as 2569 for 2026; null if the numbers are the same.
 */
export const ownYears = () => once(yearsOfLocales, yearsByNumber);

/** @returns {Map<number, number[]> | null} */
function yearsByNumber() {
  if (wordingCalendar() === 'gregory') return null;
  /** @type {Map<number, number[]>} */
  const years = new Map();
  for (let year = Number(firstDate.slice(0, 4)); year <= Number(lastDate.slice(0, 4)); year += 1)
    // An era may begin within the year.
    for (const day of ['01-01', '12-31']) {
      const shown = dateParts(`${year}-${day}`, 'shortYear').find(({ type }) => type === 'year');
      const number = Number(plainFigures(shown?.value ?? '').replace(firstYear, '1'));
      years.set(number, [...new Set([...(years.get(number) ?? []), year])]);
    }
  return years;
}

/** How Japanese writes the first year of an era. */
export const firstYear = '元';

/**
 * @param {string} text
 * @returns {string} The text with ASCII digits instead of the locale's own, if Unicode counts those
 *   as letters, as in Chinese.
 */
export function withPlainDigits(text) {
  const letters = once(lettersOfLocales, digitsThatAreLetters);
  if (letters.length === 0) return text;
  return [...text].map((sign) => (letters.includes(sign) ? letters.indexOf(sign) : sign)).join('');
}

/**
 * @returns {string[]} The digits from 0 to 9; empty if Unicode counts the locale's digits as
 *   digits.
 */
function digitsThatAreLetters() {
  const format = new Intl.NumberFormat(wordingLocale());
  const digits = Array.from({ length: 10 }, (_, value) => format.format(value));
  return digits.every((digit) => /\p{Nd}/u.test(digit)) ? [] : digits;
}
