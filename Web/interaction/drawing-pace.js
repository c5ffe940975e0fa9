import { fastMs } from './fast-scroll.js';

/** The time between frames after which a frame is late, on any screen of 40 Hz or more. */
const lateMs = 25;
/** One late frame may be chance, but not another one within this many. */
const nearFrames = 6;
/**
 * The time without movement after which scrolling has stopped. Slow frames can take half a second.
 */
const stillMs = 500;

/**
 * Whether drawing keeps up with scrolling. It falls behind when frames come late while things pass
 * too fast to read, and has caught up once they pass more slowly.
 */
export class DrawingPace {
  #beforeMs = -Infinity;
  /** How many frames ago one was late. */
  #sinceLate = Infinity;
  isBehind = false;

  /**
   * @param {number} nowMs When the frame was reported.
   * @param {number} count How many things have passed since the frame before, with fractions.
   */
  passed(nowMs, count) {
    const gapMs = nowMs - this.#beforeMs;
    this.#beforeMs = nowMs;
    // After a pause the gap says nothing about the frames, and a jump isn't fast scrolling.
    const isFast = gapMs > 0 && gapMs < stillMs && gapMs < fastMs * Math.abs(count);
    const isLate = isFast && gapMs > lateMs;
    this.#sinceLate = isFast ? this.#sinceLate + 1 : Infinity;
    this.isBehind = isFast && (this.isBehind || (isLate && this.#sinceLate <= nearFrames));
    if (isLate) this.#sinceLate = 0;
  }
}
