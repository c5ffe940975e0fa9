import { dateOfDay, dayNumber, weekdayOfDay } from '../time/civil-date.js';

// The geometry of days side by side: pure functions. A day is told by its number, a place in the
// strip by pixels from the start of its first day.

/**
 * Days kept on either side of the one the strip was laid out around; at rest it is laid out anew.
 */
export const reachDays = 400;
/** One may zoom from a day on one screen to a quarter of an hour that is easily hit. */
const hourPxMin = 24,
  hourPxMax = 160;
export const slotMinutes = 30;
/** How long an event is that is made with one press. */
export const newMinutes = 60;
const gutterRem = 3.5;

/** How many days a view of hours has. */
export const daysOf = /** @type {const} */ ({ day: 1, days: 3, week: 7 });

/** @param {number} hourPx */
export function clampHour(hourPx) {
  return Math.round(Math.max(hourPxMin, Math.min(hourPx, hourPxMax)));
}

/**
 * Widths in whole pixels, the rest goes to the gutter: lines are sharp, and a page is exactly its
 * days.
 *
 * @param {number} widthPx @param {number} days @param {number} scale @param {number} gutters
 */
export function widths(widthPx, days, scale, gutters) {
  const leastPx = Math.round(gutterRem * 16 * Math.min(scale, 1.4) * (gutters > 1 ? 1.6 : 1));
  const dayPx = Math.max(24, Math.floor((widthPx - leastPx) / days));
  return { dayPx, gutterPx: widthPx - dayPx * days };
}

/**
 * The first day of the page on which a date is shown: weeks begin on their first weekday.
 *
 * @param {string} date @param {number} days @param {number} firstWeekday
 */
export function pageStart(date, days, firstWeekday) {
  const day = dayNumber(date);
  return days === 7 ? day - ((weekdayOfDay(day) - firstWeekday + 7) % 7) : day;
}

/**
 * Where the hours begin when a page is opened: near now, else at the first event, else before work.
 *
 * @param {TimelineDay[]} days
 * @param {number} workStart
 * @param {number} heightPx
 * @param {number} hourPx
 * @returns {number} Minutes.
 */
export function openingMinute(days, workStart, heightPx, hourPx) {
  const now = days.find(({ today }) => today)?.nowMinute;
  if (now !== undefined) return Math.max(0, now - (heightPx / hourPx) * 20);
  const starts = days.flatMap(({ pieces }) =>
    pieces.filter(({ startsHere }) => startsHere).map(({ from }) => from),
  );
  return Math.max(0, Math.min(workStart * 60, ...starts) - 45);
}

/**
 * What the arrows go through on a day: whole days, then events and empty slots by time.
 *
 * @param {TimelineDay} day @param {TimelineBar[]} bars Those that cover the day.
 * @returns {{ key: string, minute: number }[]} A slot has no key; a whole day's minute is -1.
 */
export function focusStopsOf(day, bars) {
  const stops = bars.map(({ key }) => ({ key, minute: -1 }));
  for (let slot = 0; slot < 1440; slot += slotMinutes) {
    const starting = day.pieces.filter(({ from }) => from >= slot && from < slot + slotMinutes);
    stops.push(...starting.map(({ key, from }) => ({ key, minute: from })));
    const isTaken = day.pieces.some(({ from, to }) => from < slot + slotMinutes && to > slot);
    if (!isTaken && starting.length === 0) stops.push({ key: '', minute: slot });
  }
  return stops;
}

/**
 * @param {number} day
 * @param {number} minute
 * @returns {string} Minutes may be before the day or behind it.
 */
export function timeAt(day, minute) {
  const date = dateOfDay(day + Math.floor(minute / 1440));
  const rest = ((minute % 1440) + 1440) % 1440;
  return `${date}T${String(Math.floor(rest / 60)).padStart(2, '0')}:${String(rest % 60).padStart(2, '0')}:00`;
}
