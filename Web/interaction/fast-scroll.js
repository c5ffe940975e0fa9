/**
 * Something passed within this time of the one before it goes by fast; the eye reads no more then.
 */
const fastMs = 120;
/**
 * Nothing passed for so long: it stands still. A busy browser tells of what passed as late as that.
 */
const stillMs = 180;
/** A leap counts as so many at most: after a pause it is none. */
const leapMost = 3;

/** How fast the things of a strip go by. */
export class ScrollSpeed {
  #beforeMs = -Infinity;
  #way = 0;

  /** @param {number} count So many were passed, below 0 on the way back. */
  passed(count) {
    const nowMs = performance.now();
    this.#way =
      nowMs - this.#beforeMs < fastMs * Math.min(Math.abs(count), leapMost) ? Math.sign(count) : 0;
    this.#beforeMs = nowMs;
  }

  /** @returns {number} 1 or -1 where they go by fast, else 0. */
  get way() {
    return performance.now() - this.#beforeMs < stillMs ? this.#way : 0;
  }
}
