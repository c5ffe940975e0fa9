/**
 * @typedef {{ key: string, uid: string, start: string }} Named What tells an event from others. A
 *   move gives an event another start, and some events another key.
 */

/**
 * Remembers the event that shows handles on a touch screen: the one that a finger tapped, held,
 * moved or made last. A tap elsewhere or a mouse ends that.
 */
export class TouchedEvent {
  /** @type {Named | null} */
  #event = null;
  #isTouch = false;

  get isNone() {
    return this.#event === null;
  }

  /**
   * A press begins, anywhere on the page.
   *
   * @param {string} pointerType
   */
  pressed(pointerType) {
    this.#isTouch = pointerType !== 'mouse';
    if (!this.#isTouch) this.#event = null;
  }

  /**
   * A tap, hold or drag by the last press ended on an event, or made it.
   *
   * @param {Named | null} event Null for a tap on empty time.
   */
  take(event) {
    this.#event = this.#isTouch ? event : null;
  }

  /**
   * @template {Named} Shown
   * @param {Shown[]} shown
   * @returns {Shown[]} The parts of it: one for each day it's on. By its start, which a drop sets;
   *   by its key if an undo took the drop back. An edit says of an all-day event that it starts at
   *   midnight, the event itself only names the day.
   */
  among(shown) {
    const event = this.#event;
    if (!event) return [];
    const moved = shown.filter(
      ({ uid, start }) => uid === event.uid && event.start.startsWith(start),
    );
    return moved.length > 0 ? moved : shown.filter(({ key }) => key === event.key);
  }
}
