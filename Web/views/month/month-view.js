import { element, onResize, tell, textScale } from '../../dom/element.js';
import { dateParts, timeColumn } from '../../i18n/format.js';
import { Selection } from '../../interaction/day-selection.js';
import { DrawingPace } from '../../interaction/drawing-pace.js';
import { Glide } from '../../interaction/scroll-glide.js';
import { RestTimer } from '../../interaction/scroll-rest.js';
import { MonthGeometry } from '../../layout/month-geometry.js';
import { addMonths, withinBounds } from '../../time/civil-date.js';
import { MonthDrag } from './month-drag.js';
import { pressKey } from './month-keys.js';
import { drawOutline } from './month-outlines.js';
import { followPointer } from './month-pointer.js';
import { RowPool } from './row-pool.js';
import { dotsMax, linesMax, newLook } from './week-row.js';
import { columnsOf, showColumns } from './weekday-header.js';

/** How long nothing must move for the strip to be at rest. */
const restMs = 500;

/**
 * The endless strip of weeks. Fires `view-title`, `view-rest`, `view-size`, `day-picked`,
 * `range-selected`, `event-open`, `event-new`, `event-quick`.
 */
export class MonthView extends HTMLElement {
  #listeners = new AbortController();
  #weekdays = element('div', { role: 'row', class: 'weekdays', 'aria-rowindex': 1 });
  #spacer = element('div', { role: 'none', class: 'spacer' });
  #scroller = element('div', { role: 'rowgroup', class: 'strip' }, this.#spacer);
  #grid = element(
    'div',
    {
      role: 'grid',
      class: 'grid',
      'aria-labelledby': 'month-title',
      'aria-multiselectable': 'true',
    },
    this.#weekdays,
    this.#scroller,
  );
  drag = new MonthDrag(this, this.#scroller);
  #look = newLook((date) => this.drag.rangeOf(date) || this.#selection.of(date));
  #rows = new RowPool(this.#spacer, this.#look, (first, count) => {
    const { lanes } = this.#geometry;
    const lines = lanes ? -1 : linesMax;
    return this.#agenda?.engine?.monthRows(first, count, lanes || dotsMax, lines) ?? [];
  });
  #glide = new Glide((topPx) => this.#scrollTo(topPx));
  #geometry = new MonthGeometry();
  #pace = new DrawingPace();
  /** Whether the next scroll event only reports what `#scrollTo` wrote. */
  #isOwnScroll = false;
  #titleDate = '';
  #rest = new RestTimer(restMs, () => this.#rested());
  #focusedWeek = -1;
  /** The week to scroll to once the size is known, with fractions; -1 for the active day. */
  #startWeek = -1;
  #selection = new Selection();
  #agenda = /** @type {Agenda | null} */ (null);
  #settings = /** @type {Settings | null} */ (null);

  /** @param {ViewModel} model */
  set model({ agenda, settings, date }) {
    this.#agenda = agenda;
    this.#settings = settings;
    this.#selection.set(date);
  }

  connectedCallback() {
    this.dataset['view'] = 'month';
    this.append(this.#grid);
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    this.#scroller.addEventListener('scroll', (event) => this.#scrolled(event.timeStamp), {
      signal,
      passive: true,
    });
    for (const touch of ['wheel', 'pointerdown', 'keydown'])
      this.#scroller.addEventListener(touch, () => this.#glide.stop(), { signal, passive: true });
    this.#scroller.addEventListener(
      'keydown',
      (event) => {
        if (this.#settings) pressKey(this, this.#settings, event);
      },
      { signal },
    );
    this.#scroller.addEventListener('focusin', (event) => this.#focused(event.target), { signal });
    this.#scroller.addEventListener('focusout', () => void (this.#focusedWeek = -1), { signal });
    followPointer(
      this.#scroller,
      (from, to) => this.select(from || this.#selection.anchor, to),
      signal,
    );
    this.drag.listen(signal);
    onResize(this.#scroller, () => this.#measured(), signal);
    this.settingsChanged();
  }

  disconnectedCallback() {
    this.#listeners.abort();
    this.#rest.stop();
  }

  get engine() {
    return this.#agenda?.engine ?? null;
  }
  get topPx() {
    return this.#geometry.topPx;
  }
  get strip() {
    const { firstDay, weeks, rowPx, lanes } = this.#geometry;
    return { firstDay, weeks, rowPx, lanes, places: this.#look.places };
  }
  get seenDays() {
    return this.#geometry.seenDays;
  }
  get droppedElement() {
    return this.drag.shownElement;
  }
  /** @param {Occurrence} moved @returns {HTMLElement[]} */
  outline(moved) {
    return drawOutline(this, moved);
  }
  get rows() {
    return this.#rows.mounted;
  }
  mark() {
    this.#rows.mark();
  }
  get date() {
    return this.#selection.active;
  }
  get anchor() {
    return this.#selection.anchor;
  }
  set busy(/** @type {boolean} */ isBusy) {
    this.#grid.ariaBusy = String(isBusy);
  }
  get range() {
    return this.#selection.range;
  }
  /**
   * The selected day if it's visible, else today if that is, else the first day of the month in the
   * title.
   */
  get looked() {
    return (
      [this.date, this.#look.today].find(
        (date) => !this.#geometry.isKnown || this.#geometry.isOnScreen(date),
      ) ?? this.step(0)
    );
  }
  /**
   * @param {string} date @param {ViewName} view
   * @returns {HTMLElement | null | undefined} The day, or its week for a view of several.
   */
  placeOf(date, view) {
    const cell = this.#rows.cellOf(date);
    return view === 'day' ? cell : cell?.parentElement;
  }
  get heading() {
    return dateParts(this.#titleDate || this.#selection.active, 'month');
  }

  /** Redraws everything with the settings: weekdays, hidden days, first weekday. */
  settingsChanged() {
    const settings = this.#settings;
    if (!settings) return;
    this.style.setProperty('--time', timeColumn());
    const { topDate } = this.#geometry;
    this.#geometry = this.#geometry.with({ firstWeekday: settings.firstWeekday });
    const { weeks, firstDay } = this.#geometry;
    this.#grid.setAttribute('aria-rowcount', String(weeks + 1));
    const columns = columnsOf(settings);
    Object.assign(this.#look, columns, { firstDay, weekend: settings.weekend });
    showColumns(this.#grid, this.#weekdays, columns.shown, settings);
    this.#resize(topDate);
  }

  #measured() {
    const { clientWidth: widthPx, clientHeight: heightPx } = this.#scroller;
    const scale = textScale();
    const before = this.#geometry;
    if (widthPx === before.widthPx && heightPx === before.heightPx && scale === before.scale)
      return;
    // The list of the day covers a part of the new size, which decides how high the rows are.
    tell(this, 'view-size');
    const { coveredPx } = this.#geometry;
    this.#geometry = before.with({ widthPx, heightPx, scale, coveredPx });
    this.#resize(before.topDate, before.titleWeek);
    const { active } = this.#selection;
    if (before.isKnown && before.isOnScreen(active) && !this.#geometry.isOnScreen(active))
      this.reveal(active);
  }

  get coveredPx() {
    return this.#geometry.coveredPx;
  }

  /**
   * How many pixels at the bottom of the strip the list of a day covers. On a phone it leaves low
   * rows with dots to the month.
   */
  set coveredPx(coveredPx) {
    const before = this.#geometry;
    this.#geometry = before.with({ coveredPx });
    if (before.rowPx !== this.#geometry.rowPx) this.#resize(before.topDate);
  }

  /**
   * @param {{ date: string, part: number }} top The week to put at the top again.
   * @param {number} [titled] The week whose month is to stay in the title.
   */
  #resize(top, titled) {
    const { isKnown, isWide, isCompact, showsTimes, rowPx, lanes, stripPx } = this.#geometry;
    if (!isKnown) return;
    Object.assign(this.#look, { rowPx, lanes, isWide });
    this.#grid.style.setProperty('--row', `${rowPx}px`);
    this.#grid.classList.toggle('wide', isWide);
    this.#grid.classList.toggle('compact', isCompact);
    this.#grid.classList.toggle('timeless', !showsTimes);
    this.#spacer.style.height = `${stripPx}px`;
    this.#rows.placeAgain();
    const first =
      this.#startWeek < 0 ? this.#geometry.topFor(this.#selection.active) : this.#startWeek * rowPx;
    const topPx = top.date === '' ? first : this.#geometry.topAfter(top, titled);
    this.#scrollTo(Math.round(topPx));
    this.#keepTabStop();
  }

  /**
   * The only place that writes the scroll position. It jumps, and never corrects the user's scroll.
   *
   * @param {number} topPx @param {boolean} [isWhole] Whether to round to whole pixels.
   */
  #scrollTo(topPx, isWhole = true) {
    const before = this.topPx;
    const afterPx = this.#geometry.clamp(isWhole ? Math.round(topPx) : topPx);
    this.#geometry = this.#geometry.with({ topPx: afterPx });
    this.#isOwnScroll = before !== afterPx;
    this.#scroller.scrollTop = afterPx;
    this.#render({ isJump: true, isBehind: false });
    this.#rest.moved();
  }

  /** @param {number} topPx Scrolls here during a drag, by fractions of a pixel. */
  holdAt(topPx) {
    if (topPx !== this.topPx) this.#scrollTo(topPx, false);
  }

  /** @param {number} timeMs */
  #scrolled(timeMs) {
    // Reading the position back would force a layout in the middle of the frame.
    if (this.#isOwnScroll) return void (this.#isOwnScroll = false);
    const topPx = this.#scroller.scrollTop;
    this.#pace.passed(timeMs, (topPx - this.topPx) / this.#geometry.rowPx);
    if (topPx === this.topPx) return;
    this.#geometry = this.#geometry.with({ topPx });
    this.#render({ isJump: false, isBehind: this.#pace.isBehind });
    this.#rest.moved();
  }

  /** @param {{ isJump: boolean, isBehind: boolean }} how */
  #render(how) {
    if (!this.#geometry.isKnown) return;
    this.#look.today = this.#agenda?.today ?? '';
    const { first, last } = this.#geometry.ready;
    this.#rows.show(first, last, { keep: this.#focusedWeek, ...how });
    this.#nameMonth();
  }

  /**
   * Titles the view with the month of the week at a third of the height: that of the selected day
   * if it's in this week, else that of the week's last day.
   */
  #nameMonth() {
    if (!this.#geometry.isKnown) return;
    const week = this.#geometry.titleWeek;
    const { active } = this.#selection;
    const titleDate =
      this.#geometry.weekOf(active) === week ? active : this.#geometry.dateAt(week, 6);
    const isNew = titleDate.slice(0, 7) !== this.#titleDate.slice(0, 7);
    this.#titleDate = titleDate;
    if (isNew) tell(this, 'view-title');
  }

  #rested() {
    this.#isOwnScroll = false;
    if (this.#scroller.scrollTop !== this.topPx) return this.#scrolled(0);
    this.#rows.sort();
    this.#keepTabStop();
    tell(this, 'view-cut', this.#rows.leftOut);
    tell(this, 'view-rest', {
      date: this.#geometry.isOnScreen(this.#selection.active)
        ? this.#selection.active
        : this.#titleDate,
      top: this.topPx / this.#geometry.rowPx,
    });
  }

  /** Draws the events again after something changed. */
  redraw() {
    this.#look.today = this.#agenda?.today ?? '';
    this.#rows.refill();
    tell(this, 'view-cut', this.#rows.leftOut);
  }

  /**
   * Keeps one day of the grid as the tab stop: the active one, or a visible one if that's out of
   * sight.
   */
  #keepTabStop() {
    this.#rows.keepTabStop([
      ...(this.#geometry.isOnScreen(this.#selection.active) ? [this.#selection.active] : []),
      this.#titleDate,
    ]);
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    const date = target instanceof HTMLElement ? target.dataset['date'] : undefined;
    if (date) this.#focusedWeek = this.#geometry.weekOf(date);
  }

  /**
   * Selects a range of days. The second one is the active day, from which keys continue.
   *
   * @param {string} from @param {string} to
   */
  select(from, to) {
    this.#selection.set(from, to);
    this.#rows.mark();
    this.#nameMonth();
    this.#keepTabStop();
    this.#rest.moved();
    if (from !== to) tell(this, 'range-selected', this.range);
  }

  /** Puts the keyboard focus on the active day, bringing it into view. */
  focusDay() {
    this.reveal(this.#selection.active);
    this.#keepTabStop();
    this.#rows.cellOf(this.#selection.active)?.focus({ preventScroll: true });
  }

  /**
   * Focuses an event that was pasted: in the list of its day, because the month's events take no
   * focus, or else the day.
   *
   * @param {{ uid: string, start: string }} pasted
   */
  focusPasted(pasted) {
    const date = pasted.start.slice(0, 10);
    this.select(date, date);
    if (!document.activeElement?.closest('day-panel')) this.focusDay();
    tell(this, 'event-pasted', pasted);
  }

  /**
   * Scrolls as little as needed to show a day above whatever covers the strip.
   *
   * @param {string} date
   * @param {boolean} [glides] Must be false before focusing, because the row has to exist at once.
   */
  reveal(date, glides = false) {
    this.#glide.stop();
    if (!this.#geometry.isKnown) return;
    const { heightPx } = this.#geometry;
    // A day that is higher than what is open shows its number.
    const targetPx = Math.min(
      this.#geometry.topOf(date),
      Math.max(this.#geometry.lowestTopFor(date), this.topPx),
    );
    if (targetPx === this.topPx) return;
    if (glides) this.#glide.run(this.topPx, targetPx, heightPx, this.#spacer);
    else this.#scrollTo(targetPx);
  }

  /**
   * @param {string} date The date to select, with its week in the upper third.
   * @param {boolean} [glides]
   */
  goTo(date, glides = false) {
    const target = withinBounds(date);
    this.#selection.set(target);
    if (!this.#geometry.isKnown) return;
    const hasFocus = this.contains(document.activeElement);
    const arrived = () =>
      hasFocus && this.#selection.active === target ? this.focusDay() : this.#keepTabStop();
    this.select(target, target);
    if (glides)
      return this.#glide.run(
        this.topPx,
        this.#geometry.topFor(target),
        this.#geometry.heightPx,
        this.#spacer,
        arrived,
      );
    this.#scrollTo(this.#geometry.topFor(target));
    arrived();
  }

  /**
   * Shows exactly what was on the screen before.
   *
   * @param {string} date @param {number} top In weeks from the strip's first one.
   */
  restore(date, top) {
    this.select(date, date);
    if (!this.#geometry.isKnown) this.#startWeek = top;
    else this.#scrollTo(Math.round(top * this.#geometry.rowPx));
  }

  /**
   * @param {number} steps
   * @returns {string} The first day of a month before or after the one in the title.
   */
  step(steps) {
    return `${addMonths(this.#titleDate || this.#selection.active, steps).slice(0, 7)}-01`;
  }

  /** @param {string} date The date of a change, which is selected and brought into view. */
  follow(date) {
    this.select(date, date);
    this.reveal(date, true);
  }
}

customElements.define('month-view', MonthView);
