import { segments } from '../../components/form/segments.js';
import { iconButton } from '../../components/icon-button.js';
import { element, focusedIn, tell } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { moveFocus } from '../../interaction/day-grid-keys.js';
import { Selection } from '../../interaction/day-selection.js';
import { addDays, addMonths, withinBounds } from '../../time/civil-date.js';
import { openDay } from './day-popover.js';
import { columnsMax, linesOf, markDay, monthBlocks, paintDay, weekdayLine } from './year-grid.js';
import { keepTabStop, monthLists, rowAt, walk } from './year-list.js';
import { followPointer } from './year-pointer.js';

/** @type {[layout: YearLayout, label: Message][]} */
const layouts = [
  ['months', 'layoutMonths'],
  ['rows', 'layoutRows'],
  ['list', 'layoutList'],
];
const restMs = 200;

/** A whole year: months side by side, a row for each month, or a list of what lasts a day or longer. */
export class YearView extends HTMLElement {
  #listeners = new AbortController();
  #layouts = element('div');
  /** The days, or the list of events. */
  #grid = element('div');
  #scroller = element('div', { class: 'year-scroll' }, this.#grid);
  #selection = new Selection();
  #agenda = /** @type {Agenda | null} */ (null);
  #settings = /** @type {Settings | null} */ (null);
  /** The year, layout and first weekday in the grid: while they stay, changes only repaint days. */
  #drawn = '';
  /**
   * The core's last answer, kept until something changes, so that returning to the view is instant.
   *
   * @type {{ engine: Engine, model: YearModel } | null}
   */
  #known = null;
  /** Whether it hasn't been drawn since it came back to the page. */
  #isBack = false;
  #restTimer = 0;

  /** @param {ViewModel} model */
  set model({ agenda, settings, date }) {
    this.#agenda = agenda;
    this.#settings = settings;
    this.#selection.set(date);
    agenda.addEventListener('change', () => {
      this.#known = null;
    });
  }

