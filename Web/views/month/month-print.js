import { element } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { stripOf, weekOf } from '../../layout/month-strip.js';
import { addDays, addMonths, dateOfDay } from '../../time/civil-date.js';
import { WeekRow } from './week-row.js';
import { columnsOf, showColumns } from './weekday-header.js';

/**
 * The height of all weeks on a page, and of a week's day numbers and lanes; as in the style sheet.
 */
const weeksMm = 166,
  numbersMm = 8,
  laneMm = 4.2;
/** As many lanes as a page has room for. */
const lanes = Math.floor((weeksMm - numbersMm) / laneMm);

/**
 * The heights of the weeks: each has room for all its events. What is left of a page is shared among
 * its weeks.
 *
 * @param {number[]} laneCounts The lanes of each week.
 * @returns {number[][]} For each page, the heights of its weeks in millimetres.
 */
export function weekHeightsMm(laneCounts) {
  /** @type {number[][]} */
  const pages = [[]];
  let leftMm = weeksMm;
  for (const count of laneCounts) {
    const heightMm = numbersMm + count * laneMm;
    if (heightMm > leftMm) {
      pages.push([]);
      leftMm = weeksMm;
    }
    pages.at(-1)?.push(heightMm);
    leftMm -= heightMm;
  }
  const isOnePage = pages.length === 1;
  return pages.map((heights) => {
    const restMm = isOnePage ? weeksMm - heights.reduce((sum, mm) => sum + mm, 0) : 0;
    return heights.map((mm) => mm + restMm / heights.length);
  });
}

/** @param {PrintModel} model @returns {PrintPage} The weeks of a month, with all their events. */
export function monthPage({ engine, settings, date }) {
  const { firstDay } = stripOf(settings.firstWeekday);
  const month = date.slice(0, 7);
  const first = weekOf(`${month}-01`, firstDay);
  const weeks = weekOf(addDays(addMonths(`${month}-01`, 1), -1), firstDay) - first + 1;
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
  const body = element('div', { class: 'grid wide' });
  const rows = engine.monthRows(dateOfDay(firstDay + first * 7), weeks, lanes, -1);
  const pages = weekHeightsMm(rows.map(({ chips }) => lanesOf(chips)));
  const heights = pages.flat();
  // Each page begins with the names of the weekdays.
  const starts = pages.map((_, page) => pages.slice(0, page).flat().length);
  rows.forEach((row, n) => {
    if (starts.includes(n)) {
      const names = element('div', { class: n === 0 ? 'weekdays' : 'weekdays next-page' });
      showColumns(body, names, shown, settings);
      body.append(names);
    }
    const week = new WeekRow();
    week.element.style.setProperty('--height', `${heights[n]}mm`);
    week.place(first + n, look);
    week.fill(row, look);
    for (const cell of week.cells)
      cell.classList.toggle('outside', !cell.dataset['date']?.startsWith(month));
    body.append(week.element);
  });
  return { title: dateText(date, 'month'), kind: 'month', body };
}

/** @param {Chip[]} chips @returns {number} */
const lanesOf = (chips) => Math.max(0, ...chips.map(({ lane }) => lane + 1));
