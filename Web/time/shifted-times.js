import { addDays, timeOfWallMinutes, wallMinutes } from './civil-date.js';

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
