import { iconButton } from '../../components/icon-button.js';
import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../dom/element.js';
import { dateParts, dateText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { folded } from '../../i18n/text-matching.js';
import { addMonths, withinBounds } from '../../time/civil-date.js';

/** Months side by side; the style sheet has the same number. */
const columns = 3;
const monthOf = (/** @type {string} */ date) => date.slice(0, 7);
/** Letters typed within this time of each other are one word. */
const typingMs = 1000;
/** The button of the header that opens the picker, and closes it again. */
const opener = '.title-button';

/** @type {(() => void) | null} Closes the picker that is open. */
let closeOpen = null;

/**
 * Shows a year's twelve months below the title. Choosing one goes to its first day, or to today in
 * today's month. A typed name leads to the next such month, with its year.
 *
 * @param {string} date The view's date. @param {string} today
 * @param {{ go: (date: string) => void, askDate: () => void }} actions `askDate` lets the user type
 *   an exact date.
 */
export function openMonths(date, today, { go, askDate }) {
  if (closeOpen) return closeOpen();
  let shown = monthOf(date);
  const year = element('strong', { class: 'months-year', 'aria-live': 'polite' });
  const list = element('div', { class: 'months', role: 'group', 'aria-labelledby': 'months-year' });
  year.id = 'months-year';
  const choose = (/** @type {string} */ month) => {
    close();
    go(month === monthOf(today) ? today : `${month}-01`);
  };
  const draw = () => {
    year.textContent = dateText(`${shown}-01`, 'year');
    list.replaceChildren(
      ...Array.from({ length: 12 }, (_, index) => {
        const month = `${shown.slice(0, 4)}-${String(index + 1).padStart(2, '0')}`;
        return element('button', {
          type: 'button',
          'data-month': month,
          tabindex: month === shown ? 0 : -1,
          'aria-label': dateText(`${month}-01`, 'month'),
          'aria-pressed': String(month === monthOf(date)),
          'aria-current': month === monthOf(today) && 'date',
          text: dateText(`${month}-01`, 'monthShort'),
          onclick: () => choose(month),
        });
      }),
    );
  };
  const turn = (/** @type {number} */ months) => {
    shown = monthOf(withinBounds(addMonths(`${shown}-01`, months)));
    draw();
  };
  let typed = '';
  let typedMs = -Infinity;
  const search = (/** @type {KeyboardEvent} */ { key, timeStamp }) => {
    if (key.length !== 1 || key === ' ') return undefined;
    const isSameWord = timeStamp - typedMs < typingMs;
    typed = (isSameWord ? typed : '') + folded(key);
    typedMs = timeStamp;
    return monthsUntil(typed, shown);
  };
  list.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const months = monthsMoved(event.key, Number(shown.slice(5))) ?? search(event);
    if (months === undefined) return;
    event.preventDefault();
    turn(months);
    focus();
  });
  const focus = () => {
    const button = list.querySelector('[tabindex="0"]');
    if (button instanceof HTMLElement) button.focus();
  };
  const head = element(
    'div',
    { class: 'months-head' },
    iconButton('back', t('previousYear'), () => turn(-12)),
    year,
    iconButton('forward', t('nextYear'), () => turn(12)),
  );
  const other = element('button', {
    type: 'button',
    class: 'months-other',
    text: t('goToDate'),
    onclick: () => {
      close();
      askDate();
    },
  });
  draw();
  const { close } = openDialog({
    title: t('chooseMonth'),
    kind: 'month-picker',
    body: [head, list, other],
    isModal: false,
    isPart: (target) => target.closest(opener) !== null,
    closed: () => {
      closeOpen = null;
    },
  });
  closeOpen = close;
  focus();
}

/**
 * @param {string} key
 * @param {number} month From 1 to 12.
 * @returns {number | undefined} How many months on the key moves; undefined if it moves nothing.
 */
function monthsMoved(key, month) {
  const forward = document.dir === 'rtl' ? -1 : 1;
  /** @type {Record<string, number>} */
  const moves = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: 12,
    PageUp: -12,
    Home: 1 - month,
    End: 12 - month,
  };
  return moves[key];
}

/**
 * @param {string} typed The start of a month's name, or one letter that is repeated.
 * @param {string} shown The month that has the focus.
 * @returns {number | undefined} How many months later the next one is whose name begins so; a letter
 *   that is repeated goes on to the next one. Undefined if none does.
 */
function monthsUntil(typed, shown) {
  const isRepeated = [...typed].every((letter) => letter === typed[0]);
  const wanted = isRepeated ? (typed[0] ?? '') : typed;
  const first = isRepeated ? 1 : 0;
  return Array.from({ length: 12 }, (_, index) => index + first).find((months) => {
    const date = addMonths(`${shown}-01`, months);
    const named = dateParts(date, 'month').find(({ type }) => type === 'month');
    return [named?.value ?? '', dateText(date, 'monthShort')].some((name) =>
      folded(name).startsWith(wanted),
    );
  });
}
