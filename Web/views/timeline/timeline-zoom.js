import { isForDialog, isTyping } from '../../interaction/key-presses.js';
import { clampHour } from '../../layout/hour-strip.js';

/** The factor of a key press; the exponent per pixel of the wheel. */
const keyFactor = 1.2,
  wheelRate = 0.01;
/** The smallest distance that counts between two fingers. */
const spreadPxMin = 40;
/** How long after a change the zoom is saved. */
const keepMs = 400;

/**
 * Zooms the hours by pinching, Ctrl with the wheel, and the keys + - 0. The place between the
 * fingers, under the pointer, or in the middle doesn't move.
 */
export class TimelineZoom {
  #parts;
  #actions;
  /** How far apart the two fingers were at the start, and how high an hour was then. */
  #spreadPx = 0;
  #hourPx = 0;
  #frame = 0;
  #timer = 0;
  #wish = { hourPx: 0, clientY: NaN };

  /**
   * @param {Pick<TimelineParts, 'scroller' | 'geometry'>} parts
   * @param {{ isHolding: () => boolean, zoom: (hourPx: number, minute:
   *   number, offsetPx: number) => void, keep: (hourPx: number) => void }} actions
   */
  constructor(parts, actions) {
    this.#parts = parts;
    this.#actions = actions;
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const { scroller, geometry } = this.#parts;
    scroller.addEventListener(
      'touchstart',
      ({ touches: [a, b] }) => {
        if (a && b) [this.#spreadPx, this.#hourPx] = [spread(a, b), geometry().hourPx];
      },
      { signal, passive: true },
    );
    // Two fingers zoom; one is left to the browser, which scrolls.
    scroller.addEventListener(
      'touchmove',
      (event) => {
        const [a, b] = event.touches;
        if (!a || !b || this.#actions.isHolding()) return;
        if (event.cancelable) event.preventDefault();
        this.#zoom((this.#hourPx * spread(a, b)) / this.#spreadPx, (a.clientY + b.clientY) / 2);
      },
      { signal, passive: false },
    );
    scroller.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.#zoom(geometry().hourPx * Math.exp(-event.deltaY * wheelRate), event.clientY);
      },
      { signal, passive: false },
    );
    document.addEventListener('keydown', (event) => this.#pressed(event), { signal });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTyping(event.target) ||
      isForDialog(event)
    )
      return;
    const { hourPx } = this.#parts.geometry();
    const wish = {
      '+': hourPx * keyFactor,
      '=': hourPx * keyFactor,
      '-': hourPx / keyFactor,
      0: 0,
    }[event.key];
    if (wish === undefined) return;
    event.preventDefault();
    this.#zoom(wish, NaN);
  }

  /**
   * @param {number} hourPx 0 for the usual height.
   * @param {number} clientY The place that doesn't move; NaN for the middle.
   */
  #zoom(hourPx, clientY) {
    this.#wish = { hourPx, clientY };
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#apply();
    });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { hourPx: kept } = this.#parts.geometry();
      this.#actions.keep(kept === this.#parts.geometry().usualHourPx ? 0 : kept);
    }, keepMs);
  }

  #apply() {
    const geometry = this.#parts.geometry();
    const { hourPx, clientY } = this.#wish;
    const offsetPx = Number.isNaN(clientY)
      ? geometry.hoursPx / 2
      : clientY - this.#parts.scroller.getBoundingClientRect().top - geometry.headPx;
    this.#actions.zoom(
      hourPx === 0 ? this.#parts.geometry().usualHourPx : clampHour(hourPx),
      geometry.minuteAt(geometry.topPx + offsetPx),
      offsetPx,
    );
  }
}

/** @param {Touch} a @param {Touch} b */
const spread = (a, b) => Math.max(spreadPxMin, Math.abs(a.clientY - b.clientY));
