import { dayNumber } from '../time/civil-date.js';

// Dates and times in the user's words. Every civil value is shown through UTC, so that the
// browser's own zone never moves it.

/** @type {string} */
let locale = 'en';
/**
 * The number format, made on first use: making one takes as long as drawing several weeks.
 *
 * @type {Intl.NumberFormat | null}
 */
let numbers = null;
/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** @type {Intl.DateTimeFormatOptions} */
let clockHours = {};

/**
 * @param {string} tag @param {'' | '12' | '24'} [hours] The hours of the clock; empty for the
 *   locale's default.
 */
export function formatFor(tag, hours = '') {
  locale = tag;
  clockHours = hours === '' ? {} : { hourCycle: hours === '12' ? 'h12' : 'h23' };
  const own = new Intl.DateTimeFormat(tag).resolvedOptions().calendar;
  calendar = likeGregorian.includes(own) ? {} : { calendar: 'gregory' };
  formats.clear();
  cache.clear();
  numbers = null;
}

/** @returns {string} The locale that dates and times are worded in. */
export const wordingLocale = () => locale;

/** @returns {string} The calendar that they are worded in, such as "gregory". */
export const wordingCalendar = () => formatOf('shortYear').resolvedOptions().calendar;

/**
 * The calendars whose months and days are those of the page. "iso8601" isn't among them, because
 * dates in it are shown without their month (V8 with ICU 78).
 */
const likeGregorian = ['gregory', 'buddhist', 'japanese', 'roc'];

/**
 * The calendar to word dates in: the locale's own, unless its months differ from the page's.
 *
 * @type {Intl.DateTimeFormatOptions}
 */
