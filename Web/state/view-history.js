import { parseRoute, pathOf } from './route.js';

/**
 * A place in the browser's history: `isSheet` when the day covers the month; `top` says where the
 * view stood, in words of its own.
 *
 * @typedef {{ view: ViewName, date: string, top?: number | undefined, isSheet?: boolean | undefined
 *   }} Place
 */

/** Where one has been: every step is an address, and Back undoes it. */
export class ViewHistory {
  #query;
  /** Whether the next step back only takes a closed sheet out of the history. */
  #isClosing = false;
  #date = '';

  /**
   * @param {string} query What stays behind every path, such as "?perf".
   * @param {(place: Place, isShown: boolean) => void} returned Somebody went back or forward; the
   *   browser may have shown that by itself.
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

  /** @param {Place} place No step: the same place, told better. */
  stay(place) {
    history.replaceState(place, '', this.#pathOf(place));
  }

  /** @param {string} date The day's sheet opens over the month, or shows another day. */
  openSheet(date) {
    const place = { view: /** @type {const} */ ('month'), date, isSheet: true };
    if (this.here?.isSheet) this.stay(place);
    else this.go(place);
  }

  /**
   * @param {string} date The sheet was closed otherwise than by going back; the month stays where
   *   it is.
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

/** @returns {Place} What the address alone says. */
function addressed() {
  const { view, date, isSheet } = parseRoute(location.pathname);
  return { view, date: date ?? '', isSheet };
}
