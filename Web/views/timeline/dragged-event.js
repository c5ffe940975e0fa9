import { element, prefersReducedMotion } from '../../dom/element.js';
import { spanText, timeText } from '../../i18n/format.js';
import { shortLengthText } from '../../i18n/spoken-times.js';
import { shiftBetween } from '../../interaction/selected-events.js';
import { heldTimeFit } from '../../layout/held-time.js';
import { wallMinutes } from '../../time/civil-date.js';
import { DraggedSelection } from './dragged-selection.js';

/** How long a block takes to return to where it came from. */
const backMs = 160;

/**
 * Draws the event that is dragged: a block on each day it touches, or a bar above the hours. The
 * event itself turns into a ghost.
 */
export class DraggedEvent {
  #parts;
  #blocks = [
    element('div', { class: 'held hours-event', 'aria-hidden': 'true' }),
    element('div', { class: 'held hours-event', 'aria-hidden': 'true' }),
  ];
  #bar = element('div', { class: 'held bar chip from to', 'aria-hidden': 'true' });
  #others;
  #key = '';
  /** @type {Occurrence | null} What other selected events follow; null if it's stretched or new. */
  #moved = null;
  #drawn = '';
  /** @type {{ x: number, y: number } | null} Where the block started. */
  #from = null;
  #at = { x: 0, y: 0 };

  /** @param {TimelineParts} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#others = new DraggedSelection(parts);
  }

  /** The block or bar that shows. @returns {HTMLElement | null} */
  get shownElement() {
    const parts = [...this.#blocks, this.#bar];
    return parts.find((part) => part.isConnected && !part.hidden) ?? null;
  }

  get element() {
    return /** @type {HTMLElement} */ (this.#blocks[0]);
  }

  /**
   * @param {{ key: string, title: string, color: string }} event
   * @param {Occurrence | null} moved The event if it's moved as a whole, so that others may follow.
   */
  show({ key, title, color }, moved) {
    this.clear();
    this.#key = key;
    this.#moved = moved;
    if (moved) this.#others.show(key);
    for (const part of [...this.#blocks, this.#bar]) {
      part.dataset['color'] = color;
      part.hidden = true;
    }
    this.#bar.textContent = title;
    for (const block of this.#blocks) block.replaceChildren(element('span', { text: title }));
    this.#parts.hours.append(...this.#blocks);
    this.#parts.head.append(this.#bar);
    this.#parts.scroller.classList.add('holding');
    document.documentElement.classList.add('dragging');
    this.mark();
  }

  /** Shows the event itself as a ghost, wherever it's drawn. */
  mark() {
    for (const button of this.#parts.scroller.querySelectorAll('button[data-key]')) {
      const key = button.getAttribute('data-key') ?? '';
      button.classList.toggle(
        'ghost',
        this.#key !== '' && (key === this.#key || this.#others.has(key)),
      );
    }
  }

  /**
   * @param {{ day: number, start: number, end: number, whole: boolean, lastDay?: number, isCopy?:
   *   boolean }} place `start` and `end` are minutes of the day; if `whole`, only days count.
   * @param {Times} times For its label.
   */
  put({ day, start, end, whole, lastDay = day, isCopy = false }, times) {
    const drawn = `${day} ${start} ${end} ${whole} ${lastDay} ${isCopy}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    if (this.#moved) this.#others.move(shiftBetween(this.#moved, times));
    const geometry = this.#parts.geometry();
    this.#parts.scroller.classList.toggle('copying', isCopy);
    this.#bar.hidden = !whole;
    if (whole) {
      this.#bar.style.inlineSize = `${(lastDay - day + 1) * geometry.dayPx - 6}px`;
      this.#bar.style.translate = `${geometry.leftOf(day) + geometry.sign * 3}px`;
    }
    const text = whole ? { time: '', length: '' } : this.#textOf(times);
    const spilled = start < 0 ? -1 : end > 1440 ? 1 : 0;
    /** @type {[number, number, number][]} */
    const parts = [[day, Math.max(0, start), Math.min(1440, end)]];
    if (spilled < 0) parts.push([day - 1, 1440 + start, 1440]);
    if (spilled > 0) parts.push([day + 1, 0, end - 1440]);
    this.#blocks.forEach((block, index) => {
      const part = parts[index];
      block.hidden = whole || !part;
      if (part) this.#place(block, part, index, text);
    });
    if (whole)
      this.#bar.dataset['span'] = spanText({
        ...times,
        allDay: true,
        start: times.start.slice(0, 10),
        end: times.end.slice(0, 10),
      });
    else Object.assign(this.element.dataset, text);
  }

  /** @param {Times} times Not of whole days. @returns {{ time: string, length: string }} */
  #textOf(times) {
    return {
      time: `${timeText(times.start)} – ${timeText(times.end)}`,
      length: shortLengthText(this.#realMinutes(times)),
    };
  }

  /**
   * @param {Times} times
   * @returns {number} How long it really lasts: the clocks may change in between.
   */
  #realMinutes({ start, end }) {
    const engine = this.#parts.agenda()?.engine;
    const instant = (/** @type {string} */ time) =>
      wallMinutes(engine?.zoneTime(time, '', 'UTC') ?? time);
    return instant(end) - instant(start);
  }

  /**
   * @param {HTMLElement} block
   * @param {[number, number, number]} part
   * @param {number} index
   * @param {{ time: string, length: string }} text
   */
  #place(block, [day, start, end], index, text) {
    const geometry = this.#parts.geometry();
    const [x, y] = [geometry.leftOf(day), Math.round(geometry.yOf(start))];
    block.style.translate = `${x}px ${y}px`;
    const heightPx = Math.max(15, Math.round(geometry.yOf(end - start)) - 1);
    const height = `${heightPx}px`;
    if (block.style.blockSize !== height) block.style.blockSize = height;
    const { dayPx, scale } = geometry;
    const fit = heldTimeFit(text, { dayPx, heightPx, scale });
    block.classList.toggle('short', fit === 'label');
    block.classList.toggle('two-lines', fit === 'lines');
    // In the second half of the visible days, a label wider than its column extends towards the start to fit.
    block.classList.toggle('late', (day - geometry.first) * 2 >= geometry.days);
    if (index > 0) return;
    this.#at = { x, y };
    this.#from ??= this.#at;
  }

  /** Animates it back to where it came from. */
  putBack() {
    this.#others.clear();
    const [block] = this.#blocks;
    const from = this.#from;
    if (!block?.isConnected || block.hidden || !from || prefersReducedMotion()) return this.clear();
    const back = block.animate([{}, { translate: `${from.x}px ${from.y}px` }], {
      duration: backMs,
      easing: 'cubic-bezier(.2,0,0,1)',
    });
    back.addEventListener('finish', () => this.clear());
  }

  clear() {
    for (const part of [...this.#blocks, this.#bar]) {
      for (const animation of part.getAnimations?.() ?? []) animation.cancel();
      part.replaceChildren();
      part.remove();
    }
    this.#drawn = '';
    this.#from = null;
    this.#key = '';
    this.#others.clear();
    this.#parts.scroller.classList.remove('holding', 'copying');
    document.documentElement.classList.remove('dragging');
    this.mark();
  }
}
