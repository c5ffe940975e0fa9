import { element, redrawKeepingFocus } from '../dom/element.js';
import { dateText, numberText, weekdayText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';
import { dayByKey } from '../interaction/day-grid-keys.js';
import { addDays, addMonths, clampDate, weekday } from '../time/civil-date.js';
import { iconButton } from './icon-button.js';

/** The rows of a month that has no days in a sixth week. */
const weeksMin = 5;

/**
 * A small month as a table of buttons. The arrow keys go from day to day and into other months; two
 * buttons turn to the previous and the next month.
 */
export class MonthGrid {
  #options;
  /** The first day of the month shown. */
  #month = '';
  #title = element('h2', { 'aria-live': 'polite' });
  #body = element('tbody');
  element = element('div', { class: 'month-grid' });

  /** @param {MonthGridOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /** @param {string} date A day of the month to show. */
  turnTo(date) {
    const [low, high] = this.#options.bounds();
    const month = `${clampDate(date, low, high).slice(0, 8)}01`;
    const isOther = month !== this.#month;
    this.#month = month;
    if (isOther || this.#body.childElementCount === 0) this.draw();
    else this.fill();
  }

  /** Draws everything again, for example after a change of the first weekday. */
  draw() {
    const first = this.#options.firstWeekday();
    const weekdays = Array.from({ length: 7 }, (_, place) => ((first + place - 1) % 7) + 1);
    this.#title.textContent = dateText(this.#month, 'month');
    const heads = weekdays.map((day) =>
      element('th', {
        scope: 'col',
        'aria-label': weekdayText(day, 'weekdayLong'),
        text: weekdayText(day, 'weekdayNarrow'),
      }),
    );
    const table = element(
      'table',
      { role: 'grid', 'aria-label': this.#options.label },
      element('thead', {}, element('tr', {}, ...heads)),
      this.#body,
    );
    table.addEventListener('keydown', (event) => this.#pressed(event));
    this.fill();
    this.element.replaceChildren(
      element(
        'div',
        { class: 'month-grid-head' },
        this.#title,
        iconButton('back', t('previousMonth'), () => this.turnTo(addMonths(this.#month, -1))),
        iconButton('forward', t('nextMonth'), () => this.turnTo(addMonths(this.#month, 1))),
      ),
      table,
    );
  }

  /** Draws the days, except while the month is out of sight. */
  fill() {
    if (!this.#options.isShown()) return;
    const from = addDays(
      this.#month,
      -((weekday(this.#month) - this.#options.firstWeekday() + 7) % 7),
    );
    const chosen = this.#options.chosen();
    const focusable = chosen.startsWith(this.#month.slice(0, 8)) ? chosen : this.#month;
    const isSixth = addDays(from, weeksMin * 7).startsWith(this.#month.slice(0, 8));
    const rows = Array.from({ length: isSixth ? weeksMin + 1 : weeksMin }, (_, week) =>
      element(
        'tr',
        {},
        ...Array.from({ length: 7 }, (_, day) =>
          this.#cell(addDays(from, week * 7 + day), focusable),
        ),
      ),
    );
    redrawKeepingFocus(this.#body, ...rows);
  }

  /** @param {string} date @param {string} focusable */
  #cell(date, focusable) {
    const [low, high] = this.#options.bounds();
    const isOutside = !date.startsWith(this.#month.slice(0, 8));
    const isOff = date < low || date > high;
    return element(
      'td',
      { 'aria-selected': String(date === this.#options.chosen()) },
      element('button', {
        type: 'button',
        class: isOutside ? 'outside' : '',
        tabindex: date === focusable ? 0 : -1,
        'data-for': date,
        'aria-label': dateText(date, 'dayLong'),
        'aria-disabled': isOff && 'true',
        'aria-current': date === this.#options.today() && 'date',
        text: numberText(Number(date.slice(8))),
        onclick: () => isOff || this.#options.choose(date),
      }),
    );
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const to = dayByKey(event, this.#options.firstWeekday());
    if (!to) return;
    this.focus(to);
  }

  /** @param {string} date The day to focus, in whichever month it is. */
  focus(date) {
    const [low, high] = this.#options.bounds();
    const to = clampDate(date, low, high);
    if (!to.startsWith(this.#month.slice(0, 8))) this.turnTo(to);
    const button = this.element.querySelector(`[data-for="${to}"]`);
    if (button instanceof HTMLElement) button.focus();
  }
}
