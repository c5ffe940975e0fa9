import { addDays } from '../time/civil-date.js';

// The geometry of the agenda. Rows have fixed heights, so the place of a day follows from the
// number of rows between it and the day that the list is laid out from.

/**
 * The height of the scrolled area; a jump puts its day into the middle. Nobody scrolls farther than
 * this without a rest.
 */
export const fullPx = 800_000;
export const middlePx = fullPx / 2;
/** The distance from the screen at which days are dropped; they're requested again when needed. */
const keptPx = 12_000;
/** How much is requested at once: a few screens. */
export const portion = { days: 40, occurrences: 60 };

/** @typedef {AgendaDay & { topPx: number, heightPx: number }} ListedDay */
/**
 * @typedef {{ wide: boolean, large: boolean, rowPx: number, headPx: number, gapPx: number, endPx:
 *   number }} AgendaSizes
 */

/**
 * Heights that follow from the width and the text size: of a row, of a day's heading above its rows
 * (0 if it's beside them), between days, and of the notes at both ends.
 *
 * @param {{ widthPx: number, scale: number }} viewport @returns {AgendaSizes}
 */
export function agendaSizes({ widthPx, scale }) {
  const wide = widthPx >= 600 * scale;
  const px = (/** @type {number} */ usual) => Math.round(usual * scale);
  // With large text the heading has two lines.
  const large = scale > 1.3;
  return {
    wide,
    large,
    rowPx: px(wide ? 44 : 60),
    headPx: wide ? 0 : px(large ? 56 : 44),
    gapPx: px(wide ? 17 : 8),
    endPx: px(56),
  };
}

/**
 * @param {{ events: unknown[], more?: number }} day @returns {number} At least 1: an empty day has a
 *   row that says so. Events that aren't listed are counted in a row of their own.
 */
export function rowsOf(day) {
  return Math.max(1, day.events.length + (day.more ? 1 : 0));
}

/** The days around the screen, one below the other, with none left out, each with its place. */
export class AgendaStrip {
  /** @type {ListedDay[]} */
  days = [];
  /** Whether there are no days before the first, and after the last. */
  isFirst = false;
  isLast = false;
  /** @type {AgendaSizes} */
  sizes = agendaSizes({ widthPx: 400, scale: 1 });
  #ask;

  /**
   * @param {(way: 1 | -1, date: string) => AgendaList} ask Returns the days from a date on (way 1),
   *   or those before it, nearest first (way -1).
   */
  constructor(ask) {
    this.#ask = ask;
  }

  get topPx() {
    return (this.days[0]?.topPx ?? middlePx) - (this.isFirst ? this.sizes.endPx : 0);
  }

  get bottomPx() {
    const last = this.days.at(-1);
    return (last ? last.topPx + last.heightPx : middlePx) + (this.isLast ? this.sizes.endPx : 0);
  }

  /**
   * Lays the strip out again from the first listed day on or after a date; if there is none, from
   * the last one before it.
   *
   * @param {string} date @param {number} topPx Where to put that day.
   */
  layFrom(date, topPx) {
    this.days = [];
    this.isFirst = this.isLast = false;
    this.#append(date, topPx);
    if (this.days.length === 0) this.#prepend(date, topPx);
    const [first] = this.days;
    if (first) this.shift(topPx - first.topPx);
  }

  /**
   * Makes sure to have the days between two places, and drops days far from them.
   *
   * @param {number} fromPx @param {number} toPx
   */
  reach(fromPx, toPx) {
    const { days } = this;
    for (let count = 0; days.length !== count && !this.isLast && this.bottomPx < toPx; ) {
      count = days.length;
      this.#append(addDays(days.at(-1)?.date ?? '', 1), this.bottomPx);
    }
    for (let count = 0; days.length !== count && !this.isFirst && this.topPx > fromPx; ) {
      count = days.length;
      this.#prepend(days[0]?.date ?? '', this.topPx);
    }
    const isFar = (/** @type {ListedDay} */ day) =>
      day.topPx + day.heightPx < fromPx - keptPx || day.topPx > toPx + keptPx;
    const from = days.findIndex((day) => !isFar(day));
    const near = days.findLast((day) => !isFar(day));
    const behind = near ? days.indexOf(near) + 1 : 0;
    if (from > 0) this.isFirst = false;
    if (behind < days.length) this.isLast = false;
    if (from >= 0) this.days = days.slice(from, behind);
  }

