import { addDays, dayNumber, timeOfWallMinutes, wallMinutes } from '../../time/civil-date.js';

/** @param {string} time @param {number} days */
const moved = (time, days) =>
  time.length === 10 ? addDays(time, days) : timeOfWallMinutes(wallMinutes(time) + days * 1440);

/**
 * The draft of a new event from a line of text.
 *
 * @param {Pick<Engine, 'quickAdd'> | null | undefined} engine Without one, the line is the title.
 * @param {string} line
 * @param {{ base: Draft, today: string, first: 'day' | 'month' }} given `base` fills in what the
 *   line doesn't say; `first` is what comes first in a date like 4/5.
 * @returns {Draft | null} Null if the core can't read the line.
 */
export function quickDraft(engine, line, { base, today, first }) {
  if (!engine) return { ...base, title: line.trim() };
  const read = readLine(engine, line, first);
  if (!read) return null;
  const { allDay, start, end } = quickTimes(read, {
    allDay: base.allDay === '1',
    start: base.start,
    end: base.end,
    today,
  });
  return {
    ...base,
    title: read.title.trim(),
    location: read.location || base.location,
    repeat: read.repeat || base.repeat,
    allDay: allDay ? '1' : '0',
    start,
    end,
    reminders: read.reminder || (allDay ? '' : base.reminders),
  };
}

/**
 * @param {Pick<Engine, 'quickAdd'>} engine @param {string} line @param {'day' | 'month'} first
 * @returns {QuickLine | null}
 */
function readLine(engine, line, first) {
  // If the core fails, the preview of the previous line mustn't stay: it would be saved.
  try {
    return engine.quickAdd(line, first);
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/**
 * The times that a line says; what it doesn't say comes from `base`, which is the day the user
 * pointed at, with or without times.
 *
 * @param {QuickLine} line @param {Times & { today: string }} base
 * @returns {Times}
 */
export function quickTimes(line, base) {
  const { allDay, start, end } = line;
  if (line.hasDate) return { allDay, start, end };
  // No day and no time in the line: `base` has both.
  if (allDay) return { allDay: base.allDay, start: base.start, end: base.end };
  // A time without a day: the core put it on today, but it belongs to the day pointed at.
  const days = dayNumber(base.start.slice(0, 10)) - dayNumber(base.today);
  return { allDay, start: moved(start, days), end: moved(end, days) };
}
