import { parseRoute, pathOf } from './route.js';

/**
 * A place in the browser's history: `isSheet` when the day's sheet covers the month; `top` is where
 * the view was scrolled to, in a unit of its own. `page` is the address of a page that covers the
 * view, such as "settings/views"; `depth` counts the steps since the view was left for it. `step`
 * numbers the entries of the history, whose places may be the same.
 *
 * @typedef {{ view: ViewName, date: string, top?: number | undefined, isSheet?: boolean | undefined,
 *   page?: string | undefined, depth?: number | undefined, step?: number | undefined }} Place
 */

/** The browser's history: every step has an address, and Back undoes it. */
export class ViewHistory {
  #query;
  /** Where a step back leads that removes a closed sheet or page, until the browser has made it. */
  #left = /** @type {Place | null} */ (null);
  /** Where to go after that step. */
  #next = /** @type {Place | null} */ (null);
  /** The step of the entry that the view shows: the browser may be at another one already. */
  #shown = currentStep();

  /**
   * @param {string} query Appended to every path, such as "?perf".
   * @param {(place: Place, isShown: boolean) => void} returned Called when the user went back or
   *   forward, and calls `arrive` once the view shows the place; `isShown` if the browser has animated
   *   that already.
   * @param {AbortSignal} signal
   */
  constructor(query, returned, signal) {
    this.#query = query;
    addEventListener(
      'popstate',
      (event) => {
        const [left, next] = [this.#left, this.#next];
        if (!left) return;
        // A dialog opened meanwhile would take it for the user's Back.
        event.stopImmediatePropagation();
        this.#left = this.#next = null;
        this.arrive(currentStep());
        this.stay(left);
        if (next) this.go(next);
      },
      { capture: true, signal },
    );
    addEventListener(
      'popstate',
      (event) =>
        returned(
          { ...(this.here ?? addressed()), step: currentStep() },
          event.hasUAVisualTransition === true,
        ),
      { signal },
    );
  }

  /** @returns {Place | null} */
  get here() {
    return this.#next ?? this.#left ?? history.state;
  }

  /** @returns {boolean} Whether the browser is at an entry that the view doesn't show yet. */
  get isArriving() {
    return currentStep() !== this.#shown;
  }

  /** @param {Place} place A step that Back undoes. */
  go(place) {
    if (this.#left) {
      this.#next = place;
    } else {
      this.#shown = currentStep() + 1;
      history.pushState({ ...place, step: this.#shown }, '', this.#pathOf(place));
    }
  }

  /** @param {number | undefined} step Of the entry that the view shows from now on. */
  arrive(step = 0) {
    this.#shown = step;
  }

  /**
   * Replaces the view's entry, without a step. A page over the view stays. Nothing happens while the
   * browser is at another entry, or if the entry says all of it already: when a page writes into the
   * history, browsers give up a step that they are about to make.
   *
   * @param {Place} place
   */
  stay(place) {
    if (this.#next) this.#next = place;
    else if (this.#left) this.#left = place;
    else if (!this.isArriving) {
      const { page, depth } = this.here ?? {};
      const kept = { page, depth, ...place, step: this.#shown };
      if (JSON.stringify(kept) !== JSON.stringify(history.state))
        history.replaceState(kept, '', this.#pathOf(kept));
    }
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
    if (this.here?.isSheet) this.#leave({ view: 'month', date }, 1);
  }

  /**
   * @param {string} page The address of the page that opens over the view, or that it now has.
   * @param {Place} under The view, in case that it hasn't said yet where it is.
   * @param {boolean} [isStep] Whether Back leads to the address that the page had before.
   */
  openPage(page, under, isStep = false) {
    if (!this.here) this.stay(under);
    const place = this.here ?? under;
    const { depth = 0 } = place;
    if (depth > 0 && !isStep) this.stay({ ...place, page });
    else this.go({ ...place, page, depth: depth + 1 });
  }

  /** Removes a page from the history that was closed other than by going back. */
  leavePage() {
    const { here } = this;
    if (here?.depth) this.#leave({ ...here, page: undefined, depth: undefined }, here.depth);
  }

  /** @param {Place} place @param {number} steps */
  #leave(place, steps) {
    this.#left = place;
    // What was opened during a step back has no entry yet.
    if (this.#next) this.#next = null;
    else history.go(-steps);
  }

  /** @param {Place} place */
  #pathOf(place) {
    return (place.page ? `/${place.page}` : pathOf(place)) + this.#query;
  }
}

/** @returns {number} The step of the entry that the browser is at. */
const currentStep = () => history.state?.step ?? 0;

/** @returns {Place} The place as far as the address alone tells. */
function addressed() {
  const { view, date, isSheet } = parseRoute(location.pathname);
  return { view, date: date ?? '', isSheet };
}
