import { element } from '../../dom/element.js';
import { icon } from '../../dom/icons.js';
import { unitText } from '../../i18n/format.js';
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
    const day = (/** @type {number} */ days, /** @type {string} */ label) =>
      element(
        'button',
        {
          type: 'button',
          class: `quiet step-day ${days < 0 ? 'back' : 'forth'}`,
          'aria-label': label,
          title: label,
          onclick: () => press(days, 0),
        },
        icon('up'),
      );
    const quarter = (/** @type {number} */ minutes, /** @type {string} */ label) =>
      element(
        'button',
        {
          type: 'button',
          class: 'quiet',
          title: label,
          onclick: () => press(0, minutes),
        },
        `${minutes < 0 ? '−' : '+'}${unitText(snapMinutes, 'minute', 'short')}`,
      );
    this.#minutes = [quarter(-snapMinutes, t('earlier')), quarter(snapMinutes, t('later'))];
    this.element = element(
      'div',
      { class: 'move-bar', role: 'group', 'aria-label': t('moveEvent') },
      day(-1, t('previousDay')),
      ...this.#minutes,
      day(1, t('nextDay')),
      this.#said,
    );
  }

  /**
   * Whole days can't be moved by minutes.
   *
   * @param {boolean} isWhole
   */
  set allDay(isWhole) {
    for (const button of this.#minutes) button.hidden = isWhole;
  }
}
