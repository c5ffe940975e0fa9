import { dateOfDay } from '../time/civil-date.js';
import { readyWeeks, sizesFor, stripOf, titleWeek, topForWeek, weekOf } from './month-strip.js';

/** The geometry of the strip of weeks. Immutable: `with` makes a changed copy. */
export class MonthGeometry {
  /** The width; 0 until the size is known. */
  widthPx = 0;
  heightPx = 0;
  /** The user's text size, relative to the usual one. */
  scale = 1;
  firstWeekday = 1;
  /** How far the strip is scrolled. */
  topPx = 0;
  /** How much the list of a day covers at the bottom. */
  coveredPx = 0;

  /** @param {{ [Name in 'widthPx' | 'heightPx' | 'scale' | 'firstWeekday' | 'topPx' | 'coveredPx']?: number }} values */
  constructor(values = {}) {
    Object.assign(this, values);
    const { wide, rowPx, lanes } = sizesFor({ ...this, isCompact: this.coveredPx > 0 });
    const { firstDay, weeks } = stripOf(this.firstWeekday);
    this.isWide = wide;
    this.rowPx = rowPx;
    /** The number of lanes; 0 when the days show dots. */
    this.lanes = lanes;
    /** Whether the list of a day leaves low rows with dots to a narrow month. */
    this.isCompact = lanes === 0;
    /** The number of the strip's first day, and how many weeks there are. */
    this.firstDay = firstDay;
    this.weeks = weeks;
    Object.freeze(this);
  }

  /** @param {ConstructorParameters<typeof MonthGeometry>[0]} changes @returns {MonthGeometry} */
  with(changes) {
    const { widthPx, heightPx, scale, firstWeekday, topPx, coveredPx } = this;
    return new MonthGeometry({
      ...{ widthPx, heightPx, scale, firstWeekday, topPx, coveredPx },
      ...changes,
    });
  }

  /** Whether titles have room for their times. */
  get showsTimes() {
    return this.widthPx > 672 * this.scale;
  }

  get isKnown() {
    return this.heightPx > 0;
  }

  /** The height of what no list of a day covers. */
  get openPx() {
    return this.heightPx - this.coveredPx;
  }

  /** The height of all weeks together. */
  get stripPx() {
    return this.weeks * this.rowPx;
  }

  /** @param {string} date */
  weekOf(date) {
    return weekOf(date, this.firstDay);
  }

  /** @param {string} date @returns {number} Where its week begins, in pixels. */
  topOf(date) {
    return this.weekOf(date) * this.rowPx;
  }

  /**
   * Where to scroll to after a change of size. The same week stays at the top unless another month
   * would then be in the title.
   *
   * @param {{ date: string, part: number }} top The place at the top before.
   * @param {number} [titled] The week that determined the title.
   */
  topAfter({ date, part }, titled) {
    const topPx = this.topOf(date) + part * this.rowPx;
    const now = this.with({ topPx }).titleWeek;
    const month = (/** @type {number} */ week) => this.dateAt(week, 6).slice(0, 7);
    const isSame = titled === undefined || month(titled) === month(now);
    return isSame ? topPx : topPx + (titled - now) * this.rowPx;
  }

  /**
   * @param {string} date
   * @returns {number} Where to scroll to for a jump to it. Low rows show its month from the start.
   */
  topFor(date) {
    if (!this.isCompact) return topForWeek(this.weekOf(date), this);
    return Math.max(this.topOf(`${date.slice(0, 8)}01`), this.lowestTopFor(date));
  }

  /** @param {string} date @returns {number} Where its week is the last one above what covers the strip. */
  lowestTopFor(date) {
    return this.topOf(date) + this.rowPx - this.openPx;
  }

  /** @param {number} topPx @returns {number} The nearest possible scroll position. */
  clamp(topPx) {
    return Math.max(0, Math.min(topPx, this.stripPx - this.heightPx));
  }

  /** @param {string} date */
  isOnScreen(date) {
    const topPx = this.topOf(date);
    return topPx + this.rowPx > this.topPx && topPx < this.topPx + this.openPx;
  }

  /** @returns {number} The week that determines the month in the title. */
  get titleWeek() {
    return titleWeek(this.isCompact ? { ...this, heightPx: this.openPx } : this);
  }

  /** @param {number} week @param {number} column @returns {string} */
  dateAt(week, column) {
    return dateOfDay(this.firstDay + week * 7 + column);
  }

  /** The weeks to render. */
  get ready() {
    return readyWeeks(this);
  }

  /** The days on the screen, in whole weeks. */
  get seenDays() {
    return {
      first: this.dateAt(Math.floor(this.topPx / this.rowPx), 0),
      count: this.isKnown ? 7 * (Math.ceil(this.heightPx / this.rowPx) + 1) : 0,
    };
  }

  /**
   * @returns {{ date: string, part: number }} A date in the week at the top, and which part of that
   *   week is scrolled past, to find the place again after a change of size. Empty until the size
   *   is known.
   */
  get topDate() {
    if (!this.isKnown) return { date: '', part: 0 };
    const place = this.topPx / this.rowPx;
    return { date: this.dateAt(Math.floor(place), 3), part: place % 1 };
  }
}
