/** Runs something once scrolling has stopped for a while. */
export class RestTimer {
  #restMs;
  #run;
  #timer = 0;
  #movedAt = 0;

  /** @param {number} restMs @param {() => void} run */
  constructor(restMs, run) {
    this.#restMs = restMs;
    this.#run = run;
  }

  /**
   * Starts the wait again. A single timer checks later, because resetting one in each frame costs
   * more than drawing a row.
   */
  moved() {
    this.#movedAt = performance.now();
    this.#timer ||= this.#wait(this.#restMs);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** @param {number} milliseconds */
  #wait(milliseconds) {
    return setTimeout(() => {
      const leftMs = this.#movedAt + this.#restMs - performance.now();
      this.#timer = leftMs > 1 ? this.#wait(leftMs) : 0;
      if (this.#timer === 0) this.#run();
    }, milliseconds);
  }
}
