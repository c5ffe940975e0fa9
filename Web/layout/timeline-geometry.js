import { clampHour } from './hour-strip.js';

/** The usual height of the day names with some lanes, which the hours don't have. */
const chromePx = 66;

/**
 * The geometry of the hours: days side by side, each a column of minutes. Immutable: `with` makes a
 * changed copy. x is in pixels from the start of the strip's first day, in reading direction; y in
 * pixels from midnight.
 */
export class TimelineGeometry {
  widthPx = 0;
  heightPx = 0;
  /** The user's text size, relative to the usual one. */
  scale = 1;
  dayPx = 100;
  hourPx = 48;
  /** The hour at which work usually begins. */
  firstHour = 9;
  /**
   * The width of the hour labels at the side, and the height of the day names with the lanes at the
   * top.
   */
  gutterPx = 56;
  headPx = 0;
  /** 1 for left to right, -1 for right to left. */
  sign = /** @type {1 | -1} */ (1);
  /** How many days are visible, the day number of the first, and that of the strip's first day. */
  days = 7;
  first = 0;
  base = 0;
  /** How far the hours are scrolled. */
  topPx = 0;

  /** @param {Partial<TimelineGeometry>} [values] */
  constructor(values = {}) {
    Object.assign(this, values);
    Object.freeze(this);
  }

  /** @param {Partial<TimelineGeometry>} changes @returns {TimelineGeometry} */
  with(changes) {
    return new TimelineGeometry({ ...this, ...changes });
  }

  /** The first day after the visible ones. */
  get behind() {
    return this.first + this.days;
  }

  /** The height of the visible hours. */
  get hoursPx() {
    return this.heightPx - this.headPx;
  }
  get topMinute() {
    return this.minuteAt(this.topPx);
  }
  /** The first minute below the screen. */
  get bottomMinute() {
    return this.topMinute + this.minuteAt(this.hoursPx);
  }

  /**
   * The height of an hour without zooming. On an upright tablet it's greater, so that the hours from
   * the start of work to midnight fill the screen.
   */
  get usualHourPx() {
    const fillingPx = (this.heightPx - chromePx) / (24 - this.firstHour);
    const isUpright = this.heightPx > this.widthPx;
    const usualPx =
      this.widthPx < 600 ? 52 : isUpright ? Math.max(48, Math.min(fillingPx, 60)) : 48;
    return clampHour(usualPx * Math.max(1, Math.min(this.scale, 2)));
  }

  /** @param {number} day */
  isSeen(day) {
    return day >= this.first && day < this.behind;
  }

  /** @param {number} day @returns {number} */
  xOf(day) {
    return (day - this.base) * this.dayPx;
  }

  /**
   * @param {number} day
   * @returns {number} The same place counted to the right, as browsers translate and scroll.
   */
  leftOf(day) {
    return this.sign * this.xOf(day);
  }

  /** @param {number} xPx @returns {number} */
  dayAt(xPx) {
    return this.base + Math.floor(xPx / this.dayPx);
  }

  /**
   * @param {number} scrolledPx The scroll position as browsers report it: negative from right to
   *   left.
   * @returns {number} The day at the start of the screen, with the fraction that is scrolled past.
   */
  dayAtStart(scrolledPx) {
    return this.base + Math.abs(scrolledPx) / this.dayPx;
  }

  /** @param {number} minute @returns {number} */
  yOf(minute) {
    return (minute / 60) * this.hourPx;
  }

  /** @param {number} yPx @returns {number} */
  minuteAt(yPx) {
    return (yPx / this.hourPx) * 60;
  }

  /**
   * @param {number} minute
   * @returns {number} The scroll position that puts the minute at the top, as far as possible.
   */
  topFor(minute) {
    const mostPx = this.yOf(24 * 60) + this.headPx + 24 - this.heightPx;
    return Math.round(Math.max(0, Math.min(this.yOf(minute), mostPx)));
  }

  /**
   * @param {{ left: number, right: number, top: number }} frame The scroller's rectangle on the
   *   screen.
   * @param {{ clientX: number, clientY: number }} pointer
   * @returns {{ x: number, y: number }} Pixels from the start of the frame, and from the lower edge
   *   of the head.
   */
  within(frame, { clientX, clientY }) {
    return {
      x: this.sign > 0 ? clientX - frame.left : frame.right - clientX,
      y: clientY - frame.top - this.headPx,
    };
  }

  /**
   * @param {{ left: number, right: number, top: number }} frame
   * @param {number} scrolledPx
   * @param {{ clientX: number, clientY: number }} pointer
   * @returns {{ day: number, minute: number, isHead: boolean }} What is under the pointer.
   */
  placeAt(frame, scrolledPx, pointer) {
    const { x, y } = this.within(frame, pointer);
    return {
      day: this.dayAt(x - this.gutterPx + Math.abs(scrolledPx)),
      minute: Math.max(0, Math.min(this.minuteAt(y + this.topPx), 1439)),
      isHead: y < 0,
    };
  }
}
