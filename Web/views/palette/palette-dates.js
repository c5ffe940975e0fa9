import { readPhrase } from '../../components/form/phrase-reading.js';
import { dateText } from '../../i18n/format.js';
import { readDate, readMonth } from '../../i18n/reading/date-reading.js';
import { firstDate, lastDate } from '../../time/calendar-bounds.js';

/**
 * The day or month that the text names.
 *
 * @param {string} text @param {string} today
 * @returns {{ date: string, name: string } | null} `name` is a month or a day in words.
 */
export function dateTyped(text, today) {
  const month = readMonth(text, today);
  const date = month || readDate(text, { today }) || readPhrase(text, 'date').date;
  if (date === '' || date < firstDate || date > lastDate) return null;
  return { date, name: dateText(date, month ? 'month' : 'full') };
}
