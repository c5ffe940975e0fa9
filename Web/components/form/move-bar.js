import { element } from '../../dom/element.js';
import { unitText } from '../../i18n/length-text.js';

import { spokenTimes } from '../../i18n/spoken-times.js';
import { t } from '../../i18n/strings.js';
import { snapMinutes } from '../../interaction/drag-loop.js';

/** Buttons that move an event without dragging: by the drag grid's minutes or by days. */
export class MoveBar {
  #said = element('p', { class: 'unseen', role: 'status' });
  #minutes;
  element;

  /**
   * @param {(days: number, minutes: number) => Times} move Moves the event, and returns its new
   *   times.
   */
  constructor(move) {
    const press = (/** @type {number} */ days, /** @type {number} */ minutes) => {
      // Screen readers ignore the page's live region while a dialog is open.
      this.#said.textContent = t('movedTo', { time: spokenTimes(move(days, minutes)) });
    };
    const step = (
      /** @type {number} */ days,
      /** @type {number} */ minutes,
      /** @type {string} */ title,
    ) => {
      const length = days ? unitText(1, 'day', 'short') : unitText(snapMinutes, 'minute', 'short');
      const text = `${days + minutes < 0 ? '−' : '+'}${length}`;
      const onclick = () => press(days, minutes);
      return element('button', { type: 'button', class: 'quiet', title, text, onclick });
    };
    this.#minutes = [step(0, -snapMinutes, t('earlier')), step(0, snapMinutes, t('later'))];
    this.element = element(
      'div',
      { class: 'move-bar', role: 'group', 'aria-label': t('moveEvent') },
      step(-1, 0, t('previousDay')),
      ...this.#minutes,
      step(1, 0, t('nextDay')),
      this.#said,
    );
  }

  /**
   * Hides the buttons for minutes, by which whole days can't be moved.
   *
   * @param {boolean} isWhole
   */
  set allDay(isWhole) {
    for (const button of this.#minutes) button.hidden = isWhole;
  }
}
