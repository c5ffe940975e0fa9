import { dayPeriods } from './own-words.js';
import { plainFigures } from './plain-figures.js';
import { shownTime } from './shown-dates.js';

/**
 * Reads a time of day in figures: "14.30", "1430", "9p", "9:15 am", and as the locale writes it.
 * The core reads phrases such as "half past 3".
 *
 * @param {string} text
 * @returns {string} "14:30"; empty if the text isn't a time in figures.
 */
export function readTime(text) {
  const shown = shownTime(text);
  if (shown) return shown;
  const { rest, isAfternoon } = withoutDayPeriod(plainFigures(text).toLowerCase());
  const figures =
    /^(\d{1,2})(?:\s*[:.h٫時时]\s*(\d\d)(?::\d\d)?|\s*[h時时])?\s*[分]?$/u.exec(rest) ??
    /^(\d{1,2})(\d\d)$/.exec(rest);
  if (!figures) return '';
  let hour = Number(figures[1]);
  const minute = Number(figures[2] ?? 0);
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return '';
  if (isAfternoon !== null) {
    // "14:30 pm" is still half past two; "0 am" is midnight.
    if (hour > 12) return isAfternoon && hour < 24 ? clockOf(hour, minute) : '';
    hour = (hour % 12) + (isAfternoon ? 12 : 0);
  } else if (/^[1-6]$/.test(rest)) {
    // As in quick add, a lone digit from 1 to 6 is in the afternoon.
    hour += 12;
  }
  return clockOf(hour % 24, minute);
}

/** @param {number} hour @param {number} minute */
const clockOf = (hour, minute) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** @param {string} text @returns {{ rest: string, isAfternoon: boolean | null }} */
function withoutDayPeriod(text) {
  const [morning, afternoon] = dayPeriods().map((period) => plainFigures(period).toLowerCase());
  const latin = /^(.*\d)\s*([ap])(?:\.?\s?m\.?)?$/.exec(text);
  if (latin) return { rest: latin[1] ?? '', isAfternoon: latin[2] === 'p' };
  for (const [period, isAfternoon] of /** @type {const} */ ([
    [morning, false],
    [afternoon, true],
  ])) {
    if (!period || morning === afternoon) continue;
    if (text.startsWith(period)) return { rest: text.slice(period.length).trim(), isAfternoon };
    if (text.endsWith(period)) return { rest: text.slice(0, -period.length).trim(), isAfternoon };
  }
  return { rest: text, isAfternoon: null };
}
