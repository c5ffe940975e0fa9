/** The interval below which things pass too fast to read. */
export const fastMs = 120;
/** The time without movement after which scrolling has stopped. A busy browser may report late. */
const stillMs = 180;
/** The most that one report may count, so that a jump after a pause isn't fast. */
const countMax = 3;

/** Measures how fast the things in a strip scroll by. */
export class ScrollSpeed {
  #beforeMs = -Infinity;
  #way = 0;

  /** @param {number} count How many have passed, negative when scrolling backwards. */
  passed(count) {
    const nowMs = performance.now();
    this.#way =
      nowMs - this.#beforeMs < fastMs * Math.min(Math.abs(count), countMax) ? Math.sign(count) : 0;
    this.#beforeMs = nowMs;
  }

  /** @returns {number} The direction of fast scrolling, 1 or -1; otherwise 0. */
  get way() {
    return performance.now() - this.#beforeMs < stillMs ? this.#way : 0;
  }
}
