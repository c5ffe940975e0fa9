import { element, onResize, redrawKeepingFocus } from '../../dom/element.js';
import { dateText, numberText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { dayByKey } from '../../interaction/day-grid-keys.js';
import { addDays, weekday, withinBounds } from '../../time/civil-date.js';

const dotsMax = 3;
/** How long nothing must scroll for a swipe to be over. */
const restMs = 120;

/**
 * The week around the day on the screen, above its hours: a press goes to another day, and a swipe
 * or the arrow keys turn the week.
 */
export class WeekStrip {
  #options;
  /** The day on the screen, and the first day of the week that the strip shows. */
  #date = '';
  #week = '';
  #drawn = '';
  #pages = element('div', { class: 'week-pages' });
  element = element('div', { class: 'week-strip', role: 'group', hidden: true }, this.#pages);

  /**
   * @param {{ firstWeekday: () => number, today: () => string, choose: (date: string) => void,
   *   rows: (first: string, count: number) => MonthRow[] | undefined }} options `rows` has the
   *   events of weeks, once they're known.
   */
  constructor(options) {
    this.#options = options;
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    let restTimer = 0;
    this.#pages.addEventListener(
      'scroll',
      () => {
        clearTimeout(restTimer);
        restTimer = setTimeout(() => this.#rested(), restMs);
      },
      { signal, passive: true },
    );
    this.#pages.addEventListener('keydown', (event) => this.#pressed(event), { signal });
    onResize(this.#pages, () => this.#centre(), signal);
    signal.addEventListener('abort', () => clearTimeout(restTimer));
  }

  /** @param {string} date The day on the screen. @param {boolean} isShown Whether there's a strip. */
  show(date, isShown) {
    this.element.hidden = !isShown;
    if (!isShown) return;
    if (date !== this.#date) this.#week = this.#weekOf(date);
    this.#date = date;
    this.#draw();
  }

  /** @param {string} date @returns {string} The first day of its week. */
  #weekOf(date) {
    return addDays(date, -((weekday(date) - this.#options.firstWeekday() + 7) % 7));
  }

  #draw() {
    const weeks = [-7, 0, 7].map((days) => addDays(this.#week, days));
    const rows = this.#options.rows(weeks[0] ?? this.#week, weeks.length);
    const drawn = JSON.stringify([
      weeks,
      this.#date,
      this.#options.today(),
      rows?.map(({ days }) => days.map(({ count, dots }) => [count, dots])),
    ]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.element.ariaLabel = t('weekOf', { day: dateText(this.#week, 'dayLong') });
    const pages = weeks.map((week, index) =>
      element(
        'div',
        // The weeks beside it only come into sight during a swipe.
        { class: 'week-page', inert: index !== 1, 'aria-hidden': index !== 1 && 'true' },
        ...Array.from({ length: 7 }, (_, day) =>
          this.#day(addDays(week, day), rows?.[index]?.days[day]),
        ),
      ),
    );
    redrawKeepingFocus(this.#pages, ...pages);
    this.#centre();
  }

  /** @param {string} date @param {MonthRow['days'][number]} [known] */
  #day(date, known) {
    const isFocusable =
      date === (this.#weekOf(this.#date) === this.#week ? this.#date : this.#week);
    const name = dateText(date, 'full');
    const count = known?.count ?? 0;
    const dots = known?.dots ?? [];
    // As many dots as events, up to three; but the core gives each colour once.
    const colors = [
      ...Array(Math.max(0, Math.min(count, dotsMax) - dots.length)).fill(dots[0]),
      ...dots,
    ].slice(0, dotsMax);
    return element(
      'button',
      {
        type: 'button',
        tabindex: isFocusable ? 0 : -1,
        'data-for': date,
        'aria-label': date === this.#options.today() ? `${name}, ${t('todayWord')}` : name,
        'aria-pressed': String(date === this.#date),
        'aria-current': date === this.#options.today() && 'date',
        onclick: () => this.#options.choose(date),
      },
      element('span', { class: 'name', text: dateText(date, 'weekdayNarrow') }),
      element('span', { class: 'number', text: numberText(Number(date.slice(8))) }),
      element(
        'span',
        { class: 'dots' },
        ...colors.map((color) => element('i', { 'data-color': color })),
        count > dotsMax && '+',
      ),
    );
  }

  /** Puts the middle one of the three weeks into sight. */
  #centre() {
    const page = this.#pages.children[1];
    if (page instanceof HTMLElement) this.#pages.scrollLeft = page.offsetLeft;
  }

  /** Goes as many weeks on as a swipe has turned. */
  #rested() {
    const { scrollLeft, clientWidth } = this.#pages;
    const middle = this.#pages.children[1];
    if (clientWidth === 0 || !(middle instanceof HTMLElement)) return;
    const sign = document.dir === 'rtl' ? -1 : 1;
    const weeks = sign * Math.round((scrollLeft - middle.offsetLeft) / clientWidth);
    if (weeks === 0) return;
    // A week that the keys have turned to needn't be that of the day.
    const intoWeek = (weekday(this.#date) - weekday(this.#week) + 7) % 7;
    this.#options.choose(withinBounds(addDays(this.#week, weeks * 7 + intoWeek)));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = dayByKey(event, this.#options.firstWeekday());
    if (!to) return;
    const date = withinBounds(to);
    this.#week = this.#weekOf(date);
    this.#draw();
    const button = this.#pages.querySelector(`[data-for="${date}"]`);
    if (button instanceof HTMLElement) button.focus();
  }
}
