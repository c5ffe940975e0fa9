import { dayNumber } from '../time/civil-date.js';

// Dates and times in the user's words. Every civil value is shown through UTC, so that the
// browser's own zone never moves it.

/** @type {string} */
let locale = 'en';
/**
 * Made when it is first needed: making one takes as long as drawing some weeks.
 *
 * @type {Intl.NumberFormat | null}
 */
let numbers = null;
/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** @type {Intl.DateTimeFormatOptions} */
let clockHours = {};

/** @param {string} tag @param {'' | '12' | '24'} [hours] Of the clock; empty as is usual. */
export function formatFor(tag, hours = '') {
  locale = tag;
  clockHours = hours === '' ? {} : { hourCycle: hours === '12' ? 'h12' : 'h23' };
  formats.clear();
  known.clear();
  numbers = null;
}

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
      ...(wanted.hour ? clockHours : {}),
      timeZone: 'UTC',
    });
    formats.set(shape, format);
  }
  return format;
}

/**
 * Each day and event asks for the same few texts again and again while one scrolls.
 *
 * @type {Map<string, string>}
 */
const known = new Map();
const knownMax = 4000;

/** @param {string} key @param {() => string} make */
function remembered(key, make) {
  let text = known.get(key);
  if (text === undefined) {
    if (known.size >= knownMax) known.clear();
    known.set(key, (text = make()));
  }
  return text;
}

/** @param {string} date A date, or a local time of which the date is shown. @param {Shape} shape */
export function dateText(date, shape) {
  const day = date.slice(0, 10);
  return remembered(shape + day, () => formatOf(shape).format(dayNumber(day) * 86_400_000));
}

/**
 * @param {string} time A local time, or its "09:00".
 * @returns {number} The same time of some day.
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
  return remembered(hour, () => formatOf('time').format(momentOf(hour)));
}

/**
 * @param {number} seconds Since midnight.
 * @returns {string} The time of day, with its seconds where it has some.
 */
export function clockText(seconds) {
  return formatOf(seconds % 60 === 0 ? 'time' : 'timeSeconds').format(seconds * 1000);
}

/**
 * @param {string} time "14:00"
 * @returns {string} As short as a cell of the month: "14:00", or "2pm" where that is usual.
 */
export function shortTimeText(time) {
  return remembered(`short ${time}`, () => shortened(time));
}

/** @param {string} time */
function shortened(time) {
  const parts = formatOf('time').formatToParts(momentOf(time));
  const isHalf = parts.some(({ type }) => type === 'dayPeriod');
  const isFull = time.endsWith('00');
  const kept = parts.filter(
    ({ type, value }) =>
      !isHalf || (value.trim() !== '' && !(isFull && (type === 'minute' || value === ':'))),
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

/** @param {string} date @returns {string} Its year. */
export function yearText(date) {
  return formatOf('year').format(dayNumber(date) * 86_400_000);
}

/** @type {[unit: string, minutes: number][]} */
const lengths = [
  ['week', 10_080],
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
];

/** @param {number} minutes @returns {string} "45 minutes", "2 hours", "1 week". */
export function lengthText(minutes) {
  const [unit, size] = lengths.find(([, each]) => minutes > 0 && minutes % each === 0) ?? [
    'minute',
    1,
  ];
  return unitText(minutes / size, unit, 'long');
}

/** @param {number} value @param {string} unit @param {'short' | 'long'} unitDisplay */
export function unitText(value, unit, unitDisplay) {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(value);
}

/** @param {number} days From today, -1 to 1. @returns {string} "tomorrow". */
export function nearDayText(days) {
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
}

/** @param {number} value */
export function numberText(value) {
  numbers ??= new Intl.NumberFormat(locale);
  return numbers.format(value);
}

/**
 * The span of an occurrence, in as few words as the day it is shown on allows.
 *
 * @param {{ allDay: boolean, start: string, end: string, lastDate?: string }} event
 * @param {string} [onDate] The day it is listed under.
 */
export function spanText(event, onDate) {
  if (event.allDay) {
    const last = event.lastDate ?? event.end;
    return event.start === last
      ? ''
      : `${dateText(event.start, 'short')} – ${dateText(last, 'short')}`;
  }
  const side = (/** @type {string} */ time) =>
    onDate && time.slice(0, 10) !== onDate
      ? `${dateText(time, 'short')}, ${timeText(time)}`
      : timeText(time);
  return event.start === event.end
    ? side(event.start)
    : `${side(event.start)} – ${side(event.end)}`;
}

/**
 * @param {string} date
 * @param {Shape} shape
 * @returns {Intl.DateTimeFormatPart[]} The same text in its parts.
 */
export function dateParts(date, shape) {
  return formatOf(shape).formatToParts(dayNumber(date.slice(0, 10)) * 86_400_000);
}

/**
 * What the full hours of a day are called, or what the clocks of another zone show at them.
 *
 * @param {string} date @param {string} zone Empty for the user's own.
 * @returns {string[]}
 */
export function hourTexts(date, zone) {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  const own = new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    ...(isHalfDay() ? {} : { minute: '2-digit' }),
    timeZone: 'UTC',
  });
  const other = zone
    ? new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: zone })
    : null;
  // The user's own zone is the browser's, so the browser knows when its hours are.
  return Array.from({ length: 24 }, (_, hour) =>
    other
      ? other.format(new Date(year, month - 1, day, hour))
      : own.format(Date.UTC(2000, 0, 1, hour)),
  );
}

/** @returns {'day' | 'month'} What a date in figures begins with. */
export function firstInFigures() {
  const parts = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'numeric',
    timeZone: 'UTC',
  }).formatToParts(0);
  return parts.find(({ type }) => type !== 'literal')?.type === 'month' ? 'month' : 'day';
}

/** @returns {boolean} Whether the hours are counted to 12. */
function isHalfDay() {
  return formatOf('time').resolvedOptions().hour12 === true;
}

/**
 * The month of some days, or the two that they are in.
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
