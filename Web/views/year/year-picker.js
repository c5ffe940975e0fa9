import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { firstDate, lastDate } from '../../time/calendar-bounds.js';
import { addMonths, withinBounds } from '../../time/civil-date.js';

/** Years side by side; the style sheet has the same number. */
const columns = 5;
const decade = 10;
/** Digits typed within this time of each other make one year. */
const typedMs = 1500;
/** The button of the header that opens the years, and closes them again. */
const opener = '.title-button';

/** @type {(() => void) | null} Closes the years that are open. */
let closeOpen = null;

const yearOf = (/** @type {string} */ date) => Number(date.slice(0, 4));
const [firstYear, lastYear] = [yearOf(firstDate), yearOf(lastDate)];

/**
 * Shows the years below the title. Choosing one goes there; month and day stay.
 *
 * @param {string} date The view's date. @param {string} today @param {(date: string) => void} go
 */
export function openYears(date, today, go) {
  if (closeOpen) return closeOpen();
  const choose = (/** @type {number} */ year) => {
    close();
    go(withinBounds(addMonths(date, (year - yearOf(date)) * 12)));
  };
  const options = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => {
    const year = firstYear + index;
    return element('li', {
      role: 'option',
      tabindex: -1,
      class: 'year-option',
      'data-year': year,
      'aria-selected': String(year === yearOf(date)),
      'aria-current': year === yearOf(today) && 'date',
      text: dateText(`${year}-01-01`, 'year'),
      onclick: () => choose(year),
    });
  });
  const list = element(
    'ul',
    { class: 'year-options', role: 'listbox', 'aria-label': t('year') },
    ...options,
  );
  const { close } = openDialog({
    title: t('chooseYear'),
    kind: 'year-picker',
    body: [list],
    isModal: false,
    isPart: (target) => target.closest(opener) !== null,
    closed: () => {
      closeOpen = null;
    },
  });
  closeOpen = close;
  const focus = (/** @type {number} */ year) => focusYear(options, year);
  const typed = typedYear();
  list.addEventListener('keydown', (event) => {
    const at =
      Number(
        document.activeElement instanceof HTMLElement ? document.activeElement.dataset['year'] : 0,
      ) || yearOf(date);
    if (event.key === 'Enter' || event.key === ' ') choose(at);
    else if (!focus(typed(event) ?? movedYear(at, event.key) ?? NaN)) return;
    event.preventDefault();
  });
  focus(yearOf(date));
  document.activeElement?.scrollIntoView({ block: 'center' });
}

/**
 * @param {HTMLElement[]} options
 * @param {number} year
 * @returns {boolean} False if the year is NaN.
 */
function focusYear(options, year) {
  if (Number.isNaN(year)) return false;
  for (const option of options) option.tabIndex = -1;
  const option = options[Math.max(0, Math.min(year - firstYear, options.length - 1))];
  if (option) option.tabIndex = 0;
  option?.focus();
  return true;
}

/**
 * @param {number} year
 * @param {string} key
 * @returns {number | undefined} Undefined if the key doesn't move.
 */
function movedYear(year, key) {
  const forward = document.dir === 'rtl' ? -1 : 1;
  /** @type {Record<string, number>} */
  const moves = {
    ArrowRight: year + forward,
    ArrowLeft: year - forward,
    ArrowDown: year + columns,
    ArrowUp: year - columns,
    PageDown: year + decade,
    PageUp: year - decade,
    Home: firstYear,
    End: lastYear,
  };
  return moves[key];
}

/**
 * @returns {(event: KeyboardEvent) => number | undefined} Turns the digits typed so far into the
 *   first year that starts with them.
 */
function typedYear() {
  let digits = '';
  let typedAt = -Infinity;
  return ({ key, timeStamp, ctrlKey, metaKey, altKey }) => {
    if (!/^\d$/.test(key) || ctrlKey || metaKey || altKey) return undefined;
    digits = timeStamp - typedAt < typedMs ? (digits + key).slice(-4) : key;
    typedAt = timeStamp;
    return Number(digits.padEnd(4, '0'));
  };
}
