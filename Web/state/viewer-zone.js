import { clock } from '../time/clock.js';

/**
 * @typedef {{ zone: string, first: string, last: string, home?: string }} Stay The days, both
 *   included, on which the user is in another zone; and the zone where they entered that.
 */

/** As many as the core takes. */
export const staysMax = 100;

const isDate = (/** @type {unknown} */ value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** @param {any} stay What another version of the page may have stored. @returns {stay is Stay} */
const isStay = (stay) =>
  typeof stay?.zone === 'string' &&
  /^[\w+/-]+$/.test(stay.zone) &&
  isDate(stay.first) &&
  isDate(stay.last) &&
  stay.first <= stay.last;

/** The zone of the user's clock: the device's, except where they say that they are elsewhere. */
export class ViewerZone {
  #settings;
  #device;

  /** @param {Pick<Settings, 'values' | 'change'>} settings @param {string} [device] The device's zone. */
  constructor(settings, device = Intl.DateTimeFormat().resolvedOptions().timeZone) {
    this.#settings = settings;
    this.#device = device;
  }

  /** @returns {Stay[]} By their first days. */
  get stays() {
    const { stays } = this.#settings.values;
    return stays
      .filter(isStay)
      .slice(-staysMax)
      .sort((a, b) => (a.first < b.first ? -1 : 1));
  }

  /**
   * The zone of all other days. A device that travels along changes its own zone, so on these days
   * it's the zone of the place where the stay was entered.
   *
   * @returns {string}
   */
  get home() {
    const { home = '' } = this.stayOn(clock.today()) ?? {};
    return home || this.#device;
  }

  /** @param {string} time A date, perhaps with a time. @returns {string} The zone on that day. */
  on(time) {
    return this.stayOn(time.slice(0, 10))?.zone ?? this.home;
  }

  /** @param {Omit<Stay, 'home'>} stay */
  addStay(stay) {
    const stays = [...this.stays, { ...stay, home: this.home }].slice(-staysMax);
    this.#settings.change({ stays });
  }

  /** @returns {string[]} All zones that the core needs. */
  get names() {
    return [...new Set([this.home, ...this.stays.map(({ zone }) => zone)])];
  }

  /**
   * @param {Record<string, unknown>} known The zones that there are.
   * @returns {string[]} The stays in them, as the core takes them.
   */
  staysIn(known) {
    return this.stays
      .filter(({ zone }) => zone in known)
      .map(({ zone, first, last }) => `${zone} ${first} ${last}`);
  }

  /** @param {string} date */
  stayOn(date) {
    // A stay that begins before another has ended cuts it short.
    return this.stays.findLast(({ first, last }) => first <= date && date <= last);
  }
}
