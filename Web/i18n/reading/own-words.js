import { dateParts, wordingCalendar, wordingLocale } from '../format.js';

// The words and the order of a locale's dates and times.

/** @returns {('year' | 'month' | 'day')[]} The order of the parts of a date in figures. */
export function figuresOrder() {
  const parts = new Intl.DateTimeFormat(wordingLocale(), {
    calendar: wordingCalendar(),
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).formatToParts(0);
  return parts
    .map(({ type }) => (type === 'month' || type === 'day' ? type : 'year'))
    .filter((_, place) => parts[place]?.type !== 'literal' && parts[place]?.type !== 'era');
}

/** @returns {'day' | 'month'} Whether a numeric date begins with the day or the month. */
export function firstInFigures() {
  const order = figuresOrder();
  return order.indexOf('month') < order.indexOf('day') ? 'month' : 'day';
}

/**
 * @type {Shape[]} The shapes that name months, because locales decline the month in some of them.
 */
const namingMonths = ['dayLong', 'shortYear', 'full', 'short', 'monthLong', 'monthShort'];

/** @returns {string[][]} For each month the names that the locale writes it with, in lower case. */
export function monthNames() {
  return Array.from({ length: 12 }, (_, month) => {
    const date = `2024-${String(month + 1).padStart(2, '0')}-01`;
    const said = namingMonths.flatMap((shape) =>
      dateParts(date, shape).filter(({ type }) => type === 'month'),
    );
    return [...new Set(said.map(({ value }) => value.toLowerCase().replace(/\.$/, '')))].filter(
      (name) => /\p{L}/u.test(name),
    );
  });
}

/** In the languages of the page: people mix them, whichever they chose. */
const monthFormats = ['en', 'de'].map(
  (language) => new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }),
);

/** @returns {string[][]} For each month its names in the locale and in the page's languages. */
export const knownMonthNames = () =>
  monthNames().map((names, month) => [
    ...names,
    ...monthFormats.map((format) => format.format(Date.UTC(2024, month, 1))),
  ]);

/** @returns {string[]} The locale's words for the halves of the day; empty if it has 24 hours. */
export function dayPeriods() {
  return [9, 21].map(
    (hour) =>
      new Intl.DateTimeFormat(wordingLocale(), {
        hour: 'numeric',
        hourCycle: 'h12',
        timeZone: 'UTC',
      })
        .formatToParts(Date.UTC(2000, 0, 1, hour))
        .find(({ type }) => type === 'dayPeriod')?.value ?? '',
  );
}
