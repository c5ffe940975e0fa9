import { element, hear } from '../../dom/element.js';
import { isReadOnly } from '../../i18n/calendar-owners.js';
import { TouchedEvent } from '../../interaction/touched-event.js';
import { ends, grabBar, grabPiece, placeAt } from './drag-target.js';

/** @typedef {import('../../interaction/touched-event.js').Named} Named */

/**
 * The two handles of the event that a finger touched last. They aren't in its button but above it:
 * a button is reused for other events, and a handle has no room in an event of fifteen minutes.
 */
export class TouchHandles {
  #parts;
  #touched = new TouchedEvent();
  #key = '';
  #handles = ends.map((end) =>
    element('i', { class: `touch-handle ${end}`, 'aria-hidden': 'true' }),
  );

  /** @param {TimelineParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    document.addEventListener(
      'pointerdown',
      ({ pointerType }) => {
        this.#touched.pressed(pointerType);
        if (this.#touched.isNone) this.show();
      },
      { signal, capture: true },
    );
    hear(document, 'event-created', ({ uid, start }) => this.take({ key: '', uid, start }), signal);
    this.#parts.scroller.addEventListener('click', (event) => this.#tapped(event), { signal });
  }

  /** @param {PointerEvent} event */
  isHandle = ({ target }) => this.#endAt(target) !== undefined;

  /** @param {EventTarget | null} target */
  #endAt(target) {
    return ends[this.#handles.findIndex((handle) => handle === target)];
  }

  /**
   * @param {PointerEvent} event
   * @returns {import('./drag-target.js').Grabbed | null} What a handle there would stretch.
   */
  grab(event) {
    const end = this.#endAt(event.target);
    if (!end) return null;
    const { day } = placeAt(this.#parts, event);
    if (this.#parts.head.contains(/** @type {Node} */ (event.target)))
      return grabBar(this.#parts, this.#key, day, end);
    const grabbed = grabPiece(this.#parts, this.#key, day, end);
    return grabbed && { ...grabbed, isAside: true };
  }

  /**
   * A handle takes only drags: a tap goes to what it covers.
   *
   * @param {MouseEvent} event
   */
  #tapped({ target, clientX, clientY }) {
    if (this.#endAt(target)) {
      const under = document
        .elementsFromPoint(clientX, clientY)
        .find((found) => found.matches('.hours-scroller button'));
      if (!(under instanceof HTMLElement)) return;
      under.focus({ preventScroll: true });
      return under.click();
    }
    const button = target instanceof Element ? target.closest('.hours-event, .bar') : null;
    const { key = '', uid = '', start = '' } = button instanceof HTMLElement ? button.dataset : {};
    this.take(key ? { key, uid, start } : null);
  }

  /** @param {Named | null} event The event that gets the handles, if it was a finger's press. */
  take(event) {
    this.#touched.take(event);
    this.show();
  }

  /** Shows the handles at the ends of their event, wherever these are drawn now. */
  show() {
    const { columns, lanes } = this.#parts;
    const days = this.#touched.isNone ? [] : [...columns.values()];
    const pieces = this.#touched.among(days.flatMap(({ shown }) => shown?.pieces ?? []));
    const bars = pieces.length > 0 ? [] : this.#touched.among(lanes.shown);
    for (const [index, handle] of this.#handles.entries()) {
      const isEnd = (/** @type {{ startsHere: boolean, endsHere: boolean }} */ part) =>
        index === 0 ? part.startsHere : part.endsHere;
      const [piece, bar] = [pieces.find(isEnd), bars.find(isEnd)];
      const day = piece && days.find(({ shown }) => shown?.pieces.includes(piece));
      if (piece && day) this.#place(handle, day.element, piece, placeOfPiece(piece));
      else if (bar) this.#placeAtBar(handle, bar);
      else handle.remove();
    }
  }

  /** @param {HTMLElement} handle @param {import('./all-day-lanes.js').BarPiece} bar */
  #placeAtBar(handle, bar) {
    const button = this.#parts.lanes.buttonOf(bar);
    if (!button) return handle.remove();
    const places = ['i', 'span', 'lane'].map((name) => [
      name,
      button.style.getPropertyValue(`--${name}`),
    ]);
    this.#place(handle, this.#parts.head, bar, Object.fromEntries(places));
  }

  /**
   * @param {HTMLElement} handle @param {HTMLElement} host @param {Occurrence} event
   * @param {Record<string, string | number>} place
   */
  #place(handle, host, { key, calendar, color }, place) {
    if (isReadOnly(calendar)) return handle.remove();
    this.#key = key;
    handle.dataset['color'] = color;
    for (const [name, value] of Object.entries(place))
      handle.style.setProperty(`--${name}`, String(value));
    if (handle.parentElement !== host) host.append(handle);
  }
}

/** @param {FittedPiece} piece @returns {Record<string, number>} */
const placeOfPiece = ({ from, to, column, span, columns, insetPx, hasMoreBeside }) => ({
  from,
  to,
  c: column,
  s: span,
  n: columns,
  inset: insetPx,
  beside: hasMoreBeside ? 1 : 0,
});
