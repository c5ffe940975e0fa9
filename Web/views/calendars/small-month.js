import { iconButton } from '../../components/icon-button.js';
import { element, hear, onResize, redrawKeepingFocus, tell } from '../../dom/element.js';
import { dateText, numberText, weekdayText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { moveFocus } from '../../interaction/day-grid-keys.js';
import { addDays, addMonths, clampDate, weekday } from '../../time/civil-date.js';

const weeks = 6;
const [firstDate, lastDate] = ['1900-01-01', '2199-12-31'];

/**
 * A month in the sidebar, to go to a day in the view beside it. Days with events are marked. It
 * follows the view, and can be leafed through by itself. Fires `day-wanted`.
 */
export class SmallMonth extends HTMLElement {
  /** @type {Agenda | null} */
  #agenda = null;
  /** @type {Settings | null} */
  #settings = null;
  /** The day in the view. */
  #date = '';
  /** The first day of the month shown. */
  #month = '';
  #listeners = new AbortController();
  #title = element('h2', { 'aria-live': 'polite' });
  #body = element('tbody');

  /** @param {{ agenda: Agenda, settings: Settings }} model */
  set model({ agenda, settings }) {
    [this.#agenda, this.#settings] = [agenda, settings];
  }

  connectedCallback() {
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    hear(document, 'view-rest', ({ date }) => this.#follow(date), signal);
    this.#agenda?.addEventListener('change', () => this.#fill(), { signal });
    this.#settings?.addEventListener('change', () => this.#draw(), { signal });
    onResize(this, () => this.#fill(), signal);
    this.#follow(this.#date || this.#agenda?.today || firstDate);
  }

  disconnectedCallback() {
    this.#listeners.abort();
  }

  /** @param {string} date The day in the view. */
  #follow(date) {
    if (date === this.#date) return;
    this.#date = date;
    this.#turnTo(date);
  }

  /** @param {string} date A day of the month to show. */
  #turnTo(date) {
    const month = `${clampDate(date, firstDate, lastDate).slice(0, 8)}01`;
    const isOther = month !== this.#month;
    this.#month = month;
    if (isOther || this.#body.childElementCount === 0) this.#draw();
    else this.#fill();
  }

  #draw() {
    const first = this.#settings?.firstWeekday ?? 1;
    const weekdays = Array.from({ length: 7 }, (_, place) => ((first + place - 1) % 7) + 1);
    this.#title.textContent = dateText(this.#month, 'month');
    const table = element(
      'table',
      { role: 'grid', 'aria-label': t('smallMonth') },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ...weekdays.map((day) =>
            element('th', {
              scope: 'col',
              'aria-label': weekdayText(day, 'weekdayLong'),
              text: weekdayText(day, 'weekdayNarrow'),
            }),
          ),
        ),
      ),
      this.#body,
    );
    table.addEventListener('keydown', (event) => this.#pressed(event));
    this.#fill();
    this.replaceChildren(
      element(
        'div',
        { class: 'small-month-head' },
        this.#title,
        iconButton('back', t('previousMonth'), () => this.#turnTo(addMonths(this.#month, -1))),
        iconButton('forward', t('nextMonth'), () => this.#turnTo(addMonths(this.#month, 1))),
      ),
      table,
    );
  }

  /** Draws the days, except while the sidebar is out of sight. */
  #fill() {
    if (this.offsetParent === null) return;
    const first = this.#settings?.firstWeekday ?? 1;
    const from = addDays(this.#month, -((weekday(this.#month) - first + 7) % 7));
    const rows = this.#agenda?.engine?.monthRows(from, weeks, 0) ?? [];
    const busy = new Set(
      rows.flatMap(({ days }) => days.filter(({ count }) => count > 0).map(({ date }) => date)),
    );
    const inMonth = this.#date.startsWith(this.#month.slice(0, 8));
    const focusable = inMonth ? this.#date : this.#month;
    redrawKeepingFocus(
      this.#body,
      ...Array.from({ length: weeks }, (_, week) =>
        element(
          'tr',
          {},
          ...Array.from({ length: 7 }, (_, day) =>
            this.#cell(addDays(from, week * 7 + day), busy, focusable),
          ),
        ),
      ),
    );
  }

  /** @param {string} date @param {Set<string>} busy @param {string} focusable */
  #cell(date, busy, focusable) {
    const isOutside = !date.startsWith(this.#month.slice(0, 8));
    const isToday = date === this.#agenda?.today;
    return element(
      'td',
      { 'aria-selected': String(date === this.#date) },
      element('button', {
        type: 'button',
        class: `${isOutside ? 'outside' : ''}${busy.has(date) ? ' has-events' : ''}`,
        tabindex: date === focusable ? 0 : -1,
        'data-for': date,
        'aria-label': dateText(date, 'dayLong'),
        ...(isToday ? { 'aria-current': 'date' } : {}),
        text: numberText(Number(date.slice(8))),
        onclick: () => tell(this, 'day-wanted', { date }),
      }),
    );
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const from = event.target instanceof HTMLElement ? event.target.dataset['for'] : undefined;
    if (!from) return;
    const to = moveFocus(from, event, {
      firstWeekday: this.#settings?.firstWeekday ?? 1,
      isRightToLeft: document.dir === 'rtl',
      isHidden: () => false,
    });
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    if (!to.startsWith(this.#month.slice(0, 8))) this.#turnTo(to);
    const button = this.querySelector(`[data-for="${clampDate(to, firstDate, lastDate)}"]`);
    if (button instanceof HTMLElement) button.focus();
  }
}

customElements.define('small-month', SmallMonth);
