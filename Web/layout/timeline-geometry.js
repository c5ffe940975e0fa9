import { clampHour } from './hour-strip.js';

/**
 * Where things are in the hours: days side by side, each a column of minutes. A value: a change
 * makes another one. A place across is told in pixels from the start of the strip's first day, in
 * the direction of reading; a place down from midnight.
 */
export class TimelineGeometry {
  widthPx = 0;
  heightPx = 0;
  /** How much larger than usual the text is. */
  scale = 1;
  dayPx = 100;
  hourPx = 48;
  /** What the hours' names take at the side, and the days' names with the lanes at the top. */
  gutterPx = 56;
  headPx = 0;
  /** 1 from left to right, -1 from right to left. */
  sign = /** @type {1 | -1} */ (1);
  /** How many days are seen, the number of the first of them, and that of the strip's first day. */
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

  /** The first day behind those that are seen. */
  get behind() {
    return this.first + this.days;
  }

  /** The height of the hours that are seen. */
  get hoursPx() {
    return this.heightPx - this.headPx;
  }
  get topMinute() {
    return this.minuteAt(this.topPx);
  }
  /** The first minute that is below the screen. */
  get bottomMinute() {
    return this.topMinute + this.minuteAt(this.hoursPx);
  }

  /** How high an hour is unless somebody zooms. */
  get usualHourPx() {
    return clampHour((this.widthPx < 600 ? 52 : 48) * Math.max(1, Math.min(this.scale, 2)));
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
   * @returns {number} The same to the right, as the browser translates and scrolls.
   */
  leftOf(day) {
    return this.sign * this.xOf(day);
  }

  /** @param {number} xPx @returns {number} */
  dayAt(xPx) {
    return this.base + Math.floor(xPx / this.dayPx);
  }

  /**
   * @param {number} scrolledPx As the browser has it, below 0 from right to left.
   * @returns {number} The day that is nearest to the start of the screen, in parts of a day.
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
   * @returns {number} How far to scroll for it to be at the top, as far as that is possible.
   */
  topFor(minute) {
    const mostPx = this.yOf(24 * 60) + this.headPx + 24 - this.heightPx;
    return Math.round(Math.max(0, Math.min(this.yOf(minute), mostPx)));
  }

  /**
   * @param {{ left: number, right: number, top: number }} frame Of the scroller, on the screen.
   * @param {{ clientX: number, clientY: number }} pointer
   * @returns {{ x: number, y: number }} From the start of the frame, and from below the head.
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
