import { paintDots } from '../../components/day-dots.js';
import { element, onResize, prefersReducedMotion, redrawKeepingFocus } from '../../dom/element.js';
import { dateText, numberText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { dayByKey } from '../../interaction/day-grid-keys.js';
import { addDays, weekday, withinBounds } from '../../time/civil-date.js';

const dotsMax = 3;
/** The part of the strip's width, and the speed in pixels per millisecond, from which a swipe turns the week. */
const [turnPart, turnSpeed] = [0.25, 0.3];
/** A finger that moves less is a press. */
const swipePx = 8;
/** Over how long the speed of a finger is measured. */
const speedMs = 100;
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
  /**
   * The swipe under way: where and when it began, and where the finger was lately.
   *
   * @type {{ id: number, x: number, isMoving: boolean, lately: { x: number, ms: number }[] } | null}
   */
  #swipe = null;
  #restTimer = 0;
  /** Where the strip comes to rest after a swipe. */
  #goalPx = 0;
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
    this.#pages.addEventListener(
      'scroll',
      () => {
        clearTimeout(this.#restTimer);
        if (!this.#swipe?.isMoving) this.#restTimer = setTimeout(() => this.#rested(), restMs);
      },
      { signal, passive: true },
    );
    this.#pages.addEventListener('pointerdown', (event) => this.#touched(event), { signal });
    this.#pages.addEventListener('pointermove', (event) => this.#moved(event), { signal });
    for (const name of /** @type {const} */ (['pointerup', 'pointercancel']))
      this.#pages.addEventListener(name, (event) => this.#lifted(event), { signal });
    this.#pages.addEventListener('keydown', (event) => this.#pressed(event), { signal });
    onResize(this.#pages, () => this.#centre(), signal);
    signal.addEventListener('abort', () => clearTimeout(this.#restTimer));
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
    const host = element('span', { class: 'dots' });
    paintDots(
      host,
      colors.map((color) => ({ color })),
      count > dotsMax,
    );
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
      host,
    );
  }

  /** @param {PointerEvent} event */
  #touched({ pointerType, pointerId: id, clientX: x, timeStamp: ms }) {
    if (pointerType === 'mouse') return;
    // The week that the last swipe turned to, if it's still moving there.
    if (this.#pages.matches('.swiped')) {
      this.#pages.scrollLeft = this.#goalPx;
      this.#rested();
    }
    this.#swipe = { id, x, isMoving: false, lately: [{ x, ms }] };
  }

  /** @param {PointerEvent} event */
  #moved({ pointerId, clientX: x, timeStamp: ms }) {
    const swipe = this.#swipe;
    const middle = this.#pages.children[1];
    if (swipe?.id !== pointerId || !(middle instanceof HTMLElement)) return;
    swipe.lately = [...swipe.lately.filter((at) => ms - at.ms < speedMs), { x, ms }];
    if (!swipe.isMoving) {
      if (Math.abs(x - swipe.x) < swipePx) return;
      swipe.isMoving = true;
      this.#pages.setPointerCapture(pointerId);
      // Otherwise the browser would snap to a week while the finger holds it.
      this.#pages.classList.add('swiped');
    }
    this.#pages.scrollLeft = middle.offsetLeft + swipe.x - x;
  }

  /** @param {PointerEvent} event */
  #lifted({ type, pointerId, clientX, timeStamp }) {
    const swipe = this.#swipe;
    const middle = this.#pages.children[1];
    if (swipe?.id !== pointerId) return;
    this.#swipe = null;
    if (!swipe.isMoving || !(middle instanceof HTMLElement)) return;
    const turned =
      type === 'pointerup'
        ? turnOf(
            clientX - swipe.x,
            { lately: swipe.lately, x: clientX, ms: timeStamp },
            this.#pages.clientWidth,
          )
        : 0;
    this.#goalPx = middle.offsetLeft - turned * this.#pages.clientWidth;
    this.#pages.scrollTo({
      left: this.#goalPx,
      behavior: prefersReducedMotion() ? 'auto' : 'smooth',
    });
    this.#restTimer = setTimeout(() => this.#rested(), restMs);
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
    clearTimeout(this.#restTimer);
    this.#pages.classList.remove('swiped');
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

/**
 * @param {number} farPx How far a finger went, to the right.
 * @param {{ lately: { x: number, ms: number }[], x: number, ms: number }} lift Where and when it was
 *   lifted, and where it was just before.
 * @param {number} widthPx
 * @returns {number} 1 if it pulls the page at the left into sight, -1 the one at the right, 0 neither.
 */
function turnOf(farPx, { lately, x, ms }, widthPx) {
  const from = lately.find((at) => ms - at.ms < speedMs) ?? { x, ms };
  const speed = ms > from.ms ? (x - from.x) / (ms - from.ms) : 0;
  const isBack = Math.abs(speed) >= turnSpeed && Math.sign(speed) !== Math.sign(farPx);
  const isFar = Math.abs(farPx) >= turnPart * widthPx || Math.abs(speed) >= turnSpeed;
  return isFar && !isBack ? Math.sign(farPx) : 0;
}
