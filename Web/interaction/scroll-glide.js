import { prefersReducedMotion } from '../dom/element.js';
import { ease, glide } from '../layout/month-strip.js';

/** Scrolls a strip smoothly to a place. Any input by the user stops it where it is. */
export class Glide {
  #frame = 0;
  #write;

  /** @param {(topPx: number) => void} write */
  constructor(write) {
    this.#write = write;
  }

  get isRunning() {
    return this.#frame !== 0;
  }

  /**
   * @param {number} fromPx @param {number} toPx @param {number} heightPx
   * @param {HTMLElement} fading The element that fades in instead, with reduced motion.
   * @param {() => void} [arrived] Called at the end, unless it was stopped before.
   */
  run(fromPx, toPx, heightPx, fading, arrived = () => {}) {
    this.stop();
    if (prefersReducedMotion()) {
      this.#write(toPx);
      fading.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
      return arrived();
    }
    const { startPx, durationMs } = glide(fromPx, toPx, heightPx);
    this.#write(startPx);
    let startedAt = 0;
    const step = (/** @type {number} */ now) => {
      startedAt ||= now;
      const progress = Math.min(1, (now - startedAt) / durationMs);
      this.#frame = progress < 1 ? requestAnimationFrame(step) : 0;
      this.#write(Math.round(startPx + (toPx - startPx) * ease(progress)));
      if (progress === 1) arrived();
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }
}
