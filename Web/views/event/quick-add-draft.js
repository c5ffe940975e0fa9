import { addDays, dayNumber, timeOfWallMinutes, wallMinutes } from '../../time/civil-date.js';

/** @param {string} time @param {number} days */
const moved = (time, days) =>
  time.length === 10 ? addDays(time, days) : timeOfWallMinutes(wallMinutes(time) + days * 1440);

/**
 * What a line says, over what is meant where it says nothing: a day that was pointed at, with or
 * without times.
 *
 * @param {QuickLine} line @param {Times & { today: string }} base
 * @returns {Times}
 */
export function quickTimes(line, base) {
  const { allDay, start, end } = line;
  if (line.hasDate) return { allDay, start, end };
  // The core counts from today; an hour without a day is one of the day that was pointed at.
  if (allDay) return { allDay: base.allDay, start: base.start, end: base.end };
  const days = dayNumber(base.start.slice(0, 10)) - dayNumber(base.today);
  return { allDay, start: moved(start, days), end: moved(end, days) };
}
