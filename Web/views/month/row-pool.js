import { putInOrder } from '../../dom/element.js';
import { nextFrame } from '../../dom/frames.js';
import { spareFor } from '../../layout/month-strip.js';
import { dateOfDay } from '../../time/civil-date.js';
import { WeekRow } from './week-row.js';

/** How many weeks of events are cached: some screens around. Every change empties the cache. */
const cachedRowsMax = 240;

/** The rows in the page: about as many as fit, reused for other weeks while scrolling. */
export class RowPool {
  /** @type {Map<number, WeekRow>} */
  mounted = new Map();
  /** @type {Map<number, MonthRow>} */
  #cache = new Map();
  #host;
  #look;
  #ask;

  /**
   * @param {HTMLElement} host
   * @param {StripLook} look Shared with the view, which changes it.
   * @param {(firstDate: string, count: number) => MonthRow[]} ask
   */
  constructor(host, look, ask) {
    this.#host = host;
    this.#look = look;
    this.#ask = ask;
  }

  /**
   * Mounts the weeks that came into reach, on rows that left it.
   *
   * @param {number} first @param {number} last
   * @param {{ keep: number, isFast: boolean }} options `keep` is the week with the focus, which
   *   stays mounted; while scrolling fast, rows get their events a frame later.
   */
  show(first, last, { keep, isFast }) {
    const free = [];
    for (const [week, row] of this.mounted) {
      if ((week >= first && week <= last) || week === keep) continue;
      this.mounted.delete(week);
      free.push(row);
    }
    for (let week = first; week <= last; week += 1) {
      if (this.mounted.has(week)) continue;
      const row = free.pop() ?? new WeekRow();
      row.place(week, this.#look);
      if (!row.element.isConnected) this.#host.append(row.element);
      this.mounted.set(week, row);
    }
    for (const row of free) row.element.remove();
    // The spare rows can wait a frame: a jump has enough to do with the visible ones.
    const spare = spareFor(this.#look.rowPx);
    if (!isFast) this.#fill(first + spare, last - spare);
    if ([...this.mounted.values()].some((row) => !row.isFull))
      void nextFrame().then(() => this.#fill());
  }

  /**
   * Asks for the events of the rows that have none yet, once for each run of weeks.
   *
   * @param {number} [from] @param {number} [to]
   */
  #fill(from = 0, to = Infinity) {
    const bare = [...this.mounted.values()]
      .filter(({ isFull, week }) => !isFull && week >= from && week <= to)
      .sort((a, b) => a.week - b.week);
    const unknown = bare.map((row) => row.week).filter((week) => !this.#cache.has(week));
    if (this.#cache.size > cachedRowsMax) this.#cache.clear();
    for (let start = 0; start < unknown.length; ) {
      const first = unknown[start] ?? 0;
      let count = 1;
      while (unknown[start + count] === first + count) count += 1;
      const date = dateOfDay(this.#look.firstDay + first * 7);
      this.#ask(date, count).forEach((row, n) => this.#cache.set(first + n, row));
      start += count;
    }
    for (const row of bare) {
      const filled = this.#cache.get(row.week);
      if (filled) row.fill(filled, this.#look);
    }
  }

  /** Whether a row that is in the page lacks occurrences, because there are too many. */
  get isCut() {
    return [...this.mounted.keys()].some((week) => this.#cache.get(week)?.cut);
  }

  /** Draws the events again after something changed. */
  refill() {
    this.#cache.clear();
    for (const row of this.mounted.values()) row.isFull = false;
    this.#fill();
    this.mark();
  }

  /** Marks today and the selected days. */
  mark() {
    for (const row of this.mounted.values()) row.mark(this.#look);
  }

  /** Drops every row, after a change of sizes or of the first weekday. */
  clear() {
    this.#cache.clear();
    for (const row of this.mounted.values()) row.element.remove();
    this.mounted.clear();
  }

  /** @param {string} date @returns {HTMLElement | undefined} */
  cellOf(date) {
    for (const row of this.mounted.values()) {
      const cell = row.cells.find((candidate) => candidate.dataset['date'] === date);
      if (cell) return cell;
    }
    return undefined;
  }

  /**
   * Makes the first of these days that shows the tab stop, else another day of the last one's week.
   *
   * @param {string[]} dates
   */
  keepTabStop(dates) {
    for (const cell of this.#host.querySelectorAll('[tabindex="0"]'))
      cell.setAttribute('tabindex', '-1');
    const cells = dates.map((date) => this.cellOf(date));
    const cell =
      cells.find((found) => found && !found.hidden) ??
      cells.at(-1)?.parentElement?.querySelector('[role="gridcell"]:not([hidden])');
    cell?.setAttribute('tabindex', '0');
  }

  /** Puts the rows in the order of their weeks for screen readers, without moving the focus. */
  sort() {
    putInOrder(
      this.#host,
      [...this.mounted.values()].sort((a, b) => a.week - b.week).map((row) => row.element),
    );
  }
}
