import { addDays, addMonths, weekday, withinBounds } from './civil-date.js';

/**
 * The ways to repeat a day every month: by its date, or by its weekday counted from the start or
 * the end of the month.
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
 * @returns {string} The date of about the tenth occurrence.
 */
export function lastOfTen(date, kind, interval) {
  const steps = 9 * interval;
  const months = { monthly: steps, yearly: steps * 12 }[kind];
  const last = months
    ? addMonths(date, months)
    : addDays(date, kind === 'weekly' ? steps * 7 : steps);
  return withinBounds(last);
}
