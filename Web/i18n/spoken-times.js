import { dateText, timeText } from './format.js';
import { unitText } from './length-text.js';

import { t } from './strings.js';

/** @param {Times} times @returns {string} When an event takes place, for screen readers. */
export function spokenTimes({ allDay, start, end }) {
  const day = dateText(start, 'dayWeekday');
  if (allDay)
    return start === end ? day : t('fromTo', { start: day, end: dateText(end, 'dayWeekday') });
  return `${t('fromTo', { start: timeText(start), end: timeText(end) })}, ${day}`;
}

/**
 * @param {number} minutes
 * @param {'narrow' | 'short'} [form]
 * @returns {string} "45 min", "1 hr 30 min", in the language's short form; "1h 30m" in the narrow.
 */
export function shortLengthText(minutes, form = 'short') {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [
    hours > 0 && unitText(hours, 'hour', form),
    (rest > 0 || hours === 0) && unitText(rest, 'minute', form),
  ]
    .filter(Boolean)
    .join(' ');
}
