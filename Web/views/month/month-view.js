import { element, onResize, tell, textScale } from '../../dom/element.js';
import { dateParts } from '../../i18n/format.js';
import { Selection } from '../../interaction/day-selection.js';
import { Glide } from '../../interaction/scroll-glide.js';
import { RestTimer } from '../../interaction/scroll-rest.js';
import * as strip from '../../layout/week-strip.js';
import { addMonths, clampDate, dateOfDay } from '../../time/civil-date.js';
import { firstDate, lastDate } from '../../time/date-range.js';
import { MonthHand } from './month-drag.js';
import { pressed } from './month-keys.js';
import { followPointer } from './month-pointer.js';
import { RowPool } from './row-pool.js';
import { newLook } from './week-row.js';
import { columnsOf, showColumns } from './weekday-header.js';

/** The strip stands still when nothing moved for this long. */
const restMs = 500;

/**
 * The endless strip of weeks. Tells `view-title`, `view-rest`, `day-picked`, `event-open`,
 * `event-new`.
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
  hand = new MonthHand(this, this.#scroller);
  #look = newLook((date) => this.hand.rangeOf(date) || this.#selection.of(date));
  #rows = new RowPool(
    this.#spacer,
    this.#look,
    (first, count) => this.#agenda?.engine?.monthRows(first, count, this.#sizes.lanes) ?? [],
  );
  #glide = new Glide((topPx) => this.#scrollTo(topPx));
  #box = { widthPx: 0, heightPx: 0, scale: 1 };
  #sizes = { wide: true, rowPx: 120, lanes: 4 };
  #strip = strip.stripOf(1);
  #topPx = 0;
  #scrolledAt = 0;
  /** Whether the next scroll event only tells what a jump wrote. */
  #isOwnScroll = false;
  #titleDate = '';
  #rest = new RestTimer(restMs, () => this.#rested());
  #focusedWeek = -1;
  /** Where the strip is to stand once its size is known. */
  #startWeek = -1;
  #selection = new Selection();
  /** How much of the strip's foot a sheet covers. */
  coveredPx = 0;
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
        if (this.#settings) pressed(this, this.#settings, event);
      },
      { signal },
    );
    this.#scroller.addEventListener('focusin', (event) => this.#focused(event.target), { signal });
    this.#scroller.addEventListener(
      'focusout',
      () => {
        this.#focusedWeek = -1;
      },
      { signal },
    );
    followPointer(
      this.#scroller,
      (from, to) => this.select(from || this.#selection.anchor, to),
      signal,
    );
    this.hand.listen(signal);
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
    return this.#topPx;
  }
  get strip() {
    return { ...this.#strip, ...this.#sizes, places: this.#look.places };
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
   * While the selected day is out of sight: today if that is to be seen, else the first day of the
   * titled month.
   */
  get looked() {
    return (
      [this.date, this.#look.today].find(
        (date) => this.#box.heightPx === 0 || this.#isOnScreen(date),
      ) ?? this.step(0)
    );
  }
  /** @param {string} date @returns {HTMLElement | null | undefined} Its week. */
  placeOf(date) {
    return this.#rows.cellOf(date)?.parentElement;
  }
  get heading() {
    return dateParts(this.#titleDate || this.#selection.active, 'month');
  }

  /** Draws all anew: week days, hidden days, first weekday. */
  settingsChanged() {
    const settings = this.#settings;
    if (!settings) return;
    const top = this.#topDate();
    this.#strip = strip.stripOf(settings.firstWeekday);
    this.#grid.setAttribute('aria-rowcount', String(this.#strip.weeks + 1));
    const columns = columnsOf(settings);
    Object.assign(this.#look, columns, {
      firstDay: this.#strip.firstDay,
      weekend: settings.weekend,
    });
    showColumns(this.#grid, this.#weekdays, columns.shown, settings);
    this.#resize(top);
  }

  /**
   * @returns {{ date: string, partPx: number }} What stands at the top, to find it again after a
   *   change of size.
   */
  #topDate() {
    if (this.#box.heightPx === 0) return { date: '', partPx: 0 };
    const week = Math.floor(this.#topPx / this.#sizes.rowPx);
    return {
      date: dateOfDay(this.#strip.firstDay + week * 7 + 3),
      partPx: (this.#topPx / this.#sizes.rowPx) % 1,
    };
  }

  #measured() {
    const box = {
      widthPx: this.#scroller.clientWidth,
      heightPx: this.#scroller.clientHeight,
      scale: textScale(),
    };
    if (
      box.widthPx === this.#box.widthPx &&
      box.heightPx === this.#box.heightPx &&
      box.scale === this.#box.scale
    )
      return;
    const top = this.#topDate();
    this.#box = box;
    this.#resize(top);
  }

  /** @param {{ date: string, partPx: number }} top */
  #resize(top) {
    if (this.#box.heightPx === 0) return;
    this.#sizes = strip.sizesFor(this.#box);
    Object.assign(this.#look, { rowPx: this.#sizes.rowPx, lanes: this.#sizes.lanes });
    this.#grid.style.setProperty('--row', `${this.#sizes.rowPx}px`);
    this.#grid.classList.toggle('wide', this.#sizes.wide);
    this.#spacer.style.height = `${this.#strip.weeks * this.#sizes.rowPx}px`;
    this.#rows.clear();
    const week = top.date === '' ? 0 : strip.weekOf(top.date, this.#strip.firstDay);
    const first =
      this.#startWeek < 0
        ? this.#topFor(this.#selection.active)
        : this.#startWeek * this.#sizes.rowPx;
    this.#scrollTo(Math.round(top.date === '' ? first : (week + top.partPx) * this.#sizes.rowPx));
    this.#keepTabStop();
  }

  get #window() {
    return {
      topPx: this.#topPx,
      heightPx: this.#box.heightPx,
      rowPx: this.#sizes.rowPx,
      weeks: this.#strip.weeks,
    };
  }

  /** @param {string} date */
  #topFor(date) {
    return strip.topForWeek(strip.weekOf(date, this.#strip.firstDay), this.#window);
  }

  /**
   * The only place that writes the scroll position: jumps, never corrections.
   *
   * @param {number} topPx @param {boolean} [isWhole]
   */
  #scrollTo(topPx, isWhole = true) {
    const most = this.#strip.weeks * this.#sizes.rowPx - this.#box.heightPx;
    const before = this.#topPx;
    this.#topPx = Math.max(0, Math.min(isWhole ? Math.round(topPx) : topPx, most));
    this.#isOwnScroll = before !== this.#topPx;
    this.#scroller.scrollTop = this.#topPx;
    this.#render(false);
    this.#rest.moved();
  }

  /** @param {number} topPx While something is held the strip moves by parts of a pixel. */
  holdAt(topPx) {
    if (topPx !== this.#topPx) this.#scrollTo(topPx, false);
  }

  /** @param {number} timeMs */
  #scrolled(timeMs) {
    // Reading the position back would make the browser lay the page out in the middle of a frame.
    if (this.#isOwnScroll) return void (this.#isOwnScroll = false);
    const topPx = this.#scroller.scrollTop;
    const speed = (Math.abs(topPx - this.#topPx) / Math.max(1, timeMs - this.#scrolledAt)) * 1000;
    this.#scrolledAt = timeMs;
    if (topPx === this.#topPx) return;
    this.#topPx = topPx;
    this.#render(speed > strip.fastPxPerSecond);
    this.#rest.moved();
  }

  /** @param {boolean} isFast */
  #render(isFast) {
    if (this.#box.heightPx === 0) return;
    this.#look.today = this.#agenda?.today ?? '';
    const { first, last } = strip.readyWeeks(this.#window);
    this.#rows.show(first, last, { keep: this.#focusedWeek, isFast });
    this.#nameMonth();
  }

  /**
   * The row at a third of the height names the month: by the selected day if it is there, else by
   * its last.
   */
  #nameMonth() {
    if (this.#box.heightPx === 0) return;
    const week = strip.titleWeek(this.#window);
    const isActive = strip.weekOf(this.#selection.active, this.#strip.firstDay) === week;
    const titleDate = isActive
      ? this.#selection.active
      : dateOfDay(this.#strip.firstDay + week * 7 + 6);
    const isNew = titleDate.slice(0, 7) !== this.#titleDate.slice(0, 7);
    this.#titleDate = titleDate;
    if (isNew) tell(this, 'view-title');
  }

  #rested() {
    this.#isOwnScroll = false;
    if (this.#scroller.scrollTop !== this.#topPx) return this.#scrolled(0);
    this.#rows.sort();
    this.#keepTabStop();
    tell(this, 'view-rest', {
      date: this.#isOnScreen(this.#selection.active) ? this.#selection.active : this.#titleDate,
      top: this.#topPx / this.#sizes.rowPx,
    });
  }

  /** Draws the events again after something changed. */
  redraw() {
    this.#look.today = this.#agenda?.today ?? '';
    this.#rows.refill();
  }

  /**
   * The grid is one stop of the Tab key: the active day, or one on the screen when that is far
   * away.
   */
  #keepTabStop() {
    this.#rows.keepTabStop([
      ...(this.#isOnScreen(this.#selection.active) ? [this.#selection.active] : []),
      this.#titleDate,
    ]);
  }

  /** @param {string} date */
  #isOnScreen(date) {
    const topPx = strip.weekOf(date, this.#strip.firstDay) * this.#sizes.rowPx;
    return topPx + this.#sizes.rowPx > this.#topPx && topPx < this.#topPx + this.#box.heightPx;
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    const date = target instanceof HTMLElement ? target.dataset['date'] : undefined;
    if (date) this.#focusedWeek = strip.weekOf(date, this.#strip.firstDay);
  }

  /**
   * Selects from a day to a day; the second one is where keys go on from.
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
   * Scrolls as little as needed to see a day that nothing covers.
   *
   * @param {string} date
   * @param {boolean} [glides] A row that is to take the focus must be there at once.
   */
  reveal(date, glides = false) {
    this.#glide.stop();
    if (this.#box.heightPx === 0) return;
    const topPx = strip.weekOf(date, this.#strip.firstDay) * this.#sizes.rowPx;
    const lowestPx = topPx + this.#sizes.rowPx - (this.#box.heightPx - this.coveredPx);
    const targetPx = topPx < this.#topPx ? topPx : Math.max(lowestPx, this.#topPx);
    if (targetPx === this.#topPx) return;
    if (glides) this.#glide.run(this.#topPx, targetPx, this.#box.heightPx, this.#spacer);
    else this.#scrollTo(targetPx);
  }

  /**
   * @param {string} date The day to select, its week in the upper third.
   * @param {boolean} [glides]
   */
  goTo(date, glides = false) {
    const target = clampDate(date, firstDate, lastDate);
    this.#selection.set(target);
    if (this.#box.heightPx === 0) return;
    const hasFocus = this.contains(document.activeElement);
    const arrived = () =>
      hasFocus && this.#selection.active === target ? this.focusDay() : this.#keepTabStop();
    this.select(target, target);
    if (glides)
      return this.#glide.run(
        this.#topPx,
        this.#topFor(target),
        this.#box.heightPx,
        this.#spacer,
        arrived,
      );
    this.#scrollTo(this.#topFor(target));
    arrived();
  }

  /**
   * Shows exactly what stood on the screen before.
   *
   * @param {string} date @param {number} top In weeks from the first one.
   */
  restore(date, top) {
    this.select(date, date);
    if (this.#box.heightPx === 0) this.#startWeek = top;
    else this.#scrollTo(Math.round(top * this.#sizes.rowPx));
  }

  /**
   * @param {number} steps
   * @returns {string} The first day of a month before or after the one in the title.
   */
  step(steps) {
    return `${addMonths(this.#titleDate || this.#selection.active, steps).slice(0, 7)}-01`;
  }

  /** @param {string} date What was changed there is to be seen. */
  follow(date) {
    this.select(date, date);
    this.reveal(date, true);
  }
}

customElements.define('month-view', MonthView);
