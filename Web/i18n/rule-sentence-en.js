import { dateText, monthText, timeText, weekdayText } from './format.js';
import { EnglishDays } from './rule-days-en.js';
import {
  areWorkdays,
  atTimes,
  betweenHours,
  every,
  monthDays,
  numbered,
  positions,
  weekdays,
} from './rule-words-en.js';

const [minutely, hourly, daily, weekly, monthly, yearly] = [1, 2, 3, 4, 5, 6];
/** If there are more times than these, only the hours are named. */
const timesMax = 12;
const skips = [
  '',
  ', or the day before where there is none',
  ', or the day after where there is none',
];

/**
 * It expresses the whole rule, even if no form can show it.
 *
 * @param {RuleWords} words
 * @returns {string} "every 2 weeks on Tuesday and Thursday until 3 June 2026".
 */
export function englishRule(words) {
  if (words.never) return 'never';
  const days = new EnglishDays(words);
  const weekStart = words.weekStart
    ? [`weeks starting on ${weekdayText(words.weekStart, 'weekdayLong')}`]
    : [];
  const main = words.positions.length > 0 ? positioned(words, days) : unpositioned(words, days);
  return [main + (skips[words.skip] ?? ''), ...days.limits, ...clockLimits(words), ...weekStart]
    .join(', ')
    .concat(endOf(words));
}

/** @param {(string | false)[]} parts */
const spaced = (parts) => parts.filter(Boolean).join(' ');

/** @param {RuleWords} words @param {EnglishDays} days */
function unpositioned(words, days) {
  const each = every(words.interval, words.frequency);
  const times = timesOf(words);
  if (words.frequency >= monthly && days.isPlainWeekdays)
    return spaced([`every ${weekdays(words.weekdays, false)}${days.inMonths}`, times]);
  switch (words.frequency) {
    case daily:
      return spaced([dailyDays(words, days), times]);
    case weekly:
      return spaced([weeklyDays(words), times]);
    case monthly:
      return spaced([monthlyDays(words, days), times]);
    case yearly:
      return spaced([each, days.ofYear && `on ${days.ofYear}`, times]);
    default:
      return spaced([each, clockOf(words)]);
  }
}

/** @param {RuleWords} words @param {EnglishDays} days */
function dailyDays(words, days) {
  const each = every(words.interval, words.frequency);
  if (words.interval !== 1) return each;
  switch (days.onlyKind) {
    case 'weekdays':
      return `every ${weekdays(words.weekdays, false)}${days.inMonths}`;
    case 'monthDays':
      return `on ${days.ofEveryMonth(monthDays(words.monthDays))}`;
    case 'none':
      return each + days.inMonths;
    default:
      return each;
  }
}

/** @param {RuleWords} words */
function weeklyDays({ interval, frequency, weekdays: names }) {
  const each = every(interval, frequency);
  if (names.length === 0) return each;
  if (interval === 1 && areWorkdays(names)) return 'every weekday';
  if (interval === 1 && names.length === 7) return 'every day';
  if (areWorkdays(names)) return `${each} on weekdays`;
  if (names.length === 7) return `${each} on every day of the week`;
  return `${each} on ${weekdays(names, false)}`;
}

/** @param {RuleWords} words @param {EnglishDays} days */
function monthlyDays({ interval, frequency }, days) {
  const day = days.ofMonth;
  if (!day) return every(interval, frequency);
  if (interval === 1 && days.startsWithThe) return `on ${days.ofEveryMonth(day)}`;
  return `${every(interval, frequency)} on ${day}`;
}

/**
 * A rule with BYSETPOS.
 *
 * @param {RuleWords} words @param {EnglishDays} days
 */
function positioned(words, days) {
  const { frequency, interval, months } = words;
  const each = every(interval, frequency);
  const these = positions(words.positions);
  const { noun } = days;
  if (noun && words.times.length <= 1) {
    const times = timesOf(words);
    if (frequency === monthly && interval === 1)
      return spaced([`on ${days.ofEveryMonth(`${these} ${noun}`)}`, times]);
    if (frequency === monthly && months.length === 0)
      return spaced([`${each} on ${these} ${noun}`, times]);
    if (frequency === yearly && months.length <= 1) {
      const period = months[0] ? monthText(months[0]) : 'the year';
      return spaced([`${each} on ${these} ${noun} of ${period}`, times]);
    }
  }
  const all = {
    [yearly]: () => days.ofYear,
    [monthly]: () => days.ofMonth,
    [weekly]: () => weekdays(words.weekdays, true),
  }[frequency]?.();
  const set = spaced([all ?? '', frequency >= daily ? timesOf(words) : clockOf(words)]);
  return set ? `${each}, but only ${these} of these: ${set}` : `${each}, but only ${these} time`;
}

/**
 * The times of day, for a rule that repeats daily or less often.
 *
 * @param {RuleWords} words
 */
function timesOf(words) {
  if (words.times.length === 0) return '';
  if (words.times.length <= timesMax) return atTimes(words.times);
  return spaced([clockOf(words), betweenHours(words.hours)]);
}

/** @param {RuleWords} words The minutes and seconds, unless the frequency already counts them. */
function clockOf({ frequency, minutes, seconds }) {
  const parts = [
    frequency >= hourly && minutes.length > 0 && numbered(minutes, 'minute'),
    frequency >= minutely && seconds.length > 0 && numbered(seconds, 'second'),
  ].filter(Boolean);
  return parts.length > 0 ? `at ${parts.join(', ')}` : '';
}

/**
 * @param {RuleWords} words The hours, minutes and seconds that limit a rule that steps by these.
 */
function clockLimits({ frequency, hours, minutes, seconds }) {
  return [
    frequency < daily && hours.length > 0 && `only ${betweenHours(hours)}`,
    frequency < hourly &&
      minutes.length > 0 &&
      `only in ${numbered(minutes, 'minute')} of the hour`,
    frequency < minutely &&
      seconds.length > 0 &&
      `only in ${numbered(seconds, 'second')} of the minute`,
  ].filter(Boolean);
}

/** @param {RuleWords} words */
function endOf({ count, until, skip }) {
  if (count !== undefined) return count === 1 ? ', once' : `, ${count} times`;
  if (until === undefined) return '';
  const time = until.length > 10 ? ` at ${timeText(until)}` : '';
  // "Where there is none until June" would mean something else.
  return `${skip === 0 ? '' : ','} until ${dateText(until, 'dayLong')}${time}`;
}
