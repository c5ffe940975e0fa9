import { isTyping } from '../../interaction/shortcut-keys.js';
import { clampHour } from '../../layout/day-strip.js';

/** How much a key or a step of the wheel changes. */
const keyFactor = 1.2,
  wheelRate = 0.01;
/** Fingers closer than this are as if they were this far apart. */
const spreadPxMin = 40;
/** The zoom is kept once it rests for this long. */
const keepMs = 400;

/**
 * Two fingers, the wheel with Ctrl, and the keys + - 0 make the hours higher or lower, around what
 * is between them.
 */
export class Zoom {
  #view;
  /** How far apart two fingers were, and how high an hour then was. */
  #spreadPx = 0;
  #hourPx = 0;
  #frame = 0;
  #timer = 0;
  #wish = { hourPx: 0, clientY: NaN };

  /** @param {import('./timeline-view.js').TimelineView} view */
  constructor(view) {
    this.#view = view;
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const { scroller } = this.#view;
    scroller.addEventListener(
      'touchstart',
      ({ touches: [a, b] }) => {
        if (a && b) [this.#spreadPx, this.#hourPx] = [spread(a, b), this.#view.box.hourPx];
      },
      { signal, passive: true },
    );
    // Two fingers are ours, one is the browser's to scroll with.
    scroller.addEventListener(
      'touchmove',
      (event) => {
        const [a, b] = event.touches;
        if (!a || !b || this.#view.isHeld) return;
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
        this.#zoom(this.#view.box.hourPx * Math.exp(-event.deltaY * wheelRate), event.clientY);
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
      document.querySelector('dialog[open]')
    )
      return;
    const { hourPx } = this.#view.box;
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
   * @param {number} hourPx 0 for the usual.
   * @param {number} clientY What stays where it is; NaN for the middle.
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
      const { box, usualHourPx, settings } = this.#view;
      settings?.change({ hourPx: box.hourPx === usualHourPx ? 0 : box.hourPx });
    }, keepMs);
  }

  #apply() {
    const { box, scroller, topPx, usualHourPx } = this.#view;
    const { hourPx, clientY } = this.#wish;
    const aroundPx = Number.isNaN(clientY)
      ? (box.heightPx - box.headPx) / 2
      : clientY - scroller.getBoundingClientRect().top - box.headPx;
    const minute = ((topPx + aroundPx) / box.hourPx) * 60;
    box.hourPx = hourPx === 0 ? usualHourPx : clampHour(hourPx);
    scroller.style.setProperty('--hour', `${box.hourPx}px`);
    this.#view.scrollToMinute(minute - (aroundPx / box.hourPx) * 60);
  }
}

/** @param {Touch} a @param {Touch} b */
const spread = (a, b) => Math.max(spreadPxMin, Math.abs(a.clientY - b.clientY));
