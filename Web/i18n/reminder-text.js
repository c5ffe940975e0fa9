import { clockText } from './format.js';
import { lengthText } from './length-text.js';
import { t } from './strings.js';

const dayMinutes = 1440;

/**
 * @param {number} minutes Before the start; negative after it.
 * @param {boolean} isAllDay Whether the start is midnight, so that people think of days and a time.
 * @returns {string} "30 minutes before", or "The day before at 17:00".
 */
export function reminderText(minutes, isAllDay) {
  if (isAllDay) {
    const days = Math.ceil(minutes / dayMinutes);
    const time = clockText((days * dayMinutes - minutes) * 60);
    if (days === 0) return t('onTheDayAt', { time });
    if (days === 1) return t('theDayBeforeAt', { time });
    return t('daysBeforeAt', { length: lengthText(days * dayMinutes), time });
  }
  if (minutes === 0) return t('atStart');
  return t(minutes > 0 ? 'before' : 'afterStart', { length: lengthText(Math.abs(minutes)) });
}