  connectedCallback() {
    this.dataset['view'] = 'year';
    this.#isBack = true;
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    this.#layouts = segments({
      name: 'year-layout',
      label: t('layout'),
      options: layouts.map(([layout, label]) => [layout, t(label)]),
      value: this.#layout,
      choose: (yearLayout) => this.#settings?.change({ yearLayout }),
      class: 'year-layouts',
    });
    this.replaceChildren(
      element(
        'div',
        { class: 'year-top' },
        iconButton('up', t('previousYear'), () => tell(this, 'shell-step', -1)),
        this.#layouts,
        iconButton('down', t('nextYear'), () => tell(this, 'shell-step', 1)),
      ),
      this.#scroller,
      legend(),
    );
    followPointer(
      this.#grid,
      {
        select: (from, to) => this.#select(from, to),
        open: (cell) => this.#open(cell),
        turn: (years) => tell(this, 'shell-step', years),
        swipes: () => this.#layout !== 'rows',
      },
      signal,
    );
    this.#grid.addEventListener('keydown', (event) => this.#pressed(event), { signal });
    this.#grid.addEventListener('focusin', ({ target }) => this.#focused(target), { signal });
    this.#scroller.addEventListener('scroll', () => this.#waitForRest(), { signal, passive: true });
  }

  disconnectedCallback() {
    this.#listeners.abort();
    clearTimeout(this.#restTimer);
  }

  get #layout() {
    return this.#settings?.values.yearLayout ?? 'months';
  }
  get date() {
    return this.#selection.active;
  }
  get range() {
    return this.#selection.range;
  }
  get heading() {
    return [
      /** @type {Intl.DateTimeFormatPart} */ ({ type: 'year', value: dateText(this.date, 'year') }),
    ];
  }
  set busy(/** @type {boolean} */ isBusy) {
    this.#grid.ariaBusy = String(isBusy);
  }

  settingsChanged() {
    for (const input of this.#layouts.querySelectorAll('input'))
      input.checked = input.value === this.#layout;
    this.#drawn = '';
    this.#known = null;
    this.redraw();
    this.#reveal();
  }

  /** @returns {YearModel | undefined} */
  #model() {
    const engine = this.#agenda?.engine;
    const year = Number(this.date.slice(0, 4));
    const known =
      this.#isBack && this.#grid.ariaBusy !== 'true' && this.#known?.engine === engine
        ? this.#known?.model
        : undefined;
    this.#isBack = false;
    if (known?.year === year) return known;
    const model = engine?.year(year);
    this.#known = engine && model ? { engine, model } : null;
    return model;
  }

  /** Draws the year; if it's there already, only repaints its days. */
  redraw() {
    const settings = this.#settings;
    const year = this.#model();
    if (!settings || !year) return;
    tell(this, 'view-cut', year);
    if (this.#layout === 'list') return this.#drawList(year);
    const look = {
      layout: this.#layout,
      firstWeekday: settings.firstWeekday,
      weekend: settings.weekend,
      // In rows, such events are bands themselves.
      lines: this.#layout === 'rows' ? new Map() : linesOf(year),
      selection: (/** @type {string} */ date) => this.#selection.of(date),
    };
    const drawn = [year.year, look.layout, look.firstWeekday].join();
    if (drawn === this.#drawn && look.layout !== 'rows') {
      this.#cells().forEach((cell, index) => {
        const day = year.days[index];
        if (day) paintDay(cell, day, look);
      });
      return;
    }
    const focused = focusedIn(this.#grid)?.dataset['date'];
    this.#drawn = drawn;
    this.#take('grid');
    this.#grid.replaceChildren(
      ...(look.layout === 'rows' ? [weekdayLine(look.firstWeekday, columnsMax)] : []),
      ...monthBlocks(year, look),
    );
    this.#keepTabStop();
    this.#reveal();
    if (focused) this.#cellOf(this.date)?.focus({ preventScroll: true });
  }

  /** @param {YearModel} year */
  #drawList(year) {
    const focused = focusedIn(this.#grid)?.dataset['key'];
    const hadList = this.#drawn === `${year.year} list`;
    this.#drawn = `${year.year} list`;
    this.#take('group');
    this.#grid.replaceChildren(...monthLists(year));
    const row = focused
      ? this.#grid.querySelector(`button[data-key="${CSS.escape(focused)}"]`)
      : rowAt(this.#grid, this.date);
    keepTabStop(this.#grid, row instanceof HTMLElement ? row : rowAt(this.#grid, this.date));
    if (focused && row instanceof HTMLElement) row.focus({ preventScroll: true });
    if (!hadList) this.#reveal();
  }

  /** @param {'grid' | 'group'} role What the layout is for screen readers. */
  #take(role) {
    this.#grid.className = `year-grid year-${this.#layout}`;
    this.#grid.setAttribute('role', role);
    this.#grid.ariaLabel = dateText(this.date, 'year');
    this.#grid.ariaMultiSelectable = role === 'grid' ? 'true' : null;
  }

  #cells() {
    return [...this.#grid.querySelectorAll('.year-day')].map(
      (cell) => /** @type {HTMLElement} */ (cell),
    );
  }

  /** @param {string} date @returns {HTMLElement | null} */
  #cellOf(date) {
    return this.#grid.querySelector(`[data-date="${date}"]`);
  }

  #keepTabStop() {
    if (this.#layout === 'list') return keepTabStop(this.#grid, rowAt(this.#grid, this.date));
    for (const cell of this.#grid.querySelectorAll('[tabindex="0"]'))
      cell.setAttribute('tabindex', '-1');
    this.#cellOf(this.date)?.setAttribute('tabindex', '0');
  }

  /** @param {string} anchor @param {string} active */
  #select(anchor, active) {
    const before = this.date.slice(0, 4);
    this.#selection.set(anchor, active);
    if (before !== active.slice(0, 4)) tell(this, 'view-title');
    if (before !== active.slice(0, 4)) this.redraw();
    for (const cell of this.#cells()) markDay(cell, this.#selection.of(cell.dataset['date'] ?? ''));
    this.#keepTabStop();
    this.#waitForRest();
  }

  #waitForRest() {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#rested(), restMs);
  }

  #rested() {
    clearTimeout(this.#restTimer);
    this.#restTimer = 0;
    tell(this, 'view-rest', { date: this.date, top: this.#scroller.scrollTop });
  }

  /** @param {EventTarget | null} target Screen readers can focus any day. */
  #focused(target) {
    const date = target instanceof HTMLElement ? target.dataset['date'] : undefined;
    if (date && date !== this.date) this.#select(date, date);
  }

  /** @param {HTMLElement} cell */
  #open(cell) {
    const date = cell.dataset['date'] ?? '';
    this.#select(date, date);
    cell.focus({ preventScroll: true });
    openDay(this, date, this.#agenda?.engine?.day(date) ?? [], cell.getBoundingClientRect());
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#settings) return;
    if (this.#layout === 'list') return walk(this.#grid, event);
    const { first, last } = this.range;
    const cell = this.#cellOf(this.date);
    if (event.key === 'Enter' && cell) {
      event.preventDefault();
      if (first === last) this.#open(cell);
      else tell(this, 'event-new', { first, last, allDay: true });
      return;
    }
    const moved = this.#moved(event);
    if (!moved) return;
    event.preventDefault();
    const date = withinBounds(moved);
    this.#select(
      event.shiftKey && event.key.startsWith('Arrow') ? this.#selection.anchor : date,
      date,
    );
    this.focusDay();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {string | null} The new date; null if the key doesn't move. If months are rows, up and
   *   down go to the same day of another month.
   */
  #moved(event) {
    const isVertical = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (this.#layout === 'rows' && isVertical)
      return addMonths(this.date, event.key === 'ArrowUp' ? -1 : 1);
    if (this.#layout === 'rows' && event.key === 'Home') return `${this.date.slice(0, 7)}-01`;
    if (this.#layout === 'rows' && event.key === 'End')
      return addDays(`${addMonths(this.date, 1).slice(0, 7)}-01`, -1);
    return moveFocus(this.date, event, {
      firstWeekday: this.#settings?.firstWeekday ?? 1,
      isRightToLeft: document.dir === 'rtl',
      isHidden: () => false,
    });
  }

  /** @param {string} date */
  goTo(date) {
    const day = withinBounds(date);
    const hadFocus = this.#grid.contains(document.activeElement);
    this.#select(day, day);
    tell(this, 'view-title');
    this.#reveal();
    if (hadFocus) this.focusDay();
  }

  /** @param {string} date @param {number} top */
  restore(date, top) {
    this.goTo(date);
    this.#scroller.scrollTop = top;
  }

  /** @param {string} date */
  follow(date) {
    this.goTo(date);
  }

  /** @param {number} steps @returns {string} */
  step(steps) {
    // Back must lead here even if the view hasn't come to rest yet.
    if (this.#restTimer !== 0) this.#rested();
    return addMonths(this.date, steps * 12);
  }

  #reveal() {
    if (this.#layout === 'list')
      return rowAt(this.#grid, this.date)?.scrollIntoView({ block: 'center' });
    const cell = this.#cellOf(this.date);
    const [day, box] = [cell?.getBoundingClientRect(), this.#scroller.getBoundingClientRect()];
    if (
      !day ||
      (day.top >= box.top &&
        day.bottom <= box.bottom &&
        day.left >= box.left &&
        day.right <= box.right)
    )
      return;
    cell?.scrollIntoView({ block: 'center', inline: 'center' });
  }

  /** @param {string} date @param {ViewName} view @returns {HTMLElement | null} The day, or its month. */
  placeOf(date, view) {
    if (view === 'day') return this.#cellOf(date);
    return this.#grid.querySelector(`[data-month="${date.slice(0, 7)}"]`);
  }

  focusDay() {
    if (this.#layout === 'list') return rowAt(this.#grid, this.date)?.focus();
    this.#keepTabStop();
    this.#cellOf(this.date)?.focus();
  }
}

/** @returns {HTMLElement} What the marks of days mean; each day's name says it for screen readers. */
function legend() {
  const part = (/** @type {string} */ name, /** @type {string} */ text) =>
    element('span', {}, element('i', { class: name }), text);
  return element(
    'div',
    { class: 'year-legend', 'aria-hidden': 'true' },
    element(
      'span',
      {},
      t('yearFree'),
      ...[0, 1, 2, 3].map((n) => element('i', { class: `full-${n}` })),
      t('yearFull'),
    ),
    part('lined', t('severalDays')),
    part('proposed', t('proposalWord')),
  );
}

customElements.define('year-view', YearView);
