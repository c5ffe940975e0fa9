import { putInOrder } from '../../dom/element.js';
import { nextFrame } from '../../dom/frames.js';
import { spareFor } from '../../layout/month-strip.js';
import { dateOfDay } from '../../time/civil-date.js';
import { isCrowded } from './simplified-week.js';
import { WeekRow } from './week-row.js';

/** How many weeks of events are cached: some screens around. Every change empties the cache. */
const cachedRowsMax = 240;

/** The rows in the page: about as many as fit, reused for other weeks while scrolling. */
export class RowPool {
  /** @type {Map<number, WeekRow>} */
  mounted = new Map();
  /** @type {Map<number, MonthRow>} */
  #cache = new Map();
  /** The first mounted week, and the direction in which the strip moved last. */
  #first = 0;
  #way = 1;
  /** Whether the strip was scrolled in this frame, and whether drawing fell behind. */
  #isMoving = false;
  #isBehind = false;
  #isCompleting = false;
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
   * @param {{ keep: number, isJump: boolean, isBehind: boolean }} options `keep` is the week with
   *   the focus, which stays mounted. If drawing is behind, crowded weeks are only sketched while
   *   the strip moves.
   */
  show(first, last, { keep, isJump, isBehind }) {
    if (first !== this.#first) this.#way = Math.sign(first - this.#first);
    this.#first = first;
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
    // The spare rows can wait a frame, because a jump has enough to do with the visible ones.
    const spare = isJump ? spareFor(this.#look.rowPx) : 0;
    const bare = this.#bare(first + spare, last - spare);
    this.#fill(isJump ? bare : bare.filter((row) => !row.isSketched), isBehind);
    this.#isMoving = !isJump;
    this.#isBehind = isBehind;
    void this.#complete();
  }

  /**
   * Draws the rest in full: one row a frame while the strip moves slowly, and all others in the
   * first frame in which it doesn't move.
   */
  async #complete() {
    if (this.#isCompleting) return;
    this.#isCompleting = true;
    let isMoving = true;
    while (isMoving && this.#bare().length > 0) {
      await nextFrame();
      // The scroll event of a frame comes before this point.
      isMoving = this.#isMoving;
      this.#isMoving = false;
      if (!isMoving) this.#fill(this.#bare());
      else if (!this.#isBehind) this.#fill(this.#ahead());
    }
    this.#isCompleting = false;
  }

  /** @returns {WeekRow[]} The row to draw next: the last one that the strip will reach. */
  #ahead() {
    const bare = this.#bare();
    return this.#way < 0 ? bare.slice(0, 1) : bare.slice(-1);
  }

  /**
   * @param {number} [from] @param {number} [to]
   * @returns {WeekRow[]} The rows whose events aren't drawn in full, in the order of their weeks.
   */
  #bare(from = 0, to = Infinity) {
    return [...this.mounted.values()]
      .filter(({ isFull, week }) => !isFull && week >= from && week <= to)
      .sort((a, b) => a.week - b.week);
  }

  /**
   * Draws the events of some rows.
   *
   * @param {WeekRow[]} rows In the order of their weeks.
   * @param {boolean} [isRough] Whether crowded weeks are only sketched.
   */
  #fill(rows, isRough = false) {
    this.#know(rows);
    for (const row of rows) {
      const known = this.#cache.get(row.week);
      if (!known) continue;
      if (isRough && this.#look.lanes > 0 && isCrowded(known)) row.sketch(known, this.#look);
      else row.fill(known, this.#look);
    }
  }

  /**
   * Asks for the events of the weeks that aren't known yet, once for each run of weeks.
   *
   * @param {WeekRow[]} rows In the order of their weeks.
   */
  #know(rows) {
    if (this.#cache.size > cachedRowsMax) {
      for (const week of this.#cache.keys()) if (!this.mounted.has(week)) this.#cache.delete(week);
    }
    const unknown = rows.map((row) => row.week).filter((week) => !this.#cache.has(week));
    for (let start = 0; start < unknown.length; ) {
      const first = unknown[start] ?? 0;
      let count = 1;
      while (unknown[start + count] === first + count) count += 1;
      const date = dateOfDay(this.#look.firstDay + first * 7);
      this.#ask(date, count).forEach((row, n) => this.#cache.set(first + n, row));
      start += count;
    }
  }

  /**
   * Whether a row in the page lacks occurrences because there are too many, and from which sources.
   */
  get leftOut() {
    const rows = [...this.mounted.keys()].map((week) => this.#cache.get(week));
    return {
      cut: rows.some((row) => row?.cut),
      cutSources: [...new Set(rows.flatMap((row) => row?.cutSources ?? []))],
    };
  }

  /** Draws the events again after something changed. */
  refill() {
    this.#cache.clear();
    for (const row of this.mounted.values()) row.isFull = false;
    this.#fill(this.#bare());
    this.mark();
  }

  /** Marks today and the selected days. */
  mark() {
    for (const row of this.mounted.values()) row.mark(this.#look);
  }

  /** Places every row anew, after a change of sizes or of the first weekday. The focus stays where it is. */
  placeAgain() {
    this.#cache.clear();
    for (const [week, row] of this.mounted) row.place(week, this.#look);
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
   * Makes the first visible one of these days the tab stop, or else another day in the last one's
   * week.
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
