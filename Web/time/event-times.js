import { addDays, dayNumber, timeOfWallMinutes, wallMinutes } from './civil-date.js';

// How the two ends of an event move together in the sheet. Timed ends are local times; all-day
// ends are dates, the last one included.

/**
 * The end follows the start: the event keeps its length.
 *
 * @param {Times} times @param {string} start @returns {Times}
 */
export function withStart({ allDay, start: before, end }, start) {
  if (allDay) return { allDay, start, end: addDays(end, dayNumber(start) - dayNumber(before)) };
  return {
    allDay,
    start,
    end: timeOfWallMinutes(wallMinutes(end) + wallMinutes(start) - wallMinutes(before)),
  };
}

/**
 * Never ends before the start: an earlier time means the next day, an earlier date the start's.
 *
 * @param {Times} times @param {string} end @returns {Times}
 */
export function withEnd({ allDay, start, end: before }, end) {
  if (end >= start) return { allDay, start, end };
  if (allDay) return { allDay, start, end: start };
  if (end.slice(0, 10) === before.slice(0, 10))
    return { allDay, start, end: `${addDays(end.slice(0, 10), 1)}${end.slice(10)}` };
  const sameDay = `${start.slice(0, 10)}${end.slice(10)}`;
  return {
    allDay,
    start,
    end: sameDay >= start ? sameDay : `${addDays(start.slice(0, 10), 1)}${end.slice(10)}`,
  };
}

/**
 * @param {Times} times
 * @param {boolean} allDay
 * @param {number} hour The hour at which an event starts that was all-day before.
 * @param {number} lengthMinutes How long it then lasts on its last day.
 * @returns {Times}
 */
export function withAllDay({ start, end }, allDay, hour, lengthMinutes) {
  if (allDay) return { allDay, start: start.slice(0, 10), end: end.slice(0, 10) };
  const from = timeOfWallMinutes(dayNumber(start) * 1440 + hour * 60);
  return {
    allDay,
    start: from,
    end: timeOfWallMinutes(dayNumber(end) * 1440 + hour * 60 + lengthMinutes),
  };
}

/**
 * The times of a new event.
 *
 * @param {string} first @param {string} last
 * @param {{ allDay: boolean, today: string, hour: number, lengthMinutes: number }} how A timed
 *   event starts at the next full hour if it's today, otherwise at nine.
 * @returns {Times}
 */
export function newTimes(first, last, { allDay, today, hour, lengthMinutes }) {
  if (allDay) return { allDay, start: first, end: last };
  const startHour = first === today ? Math.min(23, hour + 1) : 9;
  return withAllDay({ allDay: true, start: first, end: last }, false, startHour, lengthMinutes);
}
