import { dateText, timeText, unitText } from './format.js';
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
 * @returns {string} "45 min", "1 hr 30 min", in the language's short form.
 */
export function shortLengthText(minutes) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [
    hours > 0 && unitText(hours, 'hour', 'short'),
    (rest > 0 || hours === 0) && unitText(rest, 'minute', 'short'),
  ]
    .filter(Boolean)
    .join(' ');
}
