import { addDays, timeOfWallMinutes, wallMinutes } from './civil-date.js';

/**
 * Both ends move by the clock on the wall: the event keeps its length there, also over a change of
 * the clock.
 *
 * @param {Times} times @param {number} days @param {number} minutes Whole days have none.
 * @returns {Times}
 */
export function movedBy({ allDay, start, end }, days, minutes) {
  const moved = (/** @type {string} */ time) =>
    allDay
      ? addDays(time, days)
      : timeOfWallMinutes(wallMinutes(time) + days * 1440 + minutes).slice(0, 16) + time.slice(16);
  return { allDay, start: moved(start), end: moved(end) };
}
