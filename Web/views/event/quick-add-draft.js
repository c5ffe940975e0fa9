import { addDays, dayNumber, timeOfWallMinutes, wallMinutes } from '../../time/civil-date.js';

/** @param {string} time @param {number} days */
const moved = (time, days) =>
  time.length === 10 ? addDays(time, days) : timeOfWallMinutes(wallMinutes(time) + days * 1440);

/**
 * The draft that a line makes.
 *
 * @param {Pick<Engine, 'quickAdd'> | null | undefined} engine Without one the line is the title.
 * @param {string} line
 * @param {{ base: Draft, today: string, first: 'day' | 'month' }} given What the event is where the
 *   line says nothing, and what a date in figures begins with.
 * @returns {Draft | null} Nothing when the core can't read the line.
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
  // A core that fails must not leave what it read before to be seen, and saved.
  try {
    return engine.quickAdd(line, first);
  } catch (error) {
    console.warn(error);
    return null;
  }
}

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
