import { stretchedBy } from '../../interaction/bar-edges.js';
import { timeAt } from '../../layout/hour-strip.js';
import { dateOfDay, dayNumber } from '../../time/civil-date.js';

/** @typedef {import('./drag-target.js').Grabbed} Grabbed */
/**
 * @typedef {{ day: number, start: number, end: number, whole: boolean }} HeldPlace `day` is the one
 *   under the pointer; of a bar, its first day even if it's held on a later one.
 */

/**
 * @param {Grabbed} held
 * @param {HeldPlace} now
 * @returns {Times} The times that a drop here would give it.
 */
export function timesOf({ event, grip, edge, shift = 0, day: from }, { day, start, end, whole }) {
  if (event && edge) return stretchedBy(event, edge, day + shift - from);
  if (edge)
    return {
      allDay: true,
      start: dateOfDay(Math.min(from, day)),
      end: dateOfDay(Math.max(from, day)),
    };
  if (event && whole && grip === 'whole') {
    const last = day + dayNumber(event.end.slice(0, 10)) - dayNumber(event.start.slice(0, 10));
    return {
      allDay: event.allDay,
      start: dateOfDay(day) + event.start.slice(10),
      end: dateOfDay(last) + event.end.slice(10),
    };
  }
  if (whole) return { allDay: true, start: dateOfDay(day), end: dateOfDay(day) };
  const [first, last] = [timeAt(day, start), timeAt(day, end)];
  if (!event || event.allDay) return { allDay: false, start: first, end: last };
  // The end that wasn't dragged keeps its seconds.
  const isSame = (/** @type {string} */ a, /** @type {string} */ b) =>
    a.slice(0, 16) === b.slice(0, 16);
  return {
    allDay: false,
    start: isSame(first, event.start) ? event.start : first,
    end: isSame(last, event.end) ? event.end : last,
  };
}
