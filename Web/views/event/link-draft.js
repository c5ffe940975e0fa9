import { isDate, timeOfWallMinutes, wallMinutes } from '../../time/civil-date.js';

// The query parameters for each field besides the times. The first name is our own; the others are
// common elsewhere.
/** @type {Record<string, string[]>} */
const texts = {
  title: ['title', 'text'],
  location: ['location', 'place'],
  notes: ['notes', 'description', 'details'],
  url: ['url'],
  repeat: ['repeat'],
};

/**
 * @param {string | undefined} text
 * @returns {string} A date or a local time with seconds; empty for anything else.
 */
function timeOf(text = '') {
  if (isDate(text)) return text;
  const [, date = '', hour = '', minute = ''] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::\d\d)?$/.exec(text) ?? [];
  return isDate(date) && hour < '24' && minute < '60' ? `${date}T${hour}:${minute}:00` : '';
}

/**
 * The draft of a new event from the query parameters of an address. What's missing or malformed
 * comes from `base`.
 *
 * @param {Record<string, string>} given
 * @param {Draft} base
 * @param {number} lengthMinutes The length of a timed event without an end.
 * @returns {Draft}
 */
export function draftOfAddress(given, base, lengthMinutes) {
  const said = Object.fromEntries(
    Object.entries(texts).flatMap(([field, names]) => {
      const name = names.find((each) => given[each] !== undefined);
      return name ? [[field, given[name]]] : [];
    }),
  );
  const [start, end] = [timeOf(given['start']), timeOf(given['end'])];
  if (start === '') return { ...base, ...said };
  const isDay = start.length === 10;
  const usual = isDay ? start : timeOfWallMinutes(wallMinutes(start) + lengthMinutes);
  const isEnd = end.length === start.length && end >= start;
  return {
    ...base,
    ...said,
    allDay: isDay ? '1' : '0',
    start,
    end: isEnd ? end : usual,
    reminders: isDay ? '' : base.reminders,
  };
}
