import { element, focusedIn, onResize, tell, textScale } from '../../dom/element.js';
import { dateParts, timeColumn } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { Glide } from '../../interaction/scroll-glide.js';
import { RestTimer } from '../../interaction/scroll-rest.js';
import {
  AgendaStrip,
  agendaSizes,
  middlePx,
  portion,
  rowsOf,
  scrollRange,
  shiftAtRest,
  titleDate,
} from '../../layout/agenda-strip.js';
import { withinBounds } from '../../time/civil-date.js';
import { AgendaKeys } from './agenda-keys.js';
import { DayPool } from './day-pool.js';
import { listDays } from './list-days.js';
import { steppedMonth } from './month-steps.js';

/** How long nothing must move for the list to be at rest. */
const restMs = 300;

/** The days that have events, one below the other, endless in both directions. */
export class AgendaView extends HTMLElement {
  #listeners = new AbortController();
  #earlier = element('p', { class: 'agenda-end', text: t('nothingEarlier'), hidden: true });
  #later = element('p', { class: 'agenda-end', text: t('nothingLater'), hidden: true });
  #spacer = element('div', { class: 'spacer' }, this.#earlier, this.#later);
  #scroller = element(
    'div',
    { class: 'agenda', role: 'region', 'aria-label': t('viewAgenda') },
    this.#spacer,
  );
  strip = new AgendaStrip((way, date) => this.#ask(way, date, portion));
  pool = new DayPool(this.#spacer);
  #keys = new AgendaKeys(this);
  #glide = new Glide((topPx) => this.#scrollTo(topPx));
  /** @type {RestTimer} */
  #rest = new RestTimer(restMs, () => this.#rested());
  #box = { widthPx: 0, heightPx: 0, scale: 1 };
  #topPx = 0;
  #isOwnScroll = false;
  #titleDate = '';
  /** The day last jumped to, which is listed even if it's empty. */
  #goal = '';
  /**
   * How many rows below the top the goal is held while events are loading; null once the user
   * scrolls.
   */
  #goalRows = /** @type {number | null} */ (0);
  #isCut = false;
  #isBusy = false;
  #agenda = /** @type {Agenda | null} */ (null);

  /** @param {ViewModel} model */
  set model({ agenda, date }) {
    this.#agenda = agenda;
    this.#goal = date;
  }

  connectedCallback() {
    this.dataset['view'] = 'agenda';
    this.append(this.#scroller);
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    this.#scroller.addEventListener('scroll', () => this.#scrolled(), { signal, passive: true });
    for (const touch of ['wheel', 'pointerdown', 'keydown']) {
      this.#scroller.addEventListener(touch, () => this.#touched(), { signal, passive: true });
    }
    this.#keys.listen(this.#scroller, signal);
    // The scroller has lost its position while it was out of the page, so lay out again.
    this.#box.heightPx = 0;
    onResize(this.#scroller, () => this.#measured(), signal);
  }

  /** Once the user touches the list, it keeps what's on the screen in place instead of the goal. */
  #touched() {
    this.#glide.stop();
    if (!this.#isBusy) this.#goalRows = null;
  }

  disconnectedCallback() {
    this.#listeners.abort();
    this.#glide.stop();
    this.#rest.stop();
  }

  get engine() {
    return this.#agenda?.engine ?? null;
  }
  get today() {
    return this.#agenda?.today ?? '';
  }
  get date() {
    return this.#keys.at.date || this.#goal;
  }
  get range() {
    return { first: this.date, last: this.date };
  }
  get heading() {
    return dateParts(this.#titleDate || this.date, 'month');
  }
  /** @param {boolean} isBusy Whether events are still being loaded. */
  set busy(isBusy) {
    this.#isBusy = isBusy;
    this.#scroller.ariaBusy = String(isBusy);
  }

  /**
   * @param {1 | -1} way
   * @param {string} date
   * @param {{ days: number, occurrences: number }} size
   * @returns {AgendaList}
   */
  #ask(way, date, size) {
    const always = [...new Set([this.today, this.#goal])];
    const list = listDays(this.engine, way, date, { ...size, always });
    if (list.cut) this.#tellCut(true, list.cutSources);
    return list;
  }

  /**
   * @param {1 | -1} way
   * @param {string} date
   * @returns {string} The first listed day from a date on, or the last one before it; empty if
   *   there's none.
   */
  listed(way, date) {
    return this.#ask(way, date, { days: 1, occurrences: 1 }).days[0]?.date ?? '';
  }

  /**
   * @param {boolean} cut Whether the list leaves something out, so that it may end too early.
   * @param {string[]} cutSources
   */
  #tellCut(cut, cutSources = []) {
    this.#isCut = cut;
    tell(this, 'view-cut', { cut, cutSources });
  }

  #measured() {
    const box = {
      widthPx: this.#scroller.clientWidth,
      heightPx: this.#scroller.clientHeight,
      scale: textScale(),
    };
    if (
      box.heightPx === 0 ||
      (box.widthPx === this.#box.widthPx &&
        box.heightPx === this.#box.heightPx &&
        box.scale === this.#box.scale)
    )
      return;
    if (this.#box.heightPx > 0) this.#holdPlace();
    this.#box = box;
    this.#layOut();
  }

  /** Makes the day at the top the goal, unless the goal is still being held. */
  #holdPlace() {
    const day = this.#goalRows === null && this.strip.at(this.#topPx);
    if (!day) return;
    this.#goal = day.date;
    this.#goalRows = (day.topPx - this.#topPx) / this.strip.sizes.rowPx;
  }

  /**
   * Lays the list out around the goal, after a jump or a change of sizes.
   *
   * @param {boolean} [isAnew] Whether to make its rows again.
   */
  #layOut(isAnew = false) {
    if (this.#box.heightPx === 0) return;
    this.#tellCut(false);
    const [{ heightPx }, sizes] = [this.#box, agendaSizes(this.#box)];
    const hadFocus = focusedIn(this.#scroller) !== null;
    if (isAnew || JSON.stringify(sizes) !== JSON.stringify(this.strip.sizes)) this.pool.clear();
    this.strip.sizes = sizes;
    this.style.setProperty('--time', timeColumn());
    this.#scroller.className = `agenda ${sizes.wide ? 'wide' : ''} ${sizes.large ? 'large' : ''}`;
    for (const [name, px] of Object.entries({
      row: sizes.rowPx,
      head: sizes.headPx,
      gap: sizes.gapPx,
      end: sizes.endPx,
    }))
      this.#scroller.style.setProperty(`--${name}`, `${px}px`);
    const belowPx = (this.#goalRows ?? 0) * sizes.rowPx;
    this.strip.layFrom(this.#goal, middlePx);
    this.strip.reach(middlePx - belowPx - 2 * heightPx, middlePx - belowPx + 3 * heightPx);
    this.#shift(shiftAtRest(this.strip, middlePx));
    this.#scrollTo((this.strip.nearest(this.#goal)?.topPx ?? middlePx) - belowPx);
    this.#keys.settle(hadFocus);
    tell(this, 'view-title');
  }

  /** @param {number} px */
  #shift(px) {
    this.strip.shift(px);
    this.pool.shift(this.strip.days, px);
  }

  /**
   * The only place that writes the scroll position: for jumps, at the ends, and at rest.
   *
   * @param {number} topPx
   */
  #scrollTo(topPx) {
    const { heightPx } = this.#box;
    this.strip.reach(topPx - heightPx, topPx + 2 * heightPx);
    const { least, most } = scrollRange(this.strip, heightPx);
    const before = this.#topPx;
    this.#topPx = Math.round(Math.max(least, Math.min(topPx, most)));
    this.#render();
    this.#isOwnScroll = before !== this.#topPx;
    this.#scroller.scrollTop = this.#topPx;
    this.#rest.moved();
  }

  #scrolled() {
    // Reading the position back would force a layout in the middle of the frame.
    if (this.#isOwnScroll) return void (this.#isOwnScroll = false);
    const topPx = this.#scroller.scrollTop;
    if (topPx === this.#topPx || this.#box.heightPx === 0) return;
    this.#goalRows = null;
    this.#topPx = topPx;
    this.#render();
    this.#rest.moved();
    if (topPx < scrollRange(this.strip, this.#box.heightPx).least) this.#scrollTo(topPx);
  }

  /** Draws the days near the screen in their places. */
  #render() {
    const { strip } = this;
    const { heightPx } = this.#box;
    strip.reach(this.#topPx - heightPx, this.#topPx + 2 * heightPx);
    this.pool.show(strip, this.#topPx - heightPx / 2, this.#topPx + heightPx * 1.5, this.today);
    this.#earlier.hidden = !strip.isFirst || this.#isBusy || this.#isCut;
    this.#later.hidden = !strip.isLast || this.#isBusy || this.#isCut;
    this.#earlier.style.top = `${strip.topPx}px`;
    this.#later.style.top = `${strip.bottomPx - strip.sizes.endPx}px`;
    const { most } = scrollRange(strip, heightPx);
    this.#spacer.style.height = `${most + heightPx}px`;
    this.#nameMonth();
  }

  #nameMonth() {
    const date = titleDate(this.strip, this.#topPx, this.#box.heightPx, this.date);
    const isNew = date.slice(0, 7) !== this.#titleDate.slice(0, 7);
    this.#titleDate = date;
    if (isNew) tell(this, 'view-title');
  }

  #rested() {
    this.#isOwnScroll = false;
    if (this.#scroller.scrollTop !== this.#topPx) this.#scrolled();
    if (this.#glide.isRunning) return this.#rest.moved();
    const px = shiftAtRest(this.strip, this.#topPx);
    if (px !== 0) {
      this.#shift(px);
      this.#scrollTo(this.#topPx + px);
    }
    const day = this.strip.find(this.isOnScreen(this.date) ? this.date : this.#titleDate);
    if (day && day.date !== this.date && !focusedIn(this.#scroller))
      this.#keys.set({ date: day.date });
    this.pool.sort();
    this.#keys.keepTabStop();
    if (day)
      tell(this, 'view-rest', {
        date: day.date,
        top: (day.topPx - this.#topPx) / this.strip.sizes.rowPx,
      });
  }

  /** @param {string} date */
  isOnScreen(date) {
    const day = this.strip.find(date);
    return (
      day !== undefined &&
      day.topPx + day.heightPx > this.#topPx &&
      day.topPx < this.#topPx + this.#box.heightPx
    );
  }

  /** Draws the events again after something changed, without moving what's on the screen. */
  redraw() {
    if (this.#box.heightPx === 0) return;
    const hadFocus = focusedIn(this.#scroller) !== null;
    if (this.#goalRows === null || this.#glide.isRunning) this.#layAgain();
    else this.#layOut();
    this.#keys.find();
    this.#keys.settle(hadFocus);
  }

  /** Lays the list out around the row at the top, which stays in place. */
  #layAgain() {
    const { strip } = this;
    const day = strip.at(this.#topPx);
    if (!day) return this.#layOut();
    this.#tellCut(false);
    const row = strip.rowsBetween(day, this.#topPx, this.#topPx).first;
    const key = day.events[row]?.key;
    strip.layFrom(day.date, day.topPx);
    const again = strip.find(day.date);
    const index = again?.events.findIndex((event) => event.key === key) ?? -1;
    if (index >= 0) strip.shift((row - index) * strip.sizes.rowPx);
    this.#scrollTo(this.#topPx);
  }

  settingsChanged() {
    this.#holdPlace();
    this.#layOut(true);
  }

  /** @param {string} date @param {boolean} [glides] */
  goTo(date, glides = false) {
    const target = withinBounds(date);
    const hadFocus = focusedIn(this.#scroller) !== null;
    const before = {
      day: this.strip.find(target),
      topPx: this.#topPx,
      isLater: target >= this.#titleDate,
    };
    this.#glide.stop();
    this.#goal = target;
    this.#goalRows = 0;
    this.#keys.set({ date: target });
    if (this.#box.heightPx === 0) return;
    const fromPx = before.day
      ? before.day.topPx - before.topPx
      : (before.isLater ? 3 : -3) * this.#box.heightPx;
    this.#layOut();
    const arrived = () => {
      if (hadFocus) this.#keys.focus();
    };
    if (glides)
      this.#glide.run(this.#topPx - fromPx, this.#topPx, this.#box.heightPx, this.#spacer, arrived);
    else arrived();
  }

  /** @param {string} date @param {number} top In rows below the top of the screen. */
  restore(date, top) {
    this.goTo(date);
    this.#goalRows = top;
    this.#layOut();
  }

  /** @param {string} date The date of a change, which is brought into view. */
  follow(date) {
    if (this.#box.heightPx === 0) return;
    this.redraw();
    const { at } = this.#keys;
    const isHere = this.strip
      .find(at.date)
      ?.events.some(({ uid, start }) => uid === at.uid && start.slice(0, 10) === date);
    if (isHere && this.isOnScreen(at.date)) return;
    if (!this.isOnScreen(date)) return this.goTo(date, true);
    this.#keys.set({ date, uid: at.uid });
    this.#keys.find();
  }

  /** @param {number} steps @returns {string} */
  step(steps) {
    return (
      steppedMonth((way, date) => this.listed(way, date), this.#titleDate || this.date, steps) ||
      this.date
    );
  }

  /**
   * Scrolls as little as needed to show a row.
   *
   * @param {import('../../layout/agenda-strip.js').ListedDay} day @param {number} row
   */
  reveal(day, row) {
    const [{ strip }, { heightPx }] = [this, this.#box];
    const highPx = strip.rowTop(day, row) - strip.sizes.headPx;
    const lowPx =
      strip.rowTop(day, row) +
      strip.sizes.rowPx +
      (row === rowsOf(day) - 1 ? strip.sizes.gapPx : 0) -
      heightPx;
    if (highPx >= this.#topPx && lowPx <= this.#topPx) return;
    this.#goalRows = null;
    this.#scrollTo(highPx < this.#topPx ? highPx : lowPx);
  }

  focusDay() {
    this.#keys.focus();
  }

  /** @param {{ uid: string, start: string }} pasted The event that gets the focus. */
  focusPasted({ uid, start }) {
    const date = start.slice(0, 10);
    // What glides to its day would take the focus there once it has arrived.
    if (this.#glide.isRunning) this.goTo(date);
    else this.redraw();
    this.#keys.set({ date, uid });
    this.#keys.focus();
  }
}

customElements.define('agenda-view', AgendaView);
