import { pageStart } from '../../layout/hour-strip.js';
import { addDays, addMonths, dateOfDay } from '../../time/civil-date.js';

/** The number of weeks or months side by side. */
const periodCount = 8;

/**
 * @param {string} date @param {'week' | 'month'} unit @param {number} firstWeekday
 * @returns {string[]} The first days of the eight periods up to the one with the date, and the day
 *   after that one.
 */
export function periodStarts(date, unit, firstWeekday) {
  const first =
    unit === 'week' ? dateOfDay(pageStart(date, 7, firstWeekday)) : `${date.slice(0, 7)}-01`;
  return Array.from({ length: periodCount + 1 }, (_, index) => {
    const steps = index + 1 - periodCount;
    return unit === 'week' ? addDays(first, 7 * steps) : addMonths(first, steps);
  });
}

/**
 * @param {number[]} minutes By period.
 * @returns {number | null} The change from the last but one to the last; null if the former is 0.
 */
export function changeOf(minutes) {
  const [now = 0, before = 0] = [...minutes].reverse();
  return before === 0 ? null : now - before;
}
