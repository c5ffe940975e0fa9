import { firstDate, lastDate } from '../time/calendar-bounds.js';
import { dayNumber, weekdayOfDay } from '../time/civil-date.js';

// The geometry of the endless strip of weeks: pure functions both ways.

/** Rows kept ready above and below the visible ones. */
export const rowsSpare = 2;
/** All rows together have at most this many elements, however many events there are. */
const elementsMax = 640;
/** A row's elements besides its events. */
const elementsPerRow = 18;
/** Faster than this, a row first shows its numbers only. */
export const fastPxPerSecond = 6000;

/**
 * @param {number} firstWeekday
 * @returns {{ firstDay: number, weeks: number }} The day number of week 0's first day, and how many
 *   weeks there are.
 */
export function stripOf(firstWeekday) {
  const day = dayNumber(firstDate);
  const firstDay = day - ((weekdayOfDay(day) - firstWeekday + 7) % 7);
  return { firstDay, weeks: Math.floor((dayNumber(lastDate) - firstDay) / 7) + 1 };
}

/** @param {string} date @param {number} firstDay */
export function weekOf(date, firstDay) {
  return Math.floor((dayNumber(date) - firstDay) / 7);
}

/**
 * Sizes that follow from the viewport and the text size, so that nothing has to be measured.
 *
 * @param {{ widthPx: number, heightPx: number, scale: number }} viewport
 */
export function sizesFor({ widthPx, heightPx, scale }) {
  const isWide = widthPx >= 600 * Math.min(scale, 1.25);
  const rowMinPx = Math.round((isWide ? 96 : 84) * scale);
  const rowPx = Math.max(
    rowMinPx,
    Math.min(Math.ceil(heightPx / (isWide ? 6 : 7)), Math.round(240 * scale)),
  );
  const rows = rowsFor(heightPx, rowPx);
  const fitting = Math.floor((rowPx - 36 * scale) / (20 * scale));
  const affordable = Math.floor((elementsMax / rows - elementsPerRow) / 7);
  return { wide: isWide, rowPx, lanes: isWide ? Math.max(1, Math.min(fitting, affordable)) : 0 };
}

/**
 * @param {number} heightPx
 * @param {number} rowPx
 * @returns {number} How many rows are in the page.
 */
function rowsFor(heightPx, rowPx) {
  return Math.ceil(heightPx / rowPx) + 1 + 2 * rowsSpare;
}

/**
 * @param {{ topPx: number, heightPx: number, rowPx: number, weeks: number }} view
 * @returns {{ first: number, last: number }} The weeks to have ready, both included.
 */
export function readyWeeks({ topPx, heightPx, rowPx, weeks }) {
  const first = Math.floor(topPx / rowPx) - rowsSpare;
  // The same number of rows wherever the strip stands, so that none is made or removed on the way.
  const last = first + rowsFor(heightPx, rowPx) - 1;
  return { first: Math.max(0, first), last: Math.min(weeks - 1, last) };
}

/**
 * @param {{ topPx: number, heightPx: number, rowPx: number }} view
 * @returns {number} The week at a third of the height.
 */
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
