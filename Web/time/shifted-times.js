import { addDays, dayNumber, timeOfWallMinutes, wallMinutes } from './civil-date.js';

/**
 * Moves both ends by wall-clock time, so that an event keeps its length on the clock even across a
 * clock change.
 *
 * @param {Times} times @param {number} days @param {number} minutes Ignored for whole days.
 * @returns {Times}
 */
export function movedBy({ allDay, start, end }, days, minutes) {
  const moved = (/** @type {string} */ time) =>
    allDay
      ? addDays(time, days)
      : timeOfWallMinutes(wallMinutes(time) + days * 1440 + minutes).slice(0, 16) + time.slice(16);
  return { allDay, start: moved(start), end: moved(end) };
}

/** @typedef {{ days: number, minutes: number }} Shift By the clock on the wall. */

/**
 * How far events move so that the first of them is at a time.
 *
 * @param {string} at A local time or a date.
 * @param {Times[]} events They keep their times of day if only a date is given, or if one of them is
 *   all day.
 * @returns {Shift}
 */
export function shiftTo(at, events) {
  const first = events.map(({ start }) => start).sort()[0] ?? at;
  const days = dayNumber(at.slice(0, 10)) - dayNumber(first.slice(0, 10));
  if (at.length === 10 || events.some(({ allDay }) => allDay)) return { days, minutes: 0 };
  return { days, minutes: wallMinutes(at) - wallMinutes(first) - days * 1440 };
}
