import { dateOfDay, dayNumber, weekdayOfDay } from '../time/civil-date.js';

// The geometry of days side by side, as pure functions. Days are day numbers; places in the strip
// are pixels from the start of its first day.

/**
 * The days on either side of the one that the strip is laid out around. It's laid out again when
 * scrolling rests.
 */
export const reachDays = 400;
/** The limits of zooming: from a whole day on one screen to quarter hours that are easy to hit. */
const hourPxMin = 24,
  hourPxMax = 160;
export const slotMinutes = 30;
/** The screens of phones and tablets are narrower than this. */
const smallPx = 960;

/** The number of days in each view of hours. */
export const daysOf = /** @type {const} */ ({ day: 1, days: 3, week: 7 });

/** @param {number} hourPx */
export function clampHour(hourPx) {
  return Math.round(Math.max(hourPxMin, Math.min(hourPx, hourPxMax)));
}

/**
 * Widths in whole pixels, with the remainder in the gutter, so that lines stay sharp and the days
 * fill a page exactly.
 *
 * @param {number} widthPx @param {number} days @param {number} scale @param {number} gutters
 */
export function widths(widthPx, days, scale, gutters) {
  const usualPx = widthPx < smallPx ? 52 : 56;
  const leastPx = Math.round(usualPx * Math.min(scale, 1.4) * (gutters > 1 ? 1.6 : 1));
  const dayPx = Math.max(24, Math.floor((widthPx - leastPx) / days));
  return { dayPx, gutterPx: widthPx - dayPx * days };
}

/**
 * The first day of the page that shows a date: the start of its week, or else the date itself.
 *
 * @param {string} date @param {number} days @param {number} firstWeekday
 */
export function pageStart(date, days, firstWeekday) {
  const day = dayNumber(date);
  return days === 7 ? day - ((weekdayOfDay(day) - firstWeekday + 7) % 7) : day;
}

/**
 * The minute at the top when a page opens: a little before the first event or the start of work,
 * whichever is earlier. Other people's events don't count. Late in the day, when now would be far
 * down or out of sight, it's a third of the way down. At night, the page shows the day to come.
 *
 * @param {TimelineDay[]} days
 * @param {number} workStart
 * @param {number} heightPx
 * @param {number} hourPx
 * @param {(calendar: string) => boolean} isOthers Whether a calendar is somebody else's.
 * @returns {number} Minutes.
 */
export function openingMinute(days, workStart, heightPx, hourPx, isOthers) {
  const starts = days.flatMap(({ pieces }) =>
    pieces
      .filter(({ startsHere, calendar }) => startsHere && !isOthers(calendar))
      .map(({ from }) => from),
  );
  const opening = Math.max(0, Math.min(workStart * 60, ...starts) - 45);
  const now = days.find(({ today }) => today)?.nowMinute ?? 0;
  const seenMinutes = (heightPx / hourPx) * 60;
  return now > opening + (seenMinutes * 3) / 4 ? now - seenMinutes / 3 : opening;
}

/**
 * The stops of the arrow keys on a day: all-day events, then events and empty slots by time.
 *
 * @param {FittedDay} day @param {TimelineBar[]} bars The bars that cover the day.
 * @returns {{ key: string, minute: number }[]} A slot's key is empty; an all-day event's minute is
 *   -1.
 */
export function focusStopsOf(day, bars) {
  const stops = bars.map(({ key }) => ({ key, minute: -1 }));
  for (let slot = 0; slot < 1440; slot += slotMinutes) {
    const starting = day.pieces.filter(({ from }) => from >= slot && from < slot + slotMinutes);
    stops.push(...starting.map(({ key, from }) => ({ key, minute: from })));
    const counted = day.more.filter(({ from }) => from >= slot && from < slot + slotMinutes);
    stops.push(...counted.map(({ key, from }) => ({ key, minute: from })));
    const isTaken = day.pieces.some(({ from, to }) => from < slot + slotMinutes && to > slot);
    if (!isTaken && starting.length === 0) stops.push({ key: '', minute: slot });
  }
  return stops;
}

/**
 * @param {number} day
 * @param {number} minute
 * @returns {string} The local time. The minute may lie before or after the day.
 */
export function timeAt(day, minute) {
  const date = dateOfDay(day + Math.floor(minute / 1440));
  const rest = ((minute % 1440) + 1440) % 1440;
  return `${date}T${String(Math.floor(rest / 60)).padStart(2, '0')}:${String(rest % 60).padStart(2, '0')}:00`;
}
