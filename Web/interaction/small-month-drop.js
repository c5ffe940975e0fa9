import { element } from '../dom/element.js';
import { dateText } from '../i18n/format.js';

/** How many days a row of the small month has. */
const columns = 7;

/**
 * The days of the small month as places to drop an event on. Any view asks it in each frame of a
 * drag; if the small month isn't visible, it has no days.
 */
export class SmallMonthDrop {
  #chip = element('div', { class: 'held-chip chip', 'aria-hidden': 'true' });
  /** @type {Element | null} */
  #body = null;
  #box = { left: 0, top: 0, width: 0, height: 0, isRight: false };
  /** The part of it that the side panel shows, from top to bottom. */
  #shownPx = { top: 0, bottom: 0 };
  /** @type {Element | null} */
  #marked = null;

  /** Reads the places of the days at the lift, because nothing reads the layout during a drag. */
  measure() {
    this.#body = document.querySelector('.side small-month tbody');
    if (!this.#body) return;
    const { left, top, width, height } = this.#body.getBoundingClientRect();
    this.#box = { left, top, width, height, isRight: document.dir === 'rtl' };
    const side = this.#body.closest('.side')?.getBoundingClientRect();
    this.#shownPx = { top: side?.top ?? 0, bottom: side?.bottom ?? 0 };
  }

  /**
   * Marks the day under the pointer.
   *
   * @param {number} x @param {number} y
   * @returns {string} Empty if there's none.
   */
  at(x, y) {
    const cell = this.#cellAt(x, y);
    if (cell !== this.#marked) {
      this.#marked?.classList.remove('drop-day');
      cell?.classList.add('drop-day');
      this.#marked = cell;
    }
    return cell instanceof HTMLElement ? (cell.dataset['for'] ?? '') : '';
  }

  /** @param {number} x @param {number} y */
  #cellAt(x, y) {
    const { left, top, width, height, isRight } = this.#box;
    const isIn = x >= left && x < left + width && y >= top && y < top + height;
    if (!this.#body || !isIn || y < this.#shownPx.top || y >= this.#shownPx.bottom) return null;
    // The month may have been redrawn since, with other days in the same places.
    const cells = this.#body.querySelectorAll('[data-for]');
    const row = Math.floor(((y - top) / height) * (cells.length / columns));
    const column = Math.floor(((isRight ? left + width - x : x - left) / width) * columns);
    return cells[row * columns + column] ?? null;
  }

  /**
   * Shows the event at the pointer, when the view itself can't.
   *
   * @param {{ title: string, color: string, date: string }} event
   * @param {number} x @param {number} y
   */
  carry({ title, color, date }, x, y) {
    this.#chip.textContent = title;
    this.#chip.dataset['color'] = color;
    this.#chip.dataset['day'] = dateText(date, 'short');
    this.#chip.style.translate = `${x + 8}px ${y - 12}px`;
    if (!this.#chip.isConnected) document.body.append(this.#chip);
  }

  /** Removes the event from the pointer again. */
  putDown() {
    this.#chip.remove();
  }

  /** Ends together with the drag. */
  clear() {
    this.putDown();
    this.#marked?.classList.remove('drop-day');
    this.#marked = null;
    this.#body = null;
  }
}