  /** @param {string} date @param {number} topPx */
  #append(date, topPx) {
    const { days, isWhole } = this.#ask(1, date);
    for (const day of days) {
      const heightPx = this.#heightOf(day);
      this.days.push({ ...day, topPx, heightPx });
      topPx += heightPx;
    }
    this.isLast = isWhole;
  }

  /** @param {string} date @param {number} bottomPx */
  #prepend(date, bottomPx) {
    const { days, isWhole } = this.#ask(-1, date);
    for (const day of days) {
      const heightPx = this.#heightOf(day);
      bottomPx -= heightPx;
      this.days.unshift({ ...day, topPx: bottomPx, heightPx });
    }
    this.isFirst = isWhole;
  }

  /** @param {AgendaDay} day */
  #heightOf(day) {
    return this.sizes.headPx + rowsOf(day) * this.sizes.rowPx + this.sizes.gapPx;
  }

  /** @param {number} px How far to move all days down. */
  shift(px) {
    for (const day of this.days) day.topPx += px;
  }

  /**
   * @param {number} px
   * @returns {ListedDay | undefined} The day at a place, or the first or last one if it's outside
   *   of them.
   */
  at(px) {
    return this.days.find((day) => day.topPx + day.heightPx > px) ?? this.days.at(-1);
  }

  /** @param {string} date @returns {boolean} Whether the strip covers a date, listed or not. */
  has(date) {
    const [first] = this.days;
    return (
      first !== undefined &&
      (date >= first.date || this.isFirst) &&
      (date <= (this.days.at(-1)?.date ?? '') || this.isLast)
    );
  }

  /** @param {string} date @returns {ListedDay | undefined} */
  find(date) {
    return this.days.find((day) => day.date === date);
  }

  /**
   * @param {string} date
   * @returns {ListedDay | undefined} The first day on or after a date, or else the last one.
   */
  nearest(date) {
    return this.days.find((day) => day.date >= date) ?? this.days.at(-1);
  }

  /** @param {ListedDay} day @param {number} row @returns {number} */
  rowTop(day, row) {
    return day.topPx + this.sizes.headPx + row * this.sizes.rowPx;
  }

  /**
   * The rows of a day between two places.
   *
   * @param {ListedDay} day @param {number} fromPx @param {number} toPx
   * @returns {{ first: number, last: number }} `last` is less than `first` if there are none.
   */
  rowsBetween(day, fromPx, toPx) {
    const placeOf = (/** @type {number} */ px) =>
      Math.floor((px - day.topPx - this.sizes.headPx) / this.sizes.rowPx);
    return { first: Math.max(0, placeOf(fromPx)), last: Math.min(rowsOf(day) - 1, placeOf(toPx)) };
  }
}

/** @typedef {{ topPx: number, bottomPx: number, isFirst: boolean, isLast: boolean }} Extent */

/**
 * The lowest and highest scroll position.
 *
 * @param {Extent} strip @param {number} heightPx Of the screen.
 */
export function scrollRange({ topPx, bottomPx, isFirst, isLast }, heightPx) {
  const least = isFirst ? Math.max(0, topPx) : 0;
  return { least, most: isLast ? Math.max(least, bottomPx - heightPx) : fullPx - heightPx };
}

/**
 * How far to move the whole strip while it rests: its first day to the top of the scrolled area, or
 * a place far from the middle back to the middle.
 *
 * @param {Extent} strip @param {number} scrollPx @returns {number}
 */
export function shiftAtRest({ topPx, isFirst }, scrollPx) {
  if (isFirst) return 0 - topPx;
  return Math.abs(scrollPx - middlePx) > middlePx / 2 ? middlePx - scrollPx : 0;
}

/**
 * The date whose month is in the list's title. It's the active day if that is in the upper third of
 * the screen, or at the list's ends anywhere on the screen; otherwise it's the day at a third of
 * the height.
 *
 * @param {AgendaStrip} strip
 * @param {number} topPx The scroll position.
 * @param {number} heightPx Of the screen.
 * @param {string} active
 */
export function titleDate(strip, topPx, heightPx, active) {
  const { least, most } = scrollRange(strip, heightPx);
  const thirdPx = topPx + heightPx / 3;
  const lowestPx = topPx > least && topPx < most ? thirdPx : topPx + heightPx;
  const day = strip.find(active);
  const isNamed = day && day.topPx >= topPx && day.topPx < lowestPx;
  return (isNamed ? day : strip.at(thirdPx))?.date ?? active;
}
