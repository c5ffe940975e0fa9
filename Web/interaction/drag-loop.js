/** The grid that drags snap to, in minutes; the fine one while Shift is held. */
export const snapMinutes = 15,
  fineMinutes = 5;

/**
 * One loop from lift to drop: pointer events are only recorded, and each animation frame asks the
 * core once where things are.
 */
export class DragLoop {
  #frame = 0;
  #before = 0;
  #x = 0;
  #y = 0;
  #ask;
  #apply;
  isFine = false;
  isCopy = false;

  /**
   * @param {(x: number, y: number, seconds: number, snap: number) => Drag} ask
   * @param {(drag: Drag, seconds: number) => void} apply Writes to the page, but never reads its
   *   layout.
   */
  constructor(ask, apply) {
    this.#ask = ask;
    this.#apply = apply;
  }

  /** @param {{ clientX: number, clientY: number }} pointer */
  start(pointer) {
    this.note(pointer);
    this.#before = 0;
    this.#frame = requestAnimationFrame((now) => this.#step(now));
  }

  /** @param {{ clientX: number, clientY: number }} pointer */
  note({ clientX, clientY }) {
    this.#x = clientX;
    this.#y = clientY;
  }

  /** @param {{ shiftKey: boolean, altKey: boolean }} keys */
  noteKeys({ shiftKey, altKey }) {
    this.isFine = shiftKey;
    this.isCopy = altKey;
  }

  /** Stops, and applies what the pointer did since the last frame. */
  finish() {
    this.stop();
    this.#take(0);
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** @param {number} now */
  #step(now) {
    const seconds = this.#before === 0 ? 0 : (now - this.#before) / 1000;
    this.#before = now;
    this.#frame = requestAnimationFrame((next) => this.#step(next));
    this.#take(seconds);
  }

  /** @param {number} seconds */
  #take(seconds) {
    this.#apply(
      this.#ask(this.#x, this.#y, seconds, this.isFine ? fineMinutes : snapMinutes),
      seconds,
    );
  }
}
