import { askZone } from '../../components/zone-dialog.js';
import { element, tell } from '../../dom/element.js';
import { dateText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { cityOf, saysMore } from '../../i18n/zone-names.js';

/**
 * @param {Pick<Times, 'start' | 'end'>} times @param {string} zone The zone of the times.
 * @param {(time: string, from: string) => string} engineTime Converts a time from a zone to the
 *   user's.
 * @returns {string} "Tokyo time; 10:00 – 11:00 your time".
 */
export function zoneTimesText({ start, end }, zone, engineTime) {
  const [from, to] = [engineTime(start, zone), engineTime(end, zone)];
  const day = from.slice(0, 10) === start.slice(0, 10) ? '' : `${dateText(from, 'short')}, `;
  return t('zoneTimes', {
    zone: cityOf(zone),
    times: `${day}${timeText(from)} – ${timeText(to)}`,
  });
}

/** The time zone of the times. `value` is empty for the user's own. Fires `zone-changed`. */
export class ZoneField {
  #viewer;
  /** The day of the times; on another day the user may be in another zone. */
  #date = '';
  #engineTime;
  #learn;
  #unknown;
  value;
  element = element('button', {
    type: 'button',
    class: 'quiet zone',
    'aria-haspopup': 'dialog',
    'aria-description': t('timeZone'),
    onclick: () => this.#ask(),
  });
  /** Shows the times in the user's own zone. */
  hint = element('p', { class: 'hint zone-hint', 'aria-live': 'polite' });

  /**
   * @param {string} value @param {Pick<ViewerZone, 'on'>} viewer
   * @param {(time: string, from: string) => string} engineTime Converts a time from a zone to the
   *   user's.
   * @param {(name: string) => Promise<unknown>} learn Loads a zone into the core.
   * @param {string} [unknown] The zone that the event names, if it's unknown.
   */
  constructor(value, viewer, engineTime, learn, unknown = '') {
    this.#viewer = viewer;
    this.value = value;
    this.#engineTime = engineTime;
    this.#learn = learn;
    this.#unknown = unknown;
  }

  /** @param {Times} times */
  show({ allDay, start, end }) {
    this.#date = start;
    this.element.textContent = cityOf(this.value || this.#unknown || this.#own);
    const there = { start, end };
    this.hint.hidden =
      allDay || this.value === '' || !saysMore(this.value, there, this.#here(there));
    if (this.hint.hidden) return;
    this.hint.textContent = zoneTimesText(there, this.value, this.#engineTime);
  }

  /** @param {Pick<Times, 'start' | 'end'>} there */
  #here({ start, end }) {
    return {
      start: this.#engineTime(start, this.value),
      end: this.#engineTime(end, this.value),
    };
  }

  get #own() {
    return this.#viewer.on(this.#date);
  }

  #ask() {
    askZone(
      [...new Set([this.#own, ...(this.value ? [this.value] : [])])],
      (name) => void this.#take(name),
    );
  }

  /** @param {string} name */
  async #take(name) {
    const value = name === this.#own ? '' : name;
    if (value !== '') await this.#learn(value);
    this.value = value;
    this.#unknown = '';
    this.element.textContent = cityOf(name);
    tell(this.element, 'zone-changed', value);
    tell(this.element, 'input');
  }
}
