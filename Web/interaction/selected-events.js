import { dayNumber, wallMinutes } from '../time/civil-date.js';

/** The most events that the core edits at once. */
export const selectedMax = 200;

/** The events that are selected, by key. Fires `change`. */
export class SelectedEvents extends EventTarget {
  /** @type {Set<string>} */
  #keys = new Set();

  get keys() {
    return [...this.#keys];
  }

  get count() {
    return this.#keys.size;
  }

  /** @param {string} key */
  has(key) {
    return this.#keys.has(key);
  }

  /** @param {string} key @returns {boolean} Whether there was room for it. */
  toggle(key) {
    if (this.has(key)) return this.set(this.keys.filter((other) => other !== key));
    return this.set([...this.#keys, key]);
  }

  /** @param {string[]} keys Selects them all; if all of them are selected already, none. */
  toggleAll(keys) {
    if (keys.every((key) => this.has(key)))
      return this.set(this.keys.filter((key) => !keys.includes(key)));
    return this.set([...this.#keys, ...keys]);
  }

  /** @param {string[]} keys @returns {boolean} Whether there was room for all of them. */
  set(keys) {
    const wanted = [...new Set(keys)];
    const next = wanted.slice(0, selectedMax);
    if (next.length !== this.count || next.some((key) => !this.has(key))) {
      this.#keys = new Set(next);
      this.dispatchEvent(new Event('change'));
    }
    return next.length === wanted.length;
  }
}

/**
 * How far an event was moved.
 *
 * @param {Times} from @param {Times} to
 * @returns {{ days: number, minutes: number } | null} Null if it was stretched, or became all-day
 *   or timed, because other events can't follow that.
 */
export function shiftBetween(from, to) {
  if (from.allDay !== to.allDay) return null;
  if (from.allDay) {
    const days = dayNumber(to.start) - dayNumber(from.start);
    return days === dayNumber(to.end) - dayNumber(from.end) ? { days, minutes: 0 } : null;
  }
  const minutes = wallMinutes(to.start) - wallMinutes(from.start);
  if (minutes !== wallMinutes(to.end) - wallMinutes(from.end)) return null;
  const days = Math.trunc(minutes / 1440);
  return { days, minutes: minutes - days * 1440 };
}

/** @typedef {Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>} Box */

/**
 * @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to
 * @returns {Box} The rectangle between two corners.
 */
export const boxBetween = (from, to) => ({
  left: Math.min(from.x, to.x),
  right: Math.max(from.x, to.x),
  top: Math.min(from.y, to.y),
  bottom: Math.max(from.y, to.y),
});

/** @param {Box} a @param {Box} b @returns {boolean} Whether they overlap. */
export const isTouching = (a, b) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
