import { element, tell } from '../../dom/element.js';

/** Attributes that make an element an event; a copy of its looks has none of them. */
const ownAttributes = ['data-key', 'data-uid', 'data-start', 'aria-label', 'tabindex', 'type'];

/**
 * Draws the other selected events while one of them is dragged: copies of what is on the screen,
 * in one element over the hours and one over the bars, which move as a whole.
 */
export class DraggedSelection {
  #parts;
  #hours = element('div', { class: 'held-others', 'aria-hidden': 'true' });
  #bars = element('div', { class: 'held-others', 'aria-hidden': 'true' });
  /** @type {ReadonlySet<string>} */
  #keys = new Set();

  /** @param {TimelineParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @param {string} key @returns {boolean} Whether this event moves along. */
  has(key) {
    return this.#keys.has(key);
  }

  /** @param {string} key The event that is dragged; if it isn't selected, no others follow. */
  show(key) {
    /** @type {string[]} */
    let keys = [];
    const follow = (/** @type {string[]} */ selected) => {
      keys = selected;
    };
    tell(this.#parts.scroller, 'event-lifted', { key, follow });
    this.#keys = new Set(keys.filter((other) => other !== key));
    if (this.#keys.size === 0) return;
    const { hours, head } = this.#parts;
    this.#copy(this.#hours, hours, '.hours-event');
    this.#copy(this.#bars, head, '.bar');
  }

  /** @param {HTMLElement} into @param {HTMLElement} host @param {string} selector */
  #copy(into, host, selector) {
    const origin = host.getBoundingClientRect();
    const copies = [...host.querySelectorAll(`${selector}[data-key]`)]
      .filter((event) => this.#keys.has(event.getAttribute('data-key') ?? ''))
      .map((event) => {
        const { left, top, width, height } = event.getBoundingClientRect();
        const copy = /** @type {HTMLElement} */ (event.cloneNode(true));
        for (const name of ownAttributes) copy.removeAttribute(name);
        copy.classList.remove('ghost', 'cut');
        const px = { left: left - origin.left, top: top - origin.top, width, height };
        copy.style.inset = 'auto';
        for (const [name, value] of Object.entries(px)) copy.style.setProperty(name, `${value}px`);
        return copy;
      });
    into.replaceChildren(...copies);
    host.append(into);
  }

  /** @param {{ days: number, minutes: number } | null} shift Null if others can't follow it. */
  move(shift) {
    if (this.#keys.size === 0) return;
    const geometry = this.#parts.geometry();
    for (const [part, down] of /** @type {const} */ ([
      [this.#hours, 1],
      [this.#bars, 0],
    ])) {
      part.hidden = shift === null;
      if (shift)
        part.style.translate = `${geometry.sign * shift.days * geometry.dayPx}px ${down * geometry.yOf(shift.minutes)}px`;
    }
  }

  clear() {
    this.#keys = new Set();
    for (const part of [this.#hours, this.#bars]) {
      part.replaceChildren();
      part.remove();
    }
  }
}
