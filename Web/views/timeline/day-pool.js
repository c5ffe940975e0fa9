import { element } from '../../dom/element.js';
import { nextFrame } from '../../dom/frames.js';
import { ScrollSpeed } from '../../interaction/fast-scroll.js';
import { slotMinutes } from '../../layout/hour-strip.js';
import { DayColumn } from './day-column.js';
import { isCrowded } from './simplified-day.js';

/**
 * @typedef {{ base: number, weekend: number[], hoursOn: Settings['hoursOn'], today: string, isTight: boolean, cityOn: (date: string) => string, box:
 *   import('./event-block.js').DaySizes }} Look How days look; `base` is the strip's first day.
 */

/** The day columns in the page, in order: the visible days and a page on either side of them. */
export class DayPool {
  /** @type {Map<number, DayColumn>} */
  mounted = new Map();
  names = element('div', { class: 'day-names' });
  hours = element('div', { class: 'hours' });
  /** @type {DayColumn[]} Columns out of the page, which still hold the events they showed. */
  #spare = [];
  /**
   * The days still to be drawn: those that are only sketched, and those without a column.
   *
   * @type {Map<number, FittedDay>}
   */
  #waiting = new Map();
  /**
   * Whether days without a column are drawn too, one a frame. While the strip moves, each is drawn
   * only when it comes near.
   */
  #fills = false;
  #isBringing = false;
  /** @type {Look} */
  #look = {
    base: 0,
    weekend: [],
    hoursOn: () => null,
    today: '',
    isTight: false,
    cityOn: () => '',
    box: { hourPx: 48, dayPx: 100, scale: 1 },
  };
  #came;
  /** The minute at which the head cuts the visible days, and which days those are. */
  #cut = { minute: NaN, first: 0, behind: 0 };

  speed = new ScrollSpeed();

  /** @param {() => void} came Called after `bring` drew days that had been waiting. */
  constructor(came) {
    this.#came = came;
  }

  /**
   * Shows these days: near ones and those with a column at once, the others one a frame or as they
   * come near.
   *
   * @param {number} from
   * @param {number} count
   * @param {FittedDay[] | undefined} days Their events; undefined until the core is loaded.
   * @param {{ near: (day: number) => boolean, kept: (day: number) => boolean, held: (day: number)
   *   => boolean }} which Days to draw at once are `near`. A column stays if its day is `kept`, or
   *   if it's `held` and has the focus.
   * @param {Look} look
   * @param {{ isNews: boolean, isJump: boolean }} why `isNews`: events or looks may have changed;
   *   `isJump`: the strip was laid out somewhere else.
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

  /** @returns {number | undefined} The day to draw next: the waiting one nearest to the screen. */
  #next() {
    const { first, behind } = this.#cut;
    const far = (/** @type {number} */ day) => Math.abs(day + 0.5 - (first + behind) / 2);
    return [...this.#waiting.keys()]
      .filter((day) => this.#fills || this.mounted.has(day))
      .sort((a, b) => far(a) - far(b))[0];
  }

  /**
   * Draws those of these days that are waiting.
   *
   * @param {number} from
   * @param {number} to The first day that isn't meant any more.
   * @returns {boolean} Whether all of these days are drawn now.
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
   * @param {FittedDay | undefined} known
   * @param {boolean} [isJump] If not, and the strip moves fast, a crowded day is only sketched and
   *   drawn in full later.
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

  /** @param {number} day @param {FittedDay | undefined} known @param {boolean} isRough */
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
   * @param {number} behind The days from `first` until before this one are visible, or soon may be.
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
   * @param {DayColumn} column Goes between its neighbours: screen readers follow the page's order.
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

  /** Empties a view that leaves the page, so that its old days aren't laid out when it's back. */
  clear() {
    this.#waiting.clear();
    for (const [day, column] of this.mounted) this.#putAside(day, column);
  }

  /**
   * @param {number} first
   * @param {number} count
   * @returns {FittedDay[]} Those of these days that are drawn.
   */
  shown(first, count) {
    return [...this.mounted.values()].flatMap(({ day, shown }) =>
      shown && day >= first && day < first + count ? [shown] : [],
    );
  }

  /** Has all days drawn anew, after sizes changed. */
  forget() {
    for (const column of this.mounted.values()) column.shown = null;
  }
}
