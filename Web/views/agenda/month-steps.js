import { addDays, addMonths } from '../../time/civil-date.js';

/**
 * @typedef {(way: 1 | -1, date: string) => string} Listed The first listed day from a date on, or
 *   the last one before it; empty if there's none.
 */

/**
 * The goal of a step by months: the first listed day of that month. Empty months are skipped.
 *
 * @param {Listed} listed
 * @param {string} date
 * @param {number} steps
 * @returns {string} Empty if nothing is listed in that direction.
 */
export function steppedMonth(listed, date, steps) {
  const first = `${addMonths(date, steps).slice(0, 7)}-01`;
  const later = listed(1, first);
  if (steps > 0 || later.slice(0, 7) === first.slice(0, 7)) return later;
  const earlier = listed(-1, first);
  return earlier && listed(1, `${earlier.slice(0, 7)}-01`);
}

/**
 * @param {Listed} listed
 * @param {string} date
 * @param {1 | -1} way
 * @returns {string} The nearest listed day at least a month away, or else the last one in that
 *   direction.
 */
export function monthFrom(listed, date, way) {
  const target = addMonths(date, way);
  const [beyond, before] =
    way > 0
      ? [listed(1, target), listed(-1, target)]
      : [listed(-1, addDays(target, 1)), listed(1, target)];
  return beyond || before;
}