let calendar = {};

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const shapes = {
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
  monthLong: { month: 'long' },
  dayMonth: { day: 'numeric', month: 'long' },
  monthShort: { month: 'short' },
  monthYear: { month: 'short', year: 'numeric' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  dayLong: { day: 'numeric', month: 'long', year: 'numeric' },
  dayWeekday: { weekday: 'long', day: 'numeric', month: 'long' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  shortYear: { day: 'numeric', month: 'short', year: 'numeric' },
  shortWeekdayYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  weekdayLong: { weekday: 'long' },
  weekdayShort: { weekday: 'short' },
  weekdayNarrow: { weekday: 'narrow' },
  time: { hour: 'numeric', minute: '2-digit' },
  timeSeconds: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
};

/** @param {Shape} shape */
function formatOf(shape) {
  let format = formats.get(shape);
  if (!format) {
    const wanted = shapes[shape] ?? {};
    format = new Intl.DateTimeFormat(locale, {
      ...wanted,
      ...calendar,
      ...(wanted.hour ? clockHours : {}),
      timeZone: 'UTC',
    });
    formats.set(shape, format);
  }
  return format;
}

/**
 * A cache: while scrolling, days and events ask for the same few texts again and again.
 *
 * @type {Map<string, string>}
 */
const cache = new Map();
const cacheMax = 4000;

/** @param {string} key @param {() => string} make */
function cached(key, make) {
  let text = cache.get(key);
  if (text === undefined) {
    if (cache.size >= cacheMax) cache.clear();
    cache.set(key, (text = make()));
  }
  return text;
}

/** @param {string} date A date, or a local time of which the date is shown. @param {Shape} shape */
export function dateText(date, shape) {
  const day = date.slice(0, 10);
  return cached(shape + day, () => formatOf(shape).format(dayNumber(day) * 86_400_000));
}

/**
 * @param {string} time A local time, or its "09:00".
 * @returns {number} A timestamp with that time in UTC, on some day.
 */
function momentOf(time) {
  const [hour = 0, minute = 0] = (time.length > 5 ? time.slice(11, 16) : time)
    .split(':')
    .map(Number);
  return Date.UTC(2000, 0, 1, hour, minute);
}

/** @param {string} time A local time, or its "09:00". */
export function timeText(time) {
  const hour = time.length > 5 ? time.slice(11, 16) : time;
  return cached(hour, () => formatOf('time').format(momentOf(hour)));
}

/**
 * @param {number} seconds Since midnight.
 * @returns {string} The time of day, with seconds unless they're 0.
 */
export function clockText(seconds) {
  return formatOf(seconds % 60 === 0 ? 'time' : 'timeSeconds').format(seconds * 1000);
}

/**
 * @param {number} seconds Since midnight.
 * @returns {string} The time of day without "AM" or "PM", for places where something else tells
 *   which.
 */
export function bareClockText(seconds) {
  const parts = formatOf('time').formatToParts(seconds * 1000);
  return parts
    .filter(({ type }) => type !== 'dayPeriod')
    .map(({ value }) => value)
    .join('')
    .trim();
}

/**
 * @param {string} time "14:00"
 * @returns {string} Short enough for a cell of the month: "14:00", or "2pm" in a 12-hour locale.
 */
export function shortTimeText(time) {
  return cached(`short ${time}`, () => shortened(time));
}

/** @returns {string} The width of a column of short times: a 12-hour clock has letters behind them. */
export const timeColumn = () => (shortTimeText('12:30').length > 5 ? '3.25rem' : '2.125rem');

/** @param {string} time */
function shortened(time) {
  const parts = formatOf('time').formatToParts(momentOf(time));
  const hasDayPeriod = parts.some(({ type }) => type === 'dayPeriod');
  const isFull = time.endsWith('00');
  const kept = parts.filter(
    ({ type, value }) =>
      !hasDayPeriod || (value.trim() !== '' && !(isFull && (type === 'minute' || value === ':'))),
  );
  return kept
    .map(({ type, value }) => (type === 'dayPeriod' ? value.toLowerCase() : value))
    .join('');
}

/**
 * @param {number} weekday 1 (Monday) to 7.
 * @param {'weekdayLong' | 'weekdayShort' | 'weekdayNarrow'} shape
 */
export function weekdayText(weekday, shape) {
  return formatOf(shape).format(Date.UTC(2024, 0, weekday));
}

/** @param {number} month 1 (January) to 12. */
export function monthText(month) {
  return formatOf('monthLong').format(Date.UTC(2024, month - 1, 1));
}

/** @param {number} days From today, -1 to 1. @returns {string} "tomorrow". */
export function nearDayText(days) {
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
}

/** @param {string[]} parts @returns {string} "Ana, Ben and Cleo". */
export const listText = (parts) => new Intl.ListFormat(locale).format(parts);

/** @param {number} value */
export function numberText(value) {
  numbers ??= new Intl.NumberFormat(locale);
  return numbers.format(value);
}

/**
 * When an occurrence takes place, without the date if it's that of the day it's listed under. Empty
 * for a single whole day.
 *
 * @param {{ allDay: boolean, start: string, end: string, lastDate?: string }} event
 * @param {string} [onDate] The day it is listed under.
 */
export function spanText(event, onDate) {
  const last = event.allDay ? (event.lastDate ?? event.end) : event.end;
  const shape = event.start.slice(0, 4) === last.slice(0, 4) ? 'short' : 'shortYear';
  if (event.allDay)
    return event.start === last ? '' : `${dateText(event.start, shape)} – ${dateText(last, shape)}`;
  const side = (/** @type {string} */ time) =>
    onDate && time.slice(0, 10) !== onDate
      ? `${dateText(time, shape)}, ${timeText(time)}`
      : timeText(time);
  return event.start === event.end
    ? side(event.start)
    : `${side(event.start)} – ${side(event.end)}`;
}

/**
 * One or more days, with the year whenever it isn't this one.
 *
 * @param {string} first @param {string} last Dates, or local times. @param {string} today
 */
export function daysText(first, last, today) {
  const years = [first, last, today].map((date) => date.slice(0, 4));
  const shape = years.every((year) => year === years[0]) ? 'short' : 'shortWeekdayYear';
  const text = dateText(first, shape);
  return first.slice(0, 10) === last.slice(0, 10) ? text : `${text} – ${dateText(last, shape)}`;
}

/**
 * @param {string} date
 * @param {Shape} shape
 * @returns {Intl.DateTimeFormatPart[]} The text of `dateText`, in parts.
 */
export function dateParts(date, shape) {
  return formatOf(shape).formatToParts(dayNumber(date.slice(0, 10)) * 86_400_000);
}

/** @returns {string[]} The labels of the 24 full hours of a day. */
export function hourTexts() {
  const own = new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    ...(is12Hour() ? {} : { minute: '2-digit' }),
    ...clockHours,
    timeZone: 'UTC',
  });
  return Array.from({ length: 24 }, (_, hour) => own.format(Date.UTC(2000, 0, 1, hour)));
}

/**
 * @param {number[]} instants In milliseconds since 1970. @param {string} zone
 * @returns {string[]} The time of day in the zone at each.
 */
export function timesIn(instants, zone) {
  const format = new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    ...clockHours,
    timeZone: zone,
  });
  return instants.map((instant) => format.format(instant));
}

/** @returns {boolean} Whether the clock has 12 hours. */
function is12Hour() {
  return formatOf('time').resolvedOptions().hour12 === true;
}

/**
 * The month that two days are in, or both their months.
 *
 * @param {string} first @param {string} last @returns {Intl.DateTimeFormatPart[]}
 */
export function monthsText(first, last) {
  if (first.slice(0, 7) === last.slice(0, 7)) return dateParts(last, 'month');
  return [
    ...dateParts(first, 'monthShort'),
    { type: 'month', value: ' – ' },
    ...dateParts(last, 'monthYear'),
  ];
}
