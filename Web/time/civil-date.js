// Date arithmetic that the page needs before the core has loaded (for the bare grid) and for moving
// the focus by keyboard. A date is its ISO text; a day number counts days since 1970-01-01.

import { firstDate, lastDate } from './calendar-bounds.js';

const dayMs = 86_400_000;

/**
 * @param {number} year From 0 to 9999. @param {number} month @param {number} day
 * @returns {number} The milliseconds of its midnight in UTC.
 */
function midnightMs(year, month, day) {
  // JavaScript takes years below 100 for years of the last century, unless they're set like this.
  return new Date(Date.UTC(2000, month, day)).setUTCFullYear(year, month, day);
}

/** @param {string} date */
export function dayNumber(date) {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return midnightMs(year, month - 1, day) / dayMs;
}

/** @param {number} days @returns {string} The date, or the nearest of the years 0 to 9999. */
export function dateOfDay(days) {
  const date = new Date(days * dayMs);
  const year = date.getUTCFullYear();
  if (Number.isNaN(year)) return days < 0 ? '0000-01-01' : '9999-12-31';
  if (year < 0) return '0000-01-01';
  return year > 9999 ? '9999-12-31' : date.toISOString().slice(0, 10);
}

/** @param {string} date @param {number} days */
export function addDays(date, days) {
  return dateOfDay(dayNumber(date) + days);
}

/**
 * Keeps the day of the month where the month has it, else takes the month's last day.
 *
 * @param {string} date @param {number} months @returns {string}
 */
export function addMonths(date, months) {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(midnightMs(year, month + months, 0));
  return dateOfDay(last.getTime() / dayMs - Math.max(0, last.getUTCDate() - day));
}

/** @param {number} days @returns {number} 1 for Monday to 7 for Sunday. */
export function weekdayOfDay(days) {
  return ((((days + 3) % 7) + 7) % 7) + 1;
}

/** @param {string} date */
export function weekday(date) {
  return weekdayOfDay(dayNumber(date));
}

/**
 * The ISO 8601 number of the week a day is in: its Thursday, counted from the start of the year.
 *
 * @param {number} days @returns {number}
 */
export function isoWeek(days) {
  const thursday = days + 4 - weekdayOfDay(days);
  const newYear = dayNumber(`${dateOfDay(thursday).slice(0, 4)}-01-01`);
  return Math.floor((thursday - newYear) / 7) + 1;
}

/** @param {string} text @returns {boolean} Whether the text is a real date, of the years 1 to 9999. */
export function isDate(text) {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && text >= '0001-01-01' && dateOfDay(dayNumber(text)) === text
  );
}

/** @param {string} date @param {string} low @param {string} high */
export function clampDate(date, low, high) {
  if (date < low) return low;
  return date > high ? high : date;
}

/** @param {string} date @returns {string} The date, or the nearest that views scroll to. */
export const withinBounds = (date) => clampDate(date, firstDate, lastDate);

/**
 * @param {string} time Local time "2026-11-21T09:00:00".
 * @returns {number} Minutes since 1970 on the wall clock, for differences only.
 */
export function wallMinutes(time) {
  const [hours = 0, minutes = 0] = time.slice(11).split(':').map(Number);
  return dayNumber(time.slice(0, 10)) * 1440 + hours * 60 + minutes;
}

/** @param {number} minutes @returns {string} The local time of wall minutes. */
export function timeOfWallMinutes(minutes) {
  const date = dateOfDay(Math.floor(minutes / 1440));
  const rest = minutes - Math.floor(minutes / 1440) * 1440;
  const part = (/** @type {number} */ value) => String(value).padStart(2, '0');
  return `${date}T${part(Math.floor(rest / 60))}:${part(rest % 60)}:00`;
}
