import { prefersReducedMotion } from '../../dom/element.js';
import { nextFrame } from '../../dom/frames.js';
import { reachDays } from '../../layout/hour-strip.js';
import { TimelineGeometry } from '../../layout/timeline-geometry.js';
import { minuteOfDay } from '../../time/minute-of-day.js';

/** How long nothing must scroll for the strip to be at rest. */
const restMs = 180;
/** The number of frames without movement after which a glide has ended. */
const steadyFrames = 3;
/** The longest time that the browser's smooth scrolling takes. */
const glideMs = 1000;

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
  #glide = { to: 0, endMs: 0 };
  /** Until when a glide may still move the strip, even one that a place has ended. */
  #movesUntilMs = 0;
  /**
   * The last place the strip was scrolled to at once; a glide or the user's hand ends it.
   *
   * @type {object | null}
   */
  #placing = null;

  /** @param {HTMLElement} scroller @param {ScrollListener} listener */
  constructor(scroller, listener) {
    this.#scroller = scroller;
    this.#listener = listener;
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    this.#scroller.addEventListener('scroll', () => this.#scrolled(), { signal, passive: true });
    for (const name of ['wheel', 'touchstart', 'pointerdown']) {
      const takeOver = () => {
        this.#placing = null;
      };
      this.#scroller.addEventListener(name, takeOver, { signal, passive: true });
    }
    signal.addEventListener('abort', () => clearTimeout(this.#restTimer));
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

  /**
   * Scrolls to a place at once.
   *
   * A glide that was under way may still move the strip and so onto another day, also after frames in
   * which it didn't: a busy machine hears late of what the browser scrolls by itself. Until its time
   * is up, the place is set again.
   *
   * @param {number} leftPx
   */
  async #place(leftPx) {
    this.#glide = { to: 0, endMs: 0 };
    const placing = (this.#placing = {});
    let isSettled = false;
    const settle = () => {
      this.#scroller.classList.remove('placing');
      if (!isSettled) this.#listener.settled();
      isSettled = true;
    };
    // Otherwise the browser would snap again to the day it snapped to before, wherever that is now.
    this.#scroller.classList.add('placing');
    this.#scroller.scrollLeft = leftPx;
    await nextFrame();
    let steadyCount = 0;
    while (this.#placing === placing && performance.now() < this.#movesUntilMs) {
      const isThere = Math.abs(this.#scroller.scrollLeft - leftPx) <= 1;
      steadyCount = isThere ? steadyCount + 1 : 0;
      if (!isThere) {
        this.#scroller.classList.add('placing');
        this.#scroller.scrollLeft = leftPx;
      } else if (steadyCount === steadyFrames) {
        settle();
      }
      await nextFrame();
    }
    if (this.#placing && this.#placing !== placing) return;
    settle();
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
    const { first, base } = this.geometry;
    const day = this.geometry.dayAtStart(this.#scroller.scrollLeft);
    if (Math.abs(day - Math.round(day)) > 0.02) return;
    // The glide may not have started yet, or a touch stopped it: wait until its time is up.
    if (performance.now() < this.#glide.endMs && first !== this.#glide.to)
      return this.waitForRest();
    if (Math.abs(first - base - reachDays) > reachDays / 2) this.layAround(first);
    this.#listener.rested();
  }

  /** @param {number} first A drawn day, to which the browser scrolls smoothly. */
  glideTo(first) {
    this.#placing = null;
    this.#movesUntilMs = performance.now() + glideMs;
    this.#glide = { to: first, endMs: this.#movesUntilMs };
    this.#scroller.scrollTo({ left: this.geometry.leftOf(first), behavior: 'smooth' });
  }

  /** @param {number} minute The minute that goes to the top. */
  toMinute(minute) {
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
    this.#scroller.scrollTo({
      top: Math.max(0, yPx - heightPx / 3),
      behavior: prefersReducedMotion() ? 'auto' : 'smooth',
    });
  }
}
