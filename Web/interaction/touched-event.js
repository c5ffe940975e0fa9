/**
 * @typedef {{ key: string, uid: string, start: string }} Named The parts that identify an event. A
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
   * Notes that a press begins, anywhere on the page.
   *
   * @param {string} pointerType
   */
  pressed(pointerType) {
    this.#isTouch = pointerType !== 'mouse';
    if (!this.#isTouch) this.#event = null;
  }

  /**
   * Notes that the last press ended on an event with a tap, hold or drag, or created it.
   *
   * @param {Named | null} event Null for a tap on empty time.
   */
  take(event) {
    this.#event = this.#isTouch ? event : null;
  }

  /**
   * @template {Named} Shown
   * @param {Shown[]} shown
   * @returns {Shown[]} The parts of the event, one for each day it's on. They're found by its
   *   start, which a drop sets, or by its key if an undo took the drop back. An edit gives midnight
   *   as the start of an all-day event, the event itself only the day.
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
