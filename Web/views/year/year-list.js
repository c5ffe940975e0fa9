import { OccurrenceButton } from '../../components/occurrence-button.js';
import { element } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';

/**
 * The list of a year: by month, what lasts a day or longer.
 *
 * @param {YearModel} year
 * @returns {HTMLElement[]} A section for each month in which something begins; what began before the
 *   year is in January.
 */
export function monthLists({ year, dayLong, unlisted }) {
  if (dayLong.length === 0)
    return [element('p', { class: 'hint', text: t('yearListEmpty', { year: String(year) }) })];
  const january = `${String(year).padStart(4, '0')}-01`;
  /** @type {Map<string, HTMLElement[]>} */
  const months = new Map();
  for (const event of dayLong) {
    const start = event.start.slice(0, 7);
    const month = start < january ? january : start;
    const rows = months.get(month) ?? [];
    rows.push(element('li', {}, rowOf(event).element));
    months.set(month, rows);
  }
  const lists = [...months].map(([month, rows]) => {
    const id = `year-list-${month}`;
    const first = `${month}-01`;
    return element(
      'section',
      { role: 'group', 'aria-labelledby': id, 'data-month': month },
      element('h2', {
        id,
        class: 'year-month-name',
        'data-open': first,
        text: dateText(first, 'monthLong'),
      }),
      element('ul', {}, ...rows),
    );
  });
  if (unlisted > 0) {
    const text = t('moreOfOthers', { n: String(unlisted) });
    lists.push(element('p', { class: 'hint', text }));
  }
  return lists;
}

/** @param {Occurrence} event */
function rowOf(event) {
  const button = new OccurrenceButton();
  button.showDays(event);
  button.element.tabIndex = -1;
  button.element.dataset['last'] = event.lastDate;
  return button;
}

/**
 * @param {HTMLElement} list @param {string} date
 * @returns {HTMLElement | null} The first event that ends on the date or later, else the last one.
 */
export function rowAt(list, date) {
  const rows = rowsOf(list);
  return rows.find((row) => (row.dataset['last'] ?? '') >= date) ?? rows.at(-1) ?? null;
}

/**
 * Moves the focus over the events of the list; one of them is its tab stop.
 *
 * @param {HTMLElement} list @param {KeyboardEvent} event
 */
export function walk(list, event) {
  const rows = rowsOf(list);
  const at = rows.findIndex((row) => row === document.activeElement);
  const places = /** @type {Record<string, number>} */ ({
    ArrowDown: Math.min(at + 1, rows.length - 1),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: rows.length - 1,
  });
  const row = rows[places[event.key] ?? -1];
  if (!row) return;
  event.preventDefault();
  keepTabStop(list, row);
  row.focus();
}

/** @param {HTMLElement} list @param {HTMLElement | null} row The one that Tab reaches. */
export function keepTabStop(list, row) {
  for (const other of rowsOf(list)) other.tabIndex = other === row ? 0 : -1;
}

/** @param {HTMLElement} list @returns {HTMLElement[]} */
const rowsOf = (list) => [...list.querySelectorAll('button')];
