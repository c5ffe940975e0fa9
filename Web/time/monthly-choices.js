import { firstDate, lastDate } from './calendar-bounds.js';
import { addDays, addMonths, clampDate, weekday } from './civil-date.js';

/**
 * The ways a month can be counted for a day: by its date, by its weekday from the start, from the
 * end.
 *
 * @param {string} date
 * @returns {{ day: number, weekday: number, nth: number, isLast: boolean, isLastDay: boolean }}
 */
export function monthlyChoices(date) {
  const day = Number(date.slice(8, 10));
  return {
    day,
    weekday: weekday(date.slice(0, 10)),
    nth: Math.ceil(day / 7),
    isLastDay: addDays(date.slice(0, 10), 1).slice(0, 7) !== date.slice(0, 7),
    isLast: addDays(date.slice(0, 10), 7).slice(0, 7) !== date.slice(0, 7),
  };
}

/**
 * @param {string} date
 * @param {string} kind
 * @param {number} interval
 * @returns {string} The day of about the tenth time.
 */
export function lastOfTen(date, kind, interval) {
  const steps = 9 * interval;
  const months = { monthly: steps, yearly: steps * 12 }[kind];
  const last = months
    ? addMonths(date, months)
    : addDays(date, kind === 'weekly' ? steps * 7 : steps);
  return clampDate(last, firstDate, lastDate);
}
