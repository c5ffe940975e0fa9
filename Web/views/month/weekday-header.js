import { element } from '../../dom/element.js';
import { weekdayText } from '../../i18n/format.js';

/**
 * The visible weekdays, and in `places` the place of each of the seven columns, -1 if it's hidden.
 *
 * @param {Settings} settings
 */
export function columnsOf({ firstWeekday, weekend, values }) {
  const hidden = values.hideWeekends ? weekend : [];
  const weekdays = Array.from({ length: 7 }, (_, column) => ((firstWeekday + column - 1) % 7) + 1);
  const shown = weekdays.filter((day) => !hidden.includes(day));
  return { hidden, shown, places: weekdays.map((day) => shown.indexOf(day)) };
}

/**
 * The weekday names above the columns; the style sheet shows the short or the narrow ones.
 *
 * @param {number[]} weekdays @param {number[]} weekend
 * @returns {HTMLElement[]}
 */
function weekdayHeaders(weekdays, weekend) {
  const headers = weekdays.map((day) =>
    element(
      'div',
      {
        role: 'columnheader',
        'aria-label': weekdayText(day, 'weekdayLong'),
        class: weekend.includes(day) ? 'weekend' : '',
      },
      element('span', { class: 'long', text: weekdayText(day, 'weekdayShort') }),
      element('span', { class: 'short', text: weekdayText(day, 'weekdayNarrow') }),
    ),
  );
  return [element('span', { class: 'week-number', role: 'none' }), ...headers];
}

/**
 * @param {HTMLElement} grid
 * @param {HTMLElement} row
 * @param {number[]} weekdays
 * @param {Settings} settings
 */
export function showColumns(grid, row, weekdays, { weekend, values }) {
  row.replaceChildren(...weekdayHeaders(weekdays, weekend));
  grid.style.setProperty('--columns', String(weekdays.length));
  grid.classList.toggle('with-week-numbers', values.weekNumbers);
  grid.classList.toggle('tinted', values.weekendTint);
}
