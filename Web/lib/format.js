import { dayNumber } from './civil-date.js';

// Dates and times in the user's words. Every civil value is shown through UTC, so that the
// browser's own zone never moves it.

/** @type {string} */
let locale = 'en';
/** @type {Intl.DateTimeFormatOptions} */
let hours = {};
/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** @param {string} tag @param {'auto' | '12' | '24'} [clock] */
export function formatFor(tag, clock = 'auto') {
  locale = tag;
  hours = clock === 'auto' ? {} : { hourCycle: clock === '24' ? 'h23' : 'h12' };
  formats.clear();
}

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const shapes = {
  month: { month: 'long', year: 'numeric' },
  monthShort: { month: 'short' },
  monthYear: { month: 'short', year: 'numeric' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  dayLong: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  shortYear: { day: 'numeric', month: 'short', year: 'numeric' },
  weekdayLong: { weekday: 'long' },
  weekdayShort: { weekday: 'short' },
  weekdayNarrow: { weekday: 'narrow' },
  time: { hour: 'numeric', minute: '2-digit' },
};

/** @param {Shape} shape @returns {Intl.DateTimeFormat} */
function formatOf(shape) {
  let format = formats.get(shape);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...shapes[shape], ...(shape === 'time' ? hours : {}), timeZone: 'UTC' });
    formats.set(shape, format);
  }
  return format;
}

/** @param {string} date A date, or a local time of which the date is shown. @param {Shape} shape */
export function dateText(date, shape) {
  return formatOf(shape).format(dayNumber(date.slice(0, 10)) * 86_400_000);
}

/** @type {Map<string, string>} */
const timeTexts = new Map();
let timeTextsOf = formats.get('time');

/** @param {string} time A local time, or its "09:00". */
export function timeText(time) {
  const format = formatOf('time');
  // The month asks for the same few times again and again while it scrolls.
  if (timeTextsOf !== format) timeTexts.clear();
  timeTextsOf = format;
  const clock = time.length > 5 ? time.slice(11, 16) : time;
  let text = timeTexts.get(clock);
  if (text === undefined) {
    const [hour = 0, minute = 0] = clock.split(':').map(Number);
    text = format.format(Date.UTC(2000, 0, 1, hour, minute));
    timeTexts.set(clock, text);
  }
  return text;
}

/** @param {number} weekday 1 (Monday) to 7. @param {'weekdayLong' | 'weekdayShort' | 'weekdayNarrow'} shape */
export function weekdayText(weekday, shape) {
  return formatOf(shape).format(Date.UTC(2024, 0, weekday));
}

/** @param {number} value */
export function numberText(value) {
  return new Intl.NumberFormat(locale).format(value);
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
    return event.start === last ? '' : `${dateText(event.start, 'short')} – ${dateText(last, 'short')}`;
  }
  const side = (/** @type {string} */ time) => (onDate && time.slice(0, 10) !== onDate
    ? `${dateText(time, 'short')}, ${timeText(time)}` : timeText(time));
  return event.start === event.end ? side(event.start) : `${side(event.start)} – ${side(event.end)}`;
}

/** @param {string} date @param {Shape} shape @returns {Intl.DateTimeFormatPart[]} The same text in its parts. */
export function dateParts(date, shape) {
  return formatOf(shape).formatToParts(dayNumber(date.slice(0, 10)) * 86_400_000);
}
