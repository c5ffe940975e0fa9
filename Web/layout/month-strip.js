import { firstDate, lastDate } from '../time/calendar-bounds.js';
import { dayNumber, weekdayOfDay } from '../time/civil-date.js';

// The geometry of the strip of weeks, as pure functions.

/** The rows kept ready above and below the visible ones; one is enough if rows are high. */
const rowsSpare = 2,
  highRowsSpare = 1,
  highRowPx = 160;
/** All rows together have at most this many elements, however many events there are. */
const elementsMax = 740;
/** The height of a row's day numbers, and the distance from one event to the next; as in the style sheet. */
const widePx = { numbers: 22, lane: 16 },
  narrowPx = { numbers: 36, lane: 18 };
/** The elements of a row besides its events. */
const elementsPerRow = 18;

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
 * Sizes that follow from the viewport and the text size, so that nothing needs to be measured.
 *
 * @param {{ widthPx: number, heightPx: number, scale: number, isCompact?: boolean }} viewport
 *   `isCompact` makes room below a narrow month for the list of a day: low rows with dots.
 */
export function sizesFor({ widthPx, heightPx, scale, isCompact = false }) {
  const isWide = widthPx >= 600 * Math.min(scale, 1.25);
  if (isCompact && !isWide) return { wide: false, rowPx: compactRowPx(heightPx, scale), lanes: 0 };
  const rowMinPx = Math.round((isWide ? 96 : 84) * scale);
  const rowPx = Math.max(
    rowMinPx,
    Math.min(Math.ceil(heightPx / 6), Math.round((isWide ? 240 : 132) * scale)),
  );
  const rows = rowsFor(heightPx, rowPx);
  const { numbers, lane } = isWide ? widePx : narrowPx;
  const fitting = Math.floor((rowPx - numbers * scale) / (lane * scale));
  const affordable = Math.floor((elementsMax / rows - elementsPerRow) / 7);
  return { wide: isWide, rowPx, lanes: Math.max(1, Math.min(fitting, affordable)) };
}

/**
 * @param {number} heightPx The height of the strip. @param {number} scale
 * @returns {number} The height of rows of which six fit in the upper half.
 */
export function compactRowPx(heightPx, scale) {
  return Math.max(Math.round(52 * scale), Math.floor(heightPx / 12));
}

/** @param {number} rowPx */
export const spareFor = (rowPx) => (rowPx < highRowPx ? rowsSpare : highRowsSpare);

/**
 * @param {number} heightPx
 * @param {number} rowPx
 * @returns {number} How many rows are in the page.
 */
function rowsFor(heightPx, rowPx) {
  return Math.ceil(heightPx / rowPx) + 1 + 2 * spareFor(rowPx);
}

/**
 * @param {{ topPx: number, heightPx: number, rowPx: number, weeks: number }} view
 * @returns {{ first: number, last: number }} The weeks to render, both included.
 */
export function readyWeeks({ topPx, heightPx, rowPx, weeks }) {
  const first = Math.floor(topPx / rowPx) - spareFor(rowPx);
  // The same number of rows at any scroll position, so that none is created or removed while
  // scrolling.
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
 * Where to scroll to put a week into the upper third, where it determines the title.
 *
 * @param {number} week @param {{ heightPx: number, rowPx: number }} view
 */
export function topForWeek(week, { heightPx, rowPx }) {
  return Math.max(0, (week - Math.floor((heightPx / 3 - 1) / rowPx)) * rowPx);
}

/**
 * How to animate a jump: glide all the way if it's within two screens, else cut to one screen away
 * and glide the rest.
 *
 * @param {number} fromPx @param {number} toPx @param {number} heightPx
 * @returns {{ startPx: number, durationMs: number }}
 */
export function glide(fromPx, toPx, heightPx) {
  const distance = toPx - fromPx;
  if (Math.abs(distance) <= 2 * heightPx) return { startPx: fromPx, durationMs: 320 };
  return { startPx: toPx - Math.sign(distance) * heightPx, durationMs: 250 };
}

/**
 * @param {number} progress 0 to 1. @returns {number} The eased progress: fast at first, slowing
 *   down at the end.
 */
export function ease(progress) {
  return 1 - (1 - progress) ** 3;
}
