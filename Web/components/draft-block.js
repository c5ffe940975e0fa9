import { firstOnScreen } from '../dom/place-on-screen.js';
import { spanText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';

/**
 * Draws an event in the view while it's being made or changed, and follows the form, the scrolling
 * and the redraws of the view.
 */
export class DraftBlock {
  /** @type {Occurrence | null} */
  #shown = null;
  #isNew = true;
  /** @type {HTMLElement[]} */
  #drawn = [];
  #frame = 0;

  /** @param {EventTarget} agenda Fires `change` @param {AbortSignal} signal Ends it. */
  constructor(agenda, signal) {
    const later = () => {
      this.#frame ||= requestAnimationFrame(() => {
        this.#frame = 0;
        this.#draw();
      });
    };
    agenda.addEventListener('change', later, { signal });
    document.addEventListener('scroll', later, { capture: true, passive: true, signal });
    addEventListener('resize', later, { signal });
    signal.addEventListener('abort', () => {
      cancelAnimationFrame(this.#frame);
      this.#clear();
    });
  }

  /** @returns {DOMRect | undefined} Where it is on the screen; undefined if it isn't. */
  get place() {
    return firstOnScreen(this.#drawn);
  }

  /**
   * @param {Occurrence | null} occurrence Null draws nothing.
   * @param {boolean} isNew Whether it's a new event, and not the new time of one that is drawn.
   */
  show(occurrence, isNew) {
    this.#shown = occurrence;
    this.#isNew = isNew;
    this.#draw();
  }

  #draw() {
    this.#clear();
    /** @type {Partial<CalendarView> & HTMLElement | null} */
    const view = document.querySelector('[data-view]');
    if (!this.#shown || !view?.outline) return;
    const isNamed = !this.#isNew || this.#shown.title !== '';
    this.#drawn = view.outline(isNamed ? this.#shown : { ...this.#shown, title: t('newEvent') });
    const time = this.#shown.allDay ? '' : spanText(this.#shown, this.#shown.start.slice(0, 10));
    for (const part of this.#drawn) {
      part.classList.toggle('being-made', this.#isNew);
      part.dataset['time'] = time;
    }
  }

  #clear() {
    for (const part of this.#drawn.splice(0)) part.remove();
  }
}
