import { element } from '../../dom/element.js';
import { proposedClass, showOwner, titleOf } from '../../i18n/calendar-owners.js';
import { dateText, weekdayText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { dayNumber, weekday } from '../../time/civil-date.js';

/** In a month's row each day is below its weekday: at most 6 empty places and 31 days. */
export const columnsMax = 37;
/** How many lanes of bands a month's row draws; other events only show in the days' fullness. */
export const lanesMax = 3;

/**
 * @param {YearModel} year
 * @param {{ layout: YearLayout, firstWeekday: number, weekend: number[], lines: Map<string, Line>,
 *   selection: (date: string) => string }} look
 * @returns {HTMLElement[]} A block for each month.
 */
export function monthBlocks(year, look) {
  /** @type {YearDay[][]} */
  const months = Array.from({ length: 12 }, () => []);
  for (const day of year.days) months[Number(day.date.slice(5, 7)) - 1]?.push(day);
  return months.map((days, index) =>
    look.layout === 'rows'
      ? monthRow(
          days,
          year.bands.filter(({ month }) => month === index + 1),
          look,
        )
      : monthBlock(days, look),
  );
}

/** @typedef {Parameters<typeof monthBlocks>[1]} Look */
/**
 * The mark of a day that an event of several days covers.
 *
 * @typedef {{ color: string, lane: number, isFirst: boolean, isLast: boolean }} Line
 */

/**
 * @param {YearModel} year
 * @returns {Map<string, Line>} By date; of several such events the one in the highest lane.
 */
export function linesOf({ year, bands }) {
  /** @type {Map<string, Line>} */
  const lines = new Map();
  for (const { month, firstDay, lastDay, lane, startsHere, endsHere, color, proposal } of bands) {
    if (proposal || (startsHere && endsHere && firstDay === lastDay)) continue;
    for (let day = firstDay; day <= lastDay; day += 1) {
      const date = `${year}-${twoFigures(month)}-${twoFigures(day)}`;
      if ((lines.get(date)?.lane ?? Infinity) <= lane) continue;
      const isFirst = startsHere && day === firstDay;
      lines.set(date, { color, lane, isFirst, isLast: endsHere && day === lastDay });
    }
  }
  return lines;
}

/** @param {number} n */
const twoFigures = (n) => String(n).padStart(2, '0');

/**
 * @param {YearDay[]} days
 * @param {Look} look
 * @returns {number} How many weekdays come before the first day.
 */
const offsetOf = (days, { firstWeekday }) => ((days[0]?.weekday ?? 1) - firstWeekday + 7) % 7;

/** @param {YearDay[]} days @param {Look} look A month in weeks. */
function monthBlock(days, look) {
  const first = days[0]?.date ?? '';
  const offset = offsetOf(days, look);
  /** @type {HTMLElement[]} */
  const weeks = [];
  days.forEach((day, index) => {
    const place = offset + index;
    if (index === 0 || place % 7 === 0)
      weeks.push(element('div', { role: 'row', class: 'year-week' }));
    const cell = dayCell(day, look);
    if (index === 0) cell.style.gridColumnStart = String(offset + 1);
    weeks.at(-1)?.append(cell);
  });
  return element(
    'div',
    {
      role: 'rowgroup',
      class: 'year-month',
      'aria-label': dateText(first, 'month'),
      'data-month': first.slice(0, 7),
    },
    monthName(first, true),
    weekdayLine(look.firstWeekday, 7),
    ...weeks,
  );
}

/** @param {YearDay[]} days @param {YearBand[]} bands @param {Look} look A month in one row. */
function monthRow(days, bands, look) {
  const first = days[0]?.date ?? '';
  const offset = offsetOf(days, look);
  const cells = days.map((day, index) => {
    const cell = dayCell(day, look);
    cell.style.gridColumnStart = String(offset + index + 2);
    return cell;
  });
  const pieces = bands
    .filter(({ lane }) => lane < lanesMax)
    .map((band) => {
      const title = titleOf(band);
      const piece = element('span', {
        class: `year-band ${band.startsHere ? 'starts' : ''} ${band.endsHere ? 'ends' : ''}${proposedClass(band)}`,
        'aria-hidden': 'true',
        'data-color': band.color,
        'data-uid': band.uid,
        'data-start': band.start,
        'data-key': band.key,
        title,
        text: title,
      });
      showOwner(piece, band.calendar);
      piece.style.gridColumn = `${offset + band.firstDay + 1} / ${offset + band.lastDay + 2}`;
      piece.style.gridRow = String(band.lane + 2);
      return piece;
    });
  return element(
    'div',
    {
      role: 'row',
      class: 'year-row',
      'aria-label': dateText(first, 'month'),
      'data-month': first.slice(0, 7),
    },
    element('span', { role: 'rowheader', class: 'year-head' }, monthName(first, false)),
    ...cells,
    ...pieces,
  );
}

/**
 * @param {string} first The month's first day. A click opens the month; by keyboard that's M.
 * @param {boolean} isSaid Whether the element around it has the name as its label.
 */
function monthName(first, isSaid) {
  return element('span', {
    class: 'year-month-name',
    'data-open': first,
    ...(isSaid ? { 'aria-hidden': 'true' } : {}),
    text: dateText(first, 'monthLong'),
  });
}

/** @param {number} firstWeekday @param {number} count */
export function weekdayLine(firstWeekday, count) {
  return element(
    'div',
    { class: 'year-weekdays', 'aria-hidden': 'true' },
    ...Array.from({ length: count }, (_, index) =>
      element('span', { text: weekdayText(((firstWeekday + index - 1) % 7) + 1, 'weekdayNarrow') }),
    ),
  );
}

/** @param {YearDay} day @param {Look} look A single element, because there are hundreds. */
function dayCell(day, look) {
  const cell = element('div', {
    role: 'gridcell',
    class: 'year-day',
    tabindex: -1,
    'data-date': day.date,
    text: String(dayNumberOf(day.date)),
  });
  paintDay(cell, day, look);
  return cell;
}

/**
 * What each cell was painted with, to skip cells that look the same again.
 *
 * @type {WeakMap<HTMLElement, string>}
 */
const painted = new WeakMap();

/** @param {HTMLElement} cell @param {YearDay} day @param {Look} look */
export function paintDay(cell, day, { weekend, lines, selection }) {
  const { date, today, count, proposed, fullness } = day;
  const line = lines.get(date);
  const drawn = JSON.stringify([date, today, count, proposed, fullness, line, weekend]);
  if (painted.get(cell) === drawn) return markDay(cell, selection(date));
  painted.set(cell, drawn);
  const names = [
    'year-day',
    `full-${fullness}`,
    today && 'today',
    weekend.includes(weekday(date)) && 'weekend',
    proposed > 0 && 'proposed',
    line && 'lined',
    line?.isFirst && 'line-first',
    line?.isLast && 'line-last',
  ];
  cell.className = names.filter(Boolean).join(' ');
  markDay(cell, selection(date));
  if (today) cell.ariaCurrent = 'date';
  else cell.removeAttribute('aria-current');
  cell.ariaLabel = [
    dateText(date, 'full'),
    today && t('todayWord'),
    count > 0 ? t('eventCount', { n: count }) : t('noEvents'),
    proposed > 0 && t('proposedCount', { n: proposed }),
  ]
    .filter(Boolean)
    .join(', ');
  if (line) cell.style.setProperty('--line-color', `var(--${line.color})`);
}

/** @param {HTMLElement} cell @param {string} chosen 'selected', 'range' or empty. */
export function markDay(cell, chosen) {
  const isChosen = String(chosen !== '');
  if (chosen === '' && cell.ariaSelected === isChosen) return;
  for (const name of ['selected', 'range']) cell.classList.toggle(name, name === chosen);
  cell.ariaSelected = isChosen;
}

/** @param {string} date */
const dayNumberOf = (date) => dayNumber(date) - dayNumber(`${date.slice(0, 7)}-01`) + 1;
