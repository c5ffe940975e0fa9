import { element } from '../../dom/element.js';
import { nextFrame } from '../../dom/frames.js';
import { ScrollSpeed } from '../../interaction/fast-scroll.js';
import { slotMinutes } from '../../layout/hour-strip.js';
import { DayColumn } from './day-column.js';
import { isCrowded } from './simplified-day.js';

/**
 * @typedef {{ base: number, weekend: number[], today: string, isTight: boolean, box:
 *   import('./event-block.js').DaySizes }} Look The first day of the strip, and how days look.
 */

/**
 * The days that are in the page, in their order: a page more on either side than is seen, whatever
 * days they are.
 */
export class DayPool {
  /** @type {Map<number, DayColumn>} */
  mounted = new Map();
  names = element('div', { class: 'day-names' });
  hours = element('div', { class: 'hours' });
  /**
   * Out of the page, with what was last in them.
   *
   * @type {DayColumn[]}
   */
  #spare = [];
  /**
   * What is in the days that come later: in those that are rough, and in others that are not there.
   *
   * @type {Map<number, TimelineDay>}
   */
  #waiting = new Map();
  /**
   * Whether the days that are not there come one a frame; in a movement each comes when it is near.
   */
  #fills = false;
  #isBringing = false;
  /** @type {Look} */
  #look = {
    base: 0,
    weekend: [],
    today: '',
    isTight: false,
    box: { hourPx: 48, dayPx: 100, scale: 1 },
  };
  #came;
  /** Where the head cuts the days that are seen. */
  #cut = { minute: NaN, first: 0, behind: 0 };

  speed = new ScrollSpeed();

  /** @param {() => void} came Days came later. */
  constructor(came) {
    this.#came = came;
  }

  /**
   * Shows these days: at once those that are near and those that are there already, the others one
   * a frame or when they are near.
   *
   * @param {number} from
   * @param {number} count
   * @param {TimelineDay[] | undefined} days What is in them, once that is known.
   * @param {{ near: (day: number) => boolean, kept: (day: number) => boolean, held: (day: number)
   *   => boolean }} which What is there stays where it is kept, and with the focus in it where it
   *   is held.
   * @param {Look} look
   * @param {{ isNews: boolean, isJump: boolean }} why Whether what is in the days may have changed,
   *   and the looks; and whether all is another now.
   */
  show(from, count, days, which, look, { isNews, isJump }) {
    this.#look = look;
    for (const [day, column] of this.mounted) {
      const isHeld = which.held(day) && column.element.contains(document.activeElement);
      if (!which.kept(day) && !isHeld) this.#putAside(day, column);
      else if (isNews) column.place(day, look.base, look);
    }
    this.#waiting.clear();
    this.#fills = isNews;
    for (let day = from; day < from + count; day += 1) {
      const known = days?.[day - from];
      const column = this.mounted.get(day);
      const isLater = known && (column?.isRough ? !isJump : !which.near(day) && !column?.shown);
      if (isLater) this.#waiting.set(day, known);
      else if (isNews || !column?.shown) this.#bringOne(day, known, isJump);
    }
    void this.#bringOthers();
  }

  async #bringOthers() {
    if (this.#isBringing) return;
    this.#isBringing = true;
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) {
        await nextFrame();
        if (this.speed.way === 0 && this.#waiting.has(next)) this.bring(next, next + 1);
      }
    } finally {
      this.#isBringing = false;
    }
  }

  /**
   * @returns {number | undefined} The day that comes next: of those that may, the nearest to what
   *   is seen.
   */
  #next() {
    const { first, behind } = this.#cut;
    const far = (/** @type {number} */ day) => Math.abs(day + 0.5 - (first + behind) / 2);
    return [...this.#waiting.keys()]
      .filter((day) => this.#fills || this.mounted.has(day))
      .sort((a, b) => far(a) - far(b))[0];
  }

  /**
   * @param {number} from
   * @param {number} to The first one behind them.
   * @returns {boolean} Whether these days are there, and what is in them.
   */
  bring(from, to) {
    const waiting = this.#waiting.size;
    for (let day = from; day < to; day += 1) {
      const known = this.#waiting.get(day);
      if (!known) continue;
      this.#bringOne(day, known);
    }
    if (this.#waiting.size < waiting) this.#came();
    void this.#bringOthers();
    return Array.from({ length: to - from }, (_, n) => from + n).every(
      (day) => this.mounted.get(day)?.shown,
    );
  }

  /**
   * @param {number} day
   * @param {TimelineDay | undefined} known
   * @param {boolean} [isJump] All of a day that goes by fast comes when it no longer does.
   */
  #bringOne(day, known, isJump = false) {
    const column = this.mounted.get(day);
    const isRough =
      known !== undefined &&
      !isJump &&
      this.speed.way !== 0 &&
      isCrowded(known) &&
      (column?.isRough ?? true);
    if (isRough) this.#waiting.set(day, known);
    else this.#waiting.delete(day);
    if (!isRough || !column) this.#put(day, known, isRough);
  }

  /** @param {number} day @param {TimelineDay | undefined} known @param {boolean} isRough */
  #put(day, known, isRough) {
    let column = this.mounted.get(day);
    if (!column) {
      const same = this.#spare.findIndex((spare) => spare.day === day);
      column = this.#spare.splice(same, 1)[0] ?? new DayColumn();
      this.mounted.set(day, column);
    }
    column.place(day, this.#look.base, this.#look);
    if (!known) column.empty();
    else if (isRough) column.sketch(known, this.#look.box);
    else column.fill(known, this.#look.box);
    this.#cutOff(day, column);
    if (!column.element.parentElement) this.#insert(day, column);
  }

  /**
   * @param {number} minute
   * @param {number} first
   * @param {number} behind The days that are seen, or soon may be.
   */
  cutAt(minute, first, behind) {
    const slot = Math.round(minute / slotMinutes) * slotMinutes;
    if (slot === this.#cut.minute && first === this.#cut.first) return;
    this.#cut = { minute: slot, first, behind };
    for (const [day, column] of this.mounted) this.#cutOff(day, column);
  }

  /** @param {number} day @param {DayColumn} column */
  #cutOff(day, column) {
    const { minute, first, behind } = this.#cut;
    column.cutAt(day >= first && day < behind ? minute : NaN);
  }

  /**
   * @param {number} day
   * @param {DayColumn} column For those who read the page the days are in their order.
   */
  #insert(day, column) {
    const later = [...this.mounted.keys()].filter(
      (other) => other > day && this.mounted.get(other)?.element.parentElement,
    );
    const next = later.length > 0 ? this.mounted.get(Math.min(...later)) : undefined;
    this.hours.insertBefore(column.element, next?.element ?? null);
    this.names.insertBefore(column.heading, next?.heading ?? null);
  }

  /** @param {number} day @param {DayColumn} column */
  #putAside(day, column) {
    this.mounted.delete(day);
    this.#spare.push(column);
    column.element.remove();
    column.heading.remove();
  }

  /** A view that is not shown needs no days: they would only be laid out for what was. */
  clear() {
    this.#waiting.clear();
    for (const [day, column] of this.mounted) this.#putAside(day, column);
  }

  /**
   * @param {number} first
   * @param {number} count
   * @returns {TimelineDay[]} What is known of these days.
   */
  shown(first, count) {
    return [...this.mounted.values()].flatMap(({ day, shown }) =>
      shown && day >= first && day < first + count ? [shown] : [],
    );
  }

  /** After a change of sizes all days are drawn anew. */
  forget() {
    for (const column of this.mounted.values()) column.shown = null;
  }
}
