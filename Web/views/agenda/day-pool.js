import { putInOrder } from '../../dom/element.js';
import { DaySection } from './day-section.js';

/** The day sections in the page: those near the screen, and the one with the focus. */
export class DayPool {
  /** @type {Map<string, DaySection>} */
  sections = new Map();
  /** @type {DaySection[]} */
  #spare = [];
  #host;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * @param {import('../../layout/agenda-strip.js').AgendaStrip} strip
   * @param {number} fromPx @param {number} toPx @param {string} today
   */
  show(strip, fromPx, toPx, today) {
    const wanted = strip.days.filter(
      ({ topPx, heightPx }) => topPx < toPx && topPx + heightPx > fromPx,
    );
    const dates = new Set(wanted.map(({ date }) => date));
    for (const [date, section] of this.sections) {
      if (dates.has(date)) continue;
      if (section.element.contains(document.activeElement)) this.#keep(section, strip, today);
      else this.#free(date, section);
    }
    for (const day of wanted) {
      const section = this.sections.get(day.date) ?? this.#take(day.date);
      section.show(day, today);
      const { first, last } = strip.rowsBetween(day, fromPx, toPx);
      section.showRows(first, last, strip.sizes.wide, strip.sizes.rowPx);
    }
    for (const section of this.#spare) section.element.remove();
  }

  /**
   * @param {DaySection} section A section that is out of sight but has the focus; its focused row
   *   stays.
   * @param {import('../../layout/agenda-strip.js').AgendaStrip} strip
   * @param {string} today
   */
  #keep(section, strip, today) {
    const day = strip.find(section.day.date);
    if (day) section.show(day, today);
    section.showRows(0, -1, strip.sizes.wide, strip.sizes.rowPx);
  }

  /** @param {string} date */
  #take(date) {
    const section = this.#spare.pop() ?? new DaySection();
    if (!section.element.isConnected) this.#host.append(section.element);
    this.sections.set(date, section);
    return section;
  }

  /** @param {string} date @param {DaySection} section */
  #free(date, section) {
    this.sections.delete(date);
    section.showRows(0, -1, false, 0);
    this.#spare.push(section);
  }

  /** @param {AgendaDay[]} listed The strip's days, which it shifts itself. @param {number} px */
  shift(listed, px) {
    for (const section of this.sections.values()) {
      if (!listed.includes(section.day)) section.day.topPx += px;
      section.place();
    }
  }

  /** Drops all sections, after sizes changed. */
  clear() {
    for (const section of this.sections.values()) section.element.remove();
    this.sections.clear();
    this.#spare = [];
  }

  /** @param {string} date @param {number} row @returns {HTMLElement | null} */
  buttonAt(date, row) {
    return this.sections.get(date)?.rows.get(row)?.button ?? null;
  }

  /**
   * @param {EventTarget | null} target
   * @returns {{ day: AgendaDay, row: number } | null} The row that contains it.
   */
  rowOf(target) {
    for (const { day, rows } of this.sections.values()) {
      for (const [row, { element }] of rows)
        if (target instanceof Node && element.contains(target)) return { day, row };
    }
    return null;
  }

  sort() {
    const sections = [...this.sections.values()].sort((a, b) => (a.day.date < b.day.date ? -1 : 1));
    putInOrder(
      this.#host,
      sections.map(({ element }) => element),
    );
    for (const section of sections) section.sort();
  }
}
