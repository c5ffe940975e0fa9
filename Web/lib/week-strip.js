import { addDays, dateOfDay, dayNumber, weekdayOfDay } from './civil-date.js';

// The geometry of the endless strip of weeks: pure functions both ways.

export const firstDate = '1900-01-01';
export const lastDate = '2200-12-31';

/** Rows kept ready above and below the visible ones. */
const rowsSpare = 2;
/** Faster than this, a row first shows its numbers only. */
export const fastPxPerSecond = 6000;

/**
 * @param {number} firstWeekday
 * @returns {{ firstDay: number, weeks: number }} The day number of week 0's first day, and how many weeks there are.
 */
export function stripOf(firstWeekday) {
  const day = dayNumber(firstDate);
  const firstDay = day - ((weekdayOfDay(day) - firstWeekday + 7) % 7);
  return { firstDay, weeks: Math.floor((dayNumber(lastDate) - firstDay) / 7) + 1 };
}

/** @param {string} date @param {number} firstDay @returns {number} */
export function weekOf(date, firstDay) {
  return Math.floor((dayNumber(date) - firstDay) / 7);
}

/** @param {number} week @param {number} firstDay @returns {string[]} The seven dates. */
export function datesOf(week, firstDay) {
  return Array.from({ length: 7 }, (_, column) => dateOfDay(firstDay + week * 7 + column));
}

/**
 * Sizes that follow from the viewport and the text size, so that nothing has to be measured.
 *
 * @param {{ widthPx: number, heightPx: number, scale: number }} viewport
 */
export function sizesFor({ widthPx, heightPx, scale }) {
  const wide = widthPx >= 600 * Math.min(scale, 1.25);
  const rowMinPx = Math.round(84 * scale);
  const rowsWanted = wide ? 6 : 7;
  const rowPx = Math.max(wide ? Math.round(96 * scale) : rowMinPx,
    Math.min(Math.floor(heightPx / rowsWanted), Math.round(168 * scale)));
  const lanes = wide ? Math.max(1, Math.floor((rowPx - 34 * scale) / (20 * scale))) : 0;
  return { wide, rowPx, lanes };
}

/**
 * @param {{ topPx: number, heightPx: number, rowPx: number, weeks: number }} view
 * @returns {{ first: number, last: number }} The weeks to have ready, both included.
 */
export function readyWeeks({ topPx, heightPx, rowPx, weeks }) {
  const first = Math.floor(topPx / rowPx) - rowsSpare;
  // The same number of rows wherever the strip stands, so that none is made or removed on the way.
  const last = first + Math.ceil(heightPx / rowPx) + 2 * rowsSpare;
  return { first: Math.max(0, first), last: Math.min(weeks - 1, last) };
}

/** @param {{ topPx: number, heightPx: number, rowPx: number }} view @returns {number} The week at a third of the height. */
export function titleWeek({ topPx, heightPx, rowPx }) {
  return Math.floor((topPx + heightPx / 3 - 1) / rowPx);
}

/**
 * Where to scroll so that a week stands in the upper third, where it names the month.
 *
 * @param {number} week @param {{ heightPx: number, rowPx: number }} view
 */
export function topForWeek(week, { heightPx, rowPx }) {
  return Math.max(0, (week - Math.floor((heightPx / 3 - 1) / rowPx)) * rowPx);
}

/** @param {string} date @param {number} firstDay @returns {string} The day that speaks for a week: its fourth. */
export function middleOf(date, firstDay) {
  return addDays(dateOfDay(firstDay + weekOf(date, firstDay) * 7), 3);
}

/**
 * How a jump gets there: by gliding all the way within two screens, else by a cut to one screen
 * away and a short glide.
 *
 * @param {number} fromPx @param {number} toPx @param {number} heightPx
 * @returns {{ startPx: number, durationMs: number }}
 */
export function glide(fromPx, toPx, heightPx) {
  const distance = toPx - fromPx;
  if (Math.abs(distance) <= 2 * heightPx) return { startPx: fromPx, durationMs: 320 };
  return { startPx: toPx - Math.sign(distance) * heightPx, durationMs: 250 };
}

/** @param {number} progress 0 to 1. @returns {number} Fast away, soft at the end. */
export function ease(progress) {
  return 1 - (1 - progress) ** 3;
}
