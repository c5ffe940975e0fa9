import { addDays, dayNumber, timeOfWallMinutes, wallMinutes } from '../../time/civil-date.js';

/** @param {string} time @param {number} days */
const moved = (time, days) =>
  time.length === 10 ? addDays(time, days) : timeOfWallMinutes(wallMinutes(time) + days * 1440);

/**
 * What the core reads in a line of text: the draft of a new event, and where in the line it found
 * what.
 *
 * @param {Pick<Engine, 'quickAdd'> | null | undefined} engine Without one, the line is the title.
 * @param {string} line
 * @param {{ base: Draft, today: string, first: 'day' | 'month', language: 'en' | 'de' }} given `base`
 *   fills in what the line doesn't say; `first` is what comes first in a date like 4/5.
 * @returns {{ draft: Draft | null, marks: QuickMark[] }} No draft if the core can't read the line.
 */
export function readQuickLine(engine, line, { base, today, first, language }) {
  if (!engine) return { draft: { ...base, title: line.trim() }, marks: [] };
  // If the core fails, the preview of the previous line mustn't stay: it would be saved.
  try {
    const read = engine.quickAdd(line, first, language);
    return { draft: draftOf(read, base, today), marks: read.marks };
  } catch (error) {
    console.warn(error);
    return { draft: null, marks: [] };
  }
}

/** @param {QuickLine} read @param {Draft} base @param {string} today @returns {Draft} */
function draftOf(read, base, today) {
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
