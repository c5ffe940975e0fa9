import { parseRoute, pathOf } from './route.js';

/**
 * A place in the browser's history: `isSheet` when the day's sheet covers the month; `top` is where
 * the view was scrolled to, in a unit of its own.
 *
 * @typedef {{ view: ViewName, date: string, top?: number | undefined, isSheet?: boolean | undefined
 *   }} Place
 */

/** The browser's history: every step has an address, and Back undoes it. */
export class ViewHistory {
  #query;
  /** Whether the next `popstate` only removes a closed sheet from the history. */
  #isClosing = false;
  #date = '';

  /**
   * @param {string} query Appended to every path, such as "?perf".
   * @param {(place: Place, isShown: boolean) => void} returned Called when the user went back or
   *   forward; `isShown` if the browser has animated that already.
   * @param {AbortSignal} signal
   */
  constructor(query, returned, signal) {
    this.#query = query;
    addEventListener(
      'popstate',
      (event) => {
        if (!this.#isClosing)
          return returned(this.here ?? addressed(), event.hasUAVisualTransition === true);
        this.#isClosing = false;
        this.stay({ view: 'month', date: this.#date });
      },
      { signal },
    );
  }

  /** @returns {Place | null} */
  get here() {
    return history.state;
  }

  /** @param {Place} place A step that Back undoes. */
  go(place) {
    history.pushState(place, '', this.#pathOf(place));
  }

  /**
   * Replaces the current entry, without a step.
   *
   * @param {Place} place
   */
  stay(place) {
    history.replaceState(place, '', this.#pathOf(place));
  }

  /**
   * @param {string} date The day whose sheet opens over the month, or that the open sheet now
   *   shows.
   */
  openSheet(date) {
    const place = { view: /** @type {const} */ ('month'), date, isSheet: true };
    if (this.here?.isSheet) this.stay(place);
    else this.go(place);
  }

  /**
   * Removes a sheet from the history that was closed other than by going back.
   *
   * @param {string} date
   */
  closeSheet(date) {
    if (!this.here?.isSheet) return;
    this.#isClosing = true;
    this.#date = date;
    history.back();
  }

  /** @param {Place} place */
  #pathOf(place) {
    return pathOf(place) + this.#query;
  }
}

/** @returns {Place} The place as far as the address alone tells. */
function addressed() {
  const { view, date, isSheet } = parseRoute(location.pathname);
  return { view, date: date ?? '', isSheet };
}
