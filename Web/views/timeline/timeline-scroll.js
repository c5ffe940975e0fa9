import { nextFrame } from '../../dom/frames.js';
import { Glide } from '../../interaction/scroll-glide.js';
import { reachDays } from '../../layout/hour-strip.js';
import { TimelineGeometry } from '../../layout/timeline-geometry.js';
import { minuteOfDay } from '../../time/minute-of-day.js';

/** How long the strip must stand still before it's at rest. */
const restMs = 180;

/**
 * What the view does as the strip moves.
 *
 * @typedef {{
 *   laidAround: () => void, settled: () => void, turned: (days: number) => void,
 *   scrolled: () => void, mayRest: () => boolean, rested: () => void,
 * }} ScrollListener `laidAround` is called before a jump scrolls, and `settled` a frame later;
 *   `turned` when the first visible day changed, `scrolled` when it didn't.
 */

/** Scrolls the strip of days and hours, and keeps the geometry. */
export class TimelineScroll {
  geometry = new TimelineGeometry();
  #scroller;
  #listener;
  #restTimer = 0;
  /**
   * The browser's own smooth scrolling can't be ended for certain, and would move what was laid out
   * meanwhile.
   */
  #horizontal = new Glide((leftPx) => {
    this.#scroller.scrollLeft = leftPx;
  });
  /** Where `#horizontal` leads. */
  #goalPx = 0;
  #vertical = new Glide((topPx) => {
    this.#scroller.scrollTop = topPx;
  });
  /** Identifies the last jump, so that an earlier one doesn't report that it has settled. */
  #jump = {};

  /** @param {HTMLElement} scroller @param {ScrollListener} listener */
  constructor(scroller, listener) {
    this.#scroller = scroller;
    this.#listener = listener;
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    this.#scroller.addEventListener('scroll', () => this.#scrolled(), { signal, passive: true });
    const arrive = () => this.#arrive();
    for (const name of ['wheel', 'touchstart', 'pointerdown'])
      this.#scroller.addEventListener(name, arrive, { signal, passive: true });
    signal.addEventListener('abort', () => {
      arrive();
      clearTimeout(this.#restTimer);
    });
  }

  get isGliding() {
    return this.#horizontal.isRunning;
  }

  /**
   * Ends what glides, on the day it glides to: stopped between two days, the browser might snap to
   * either.
   */
  #arrive() {
    this.#vertical.stop();
    if (!this.isGliding) return;
    this.#horizontal.stop();
    this.#scroller.scrollLeft = this.#goalPx;
    this.#setSnapping(true);
  }

  /** @param {boolean} isOn Whether the browser takes the strip to whole days. */
  #setSnapping(isOn) {
    this.#scroller.classList.toggle('placing', !isOn);
  }

  /** @param {Partial<TimelineGeometry>} changes */
  change(changes) {
    this.geometry = this.geometry.with(changes);
  }

  /** @param {number} first The day that becomes the first visible one, without an animation. */
  layAround(first) {
    this.change({ base: first - reachDays, first });
    this.#listener.laidAround();
    void this.#place(this.geometry.leftOf(first));
    this.waitForRest();
  }

  /** @param {number} leftPx Where to scroll at once. */
  async #place(leftPx) {
    this.#horizontal.stop();
    const jump = (this.#jump = {});
    // Otherwise the browser would snap again to the day it snapped to before, wherever that is now.
    this.#setSnapping(false);
    this.#scroller.scrollLeft = leftPx;
    await nextFrame();
    if (this.#jump !== jump) return;
    if (!this.isGliding) this.#setSnapping(true);
    this.#listener.settled();
  }

  #scrolled() {
    const { scrollLeft, scrollTop } = this.#scroller;
    const before = this.geometry.first;
    const first = Math.round(this.geometry.dayAtStart(scrollLeft));
    this.change({ topPx: scrollTop, first });
    if (first !== before) this.#listener.turned(first - before);
    else this.#listener.scrolled();
    this.waitForRest();
  }

  waitForRest() {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#rested(), restMs);
  }

  /** Lays the strip out again around the visible days when it rests, so that it never ends. */
  #rested() {
    if (!this.#listener.mayRest()) return;
    // A busy machine may show no frame for a while.
    if (this.isGliding) return this.waitForRest();
    const { first, base } = this.geometry;
    const day = this.geometry.dayAtStart(this.#scroller.scrollLeft);
    if (Math.abs(day - Math.round(day)) > 0.02) return;
    if (Math.abs(first - base - reachDays) > reachDays / 2) this.layAround(first);
    this.#listener.rested();
  }

  /** @param {number} first A drawn day. */
  glideTo(first) {
    this.#goalPx = this.geometry.leftOf(first);
    this.#setSnapping(false);
    const { scrollLeft } = this.#scroller;
    const { widthPx } = this.geometry;
    const arrived = () => this.#setSnapping(true);
    this.#horizontal.run(scrollLeft, this.#goalPx, widthPx, this.#scroller, arrived);
  }

  /** @param {number} minute The minute that goes to the top. */
  toMinute(minute) {
    this.#vertical.stop();
    this.change({ topPx: this.geometry.topFor(minute) });
    this.#scroller.scrollTop = this.geometry.topPx;
  }

  /** @param {string} time A time of day, such as "19:00:00". */
  revealTime(time) {
    this.reveal(minuteOfDay(time));
  }

  /** @param {number | undefined} minute The minute to scroll into view, unless it's visible. */
  reveal(minute) {
    if (minute === undefined) return;
    const { topPx, hoursPx, heightPx } = this.geometry;
    const yPx = this.geometry.yOf(minute);
    if (yPx > topPx + 16 && yPx < topPx + hoursPx - 16) return;
    const toPx = Math.max(0, yPx - heightPx / 3);
    this.#vertical.run(this.#scroller.scrollTop, toPx, heightPx, this.#scroller);
  }
}
