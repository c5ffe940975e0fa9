import { clockText, monthText, weekdayText } from './format.js';

// The English words for a rule's phrase.

/** The units of a rule's frequency, shortest first, as the core numbers them. */
const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'];
const positionNames = ['first', 'second', 'third', 'fourth', 'fifth'];

/** @param {number} interval @param {number} frequency @returns {string} "every 2 weeks". */
export const every = (interval, frequency) =>
  interval === 1 ? `every ${units[frequency]}` : `every ${interval} ${units[frequency]}s`;

/**
 * @param {string[]} items
 * @param {'and' | 'or'} [joint]
 * @returns {string} "a", "a and b", "a, b and c".
 */
export function list(items, joint = 'and') {
  const last = items.at(-1) ?? '';
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} ${joint} ${last}` : last;
}

/** @param {number} number @returns {string} "1st", "22nd", "13th". */
export function ordinal(number) {
  const isTeen = number % 100 > 10 && number % 100 < 14;
  return `${number}${(isTeen ? '' : ['', 'st', 'nd', 'rd'][number % 10]) || 'th'}`;
}

/**
 * @param {number} number From the start, or from the end.
 * @returns {string} "first", "last", "second to last"; in figures from the sixth on.
 */
export function position(number) {
  if (number === -1) return 'last';
  const size = Math.abs(number);
  const name = positionNames[size - 1] ?? ordinal(size);
  return number > 0 ? name : `${name} to last`;
}

/**
 * Numbers, with three or more in a row joined to a range.
 *
 * @param {number[]} numbers
 * @param {(number: number) => string} name
 * @returns {string[]} "1 to 5", "9", "12".
 */
export function ranges(numbers, name) {
  /** @type {string[]} */
  const texts = [];
  for (let start = 0; start < numbers.length; ) {
    let end = start;
    while (numbers[end + 1] === (numbers[end] ?? 0) + 1) end += 1;
    const [first = 0, last = 0] = [numbers[start], numbers[end]];
    const isRun = end - start >= 2;
    texts.push(isRun ? `${name(first)} to ${name(last)}` : name(first));
    start = isRun ? end + 1 : start + 1;
  }
  return texts;
}

/** @param {number[]} days @returns {string} "the 1st, the 15th and the last day". */
export function monthDays(days) {
  const last = days.filter((day) => day < 0);
  const areLast = last.length > 1 && last.at(-1) === -1 && last[0] === -last.length;
  return list([
    ...ranges(
      days.filter((day) => day > 0),
      (day) => `the ${ordinal(day)}`,
    ),
    ...(areLast
      ? [`the last ${last.length} days`]
      : ranges(last, (day) => `the ${position(day)} day`)),
  ]);
}

/** @param {number[]} numbers @returns {string} "the first and the last". */
export const positions = (numbers) => list(ranges(numbers, (number) => `the ${position(number)}`));

/** @param {number[]} months @returns {string} "January to March and June". */
export const monthNames = (months) => list(ranges(months, monthText));

/** @param {number[]} days @returns {boolean} Whether these are Monday to Friday. */
export const areWorkdays = (days) => days.join() === '1,2,3,4,5';

/**
 * @param {number[]} days
 * @param {boolean} isEach Whether they are days of a longer period.
 * @returns {string} "Tuesday and Thursday", "each weekday".
 */
export function weekdays(days, isEach) {
  const prefix = isEach ? 'each ' : '';
  if (days.length === 7) return `${prefix}day`;
  if (areWorkdays(days)) return `${prefix}weekday`;
  return prefix + list(days.map((day) => weekdayText(day, 'weekdayLong')));
}

/** @param {number[]} seconds Since midnight. @returns {string} "at 09:00 and 17:00". */
export const atTimes = (seconds) => `at ${list(seconds.map(clockText))}`;

/**
 * @param {number[]} hours
 * @returns {string} "between 09:00 and 17:59 and between 20:00 and 20:59".
 */
export function betweenHours(hours) {
  /** @type {[first: number, last: number][]} */
  const runs = [];
  for (const hour of hours) {
    const run = runs.at(-1);
    if (run?.[1] === hour - 1) run[1] = hour;
    else runs.push([hour, hour]);
  }
  const at = (/** @type {number} */ hour, /** @type {number} */ minute) =>
    clockText(hour * 3600 + minute * 60);
  return list(runs.map(([first, last]) => `between ${at(first, 0)} and ${at(last, 59)}`));
}

/**
 * @param {number[]} numbers
 * @param {string} unit
 * @returns {string} "minute 30", "minutes 0 to 14 and 30".
 */
export const numbered = (numbers, unit) =>
  `${numbers.length === 1 ? unit : `${unit}s`} ${list(ranges(numbers, String))}`;
