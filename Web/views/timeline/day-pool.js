import { element, focusedIn } from '../../lib/dom.js';
import { DayColumn } from './day-column.js';

/** The days that are in the page: a page more on either side than is seen, whatever days they are. */
export class DayPool {
  /** @type {Map<number, DayColumn>} */
  mounted = new Map();
  names = element('div', { class: 'day-names' });
  hours = element('div', { class: 'hours' });

  /**
   * Puts a column on each of these days, taken from those no longer needed.
   *
   * @param {number} from @param {number} to The first one behind them. @param {number} base
   * @param {{ weekend: number[], today: string, isTight: boolean }} look
   */
  show(from, to, base, look) {
    const free = [...this.mounted.entries()].filter(([day]) => day < from || day >= to);
    for (const [day] of free) this.mounted.delete(day);
    for (let day = from; day < to; day += 1) {
      const column = this.mounted.get(day) ?? free.pop()?.[1] ?? this.#made();
      this.mounted.set(day, column);
      column.place(day, base, look);
    }
    for (const [, column] of free) {
      column.element.remove();
      column.heading.remove();
    }
  }

  #made() {
    const column = new DayColumn();
    this.hours.append(column.element);
    this.names.append(column.heading);
    return column;
  }

  /** For those who read the page the days are in their order. */
  sort() {
    const sorted = [...this.mounted.values()].sort((a, b) => a.day - b.day);
    this.names.append(...sorted.map((column) => column.heading));
    const parts = sorted.map((column) => column.element);
    if (parts.every((part, index) => this.hours.children[index] === part)) return;
    // What has the focus would lose it if it were moved: the others go around it.
    const fixed = focusedIn(this.hours)?.closest('.hours-day');
    const pivot = parts.findIndex((part) => part === fixed);
    for (const part of parts.slice(0, Math.max(0, pivot))) this.hours.insertBefore(part, fixed ?? null);
    this.hours.append(...parts.slice(pivot + 1));
  }

  /** @param {number} first @param {number} count @returns {TimelineDay[]} What is known of these days. */
  shown(first, count) {
    return [...this.mounted.values()].flatMap(({ day, shown }) => (shown && day >= first && day < first + count ? [shown] : []));
  }

  /** @param {number} first @param {number} count @returns {boolean} Whether all of these days are there and filled. */
  has(first, count) {
    return Array.from({ length: count }, (_, n) => first + n).every((day) => this.mounted.get(day)?.shown);
  }

  /** After a change of sizes all days are drawn anew. */
  forget() {
    for (const column of this.mounted.values()) column.shown = null;
  }
}
