import { readPhrase } from '../../components/form/phrase-reading.js';
import { dateText } from '../../i18n/format.js';
import { monthNamedAlone, readDate } from '../../i18n/reading/date-reading.js';
import { plainFigures } from '../../i18n/reading/plain-figures.js';
import { firstDate, lastDate } from '../../time/calendar-bounds.js';

/**
 * The day or month that the text names.
 *
 * @param {string} text @param {string} today
 * @returns {{ date: string, name: string } | null} `name` is a month or a day in words.
 */
export function dateTyped(text, today) {
  const month = monthTyped(text, today);
  const date = month || readDate(text, { today }) || readPhrase(text, 'date').date;
  if (date === '' || date < firstDate || date > lastDate) return null;
  return { date, name: dateText(date, month ? 'month' : 'full') };
}

/** @param {string} text @param {string} today @returns {string} Its first day, or empty. */
function monthTyped(text, today) {
  const plain = plainFigures(text);
  const figures = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(plain);
  if (figures) return `${plain}-01`;
  const [, name = '', year = ''] = /^(\D+?)\s*(\d{4})?$/u.exec(plain) ?? [];
  const month = monthNamedAlone(name.trim());
  if (month === 0) return '';
  const figure = String(month).padStart(2, '0');
  if (year !== '') return `${year}-${figure}-01`;
  const thisYear = Number(today.slice(0, 4));
  return `${figure < today.slice(5, 7) ? thisYear + 1 : thisYear}-${figure}-01`;
}
