import { parseRoute } from './route.js';

/**
 * A place in the browser's history: `isSheet` when the day covers the month; `topWeek` is what stands at the month's top.
 *
 * @typedef {{ date: string, topWeek?: number | undefined, isSheet?: boolean | undefined }} Place
 */

/** Where one has been: every step is an address, and Back undoes it. */
export class Trail {
  #query;
  /** Whether the next step back only takes a closed sheet out of the history. */
  #isClosing = false;
  #date = '';

  /**
   * @param {string} query What stays behind every path, such as "?perf".
   * @param {(place: Place) => void} returned Somebody went back or forward.
   * @param {AbortSignal} signal
   */
  constructor(query, returned, signal) {
    this.#query = query;
    addEventListener('popstate', () => {
      if (!this.#isClosing) return returned(this.here ?? { date: parseRoute(location.pathname).date ?? '' });
      this.#isClosing = false;
      this.stay({ date: this.#date });
    }, { signal });
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

  /** @param {string} date The day's sheet opens, or shows another day. */
  openSheet(date) {
    if (this.here?.isSheet) this.stay({ date, isSheet: true });
    else this.go({ date, isSheet: true });
  }

  /** @param {string} date The sheet was closed otherwise than by going back; the month stays where it is. */
  closeSheet(date) {
    if (!this.here?.isSheet) return;
    this.#isClosing = true;
    this.#date = date;
    history.back();
  }

  /** @param {Place} place */
  #pathOf({ date, isSheet }) {
    return `/${isSheet ? 'day' : 'month'}/${date}${this.#query}`;
  }
}
