import { element } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { stripOf, weekOf } from '../../layout/month-strip.js';
import { addDays, addMonths, dateOfDay } from '../../time/civil-date.js';
import { WeekRow } from './week-row.js';
import { columnsOf, showColumns } from './weekday-header.js';

/**
 * The height of all weeks on the page, and of a week's day numbers and lanes; as in the style
 * sheet.
 */
const weeksMm = 166,
  numbersMm = 8,
  laneMm = 4.8;

/** @param {PrintModel} model @returns {PrintPage} The weeks of a month. */
export function monthPage({ engine, settings, date }) {
  const { firstDay } = stripOf(settings.firstWeekday);
  const month = date.slice(0, 7);
  const first = weekOf(`${month}-01`, firstDay);
  const weeks = weekOf(addDays(addMonths(`${month}-01`, 1), -1), firstDay) - first + 1;
  const lanes = Math.floor((weeksMm / weeks - numbersMm) / laneMm);
  const { hidden, shown, places } = columnsOf(settings);
  /** @type {StripLook} */
  const look = {
    firstDay,
    rowPx: 0,
    isWide: true,
    lanes,
    places,
    weekend: settings.weekend,
    hidden,
    today: '',
    selection: () => '',
  };
  const names = element('div', { class: 'weekdays' });
  const body = element('div', { class: 'grid wide' }, names);
  showColumns(body, names, shown, settings);
  body.style.setProperty('--weeks', String(weeks));
  const rows = engine.monthRows(dateOfDay(firstDay + first * 7), weeks, lanes);
  rows.forEach((row, n) => {
    const week = new WeekRow();
    week.place(first + n, look);
    week.fill(row, look);
    for (const cell of week.cells)
      cell.classList.toggle('outside', !cell.dataset['date']?.startsWith(month));
    body.append(week.element);
  });
  return { title: dateText(date, 'month'), kind: 'month', body };
}
