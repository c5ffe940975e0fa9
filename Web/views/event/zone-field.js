import { askZone, cityOf } from '../../components/zone-dialog.js';
import { element, tell } from '../../dom/element.js';
import { dateText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';

/** By whose clock the times are. Its `value` is empty for the user's own. Tells `zone-changed`. */
export class ZoneField {
  #viewer;
  #engineTime;
  #known;
  value;
  element = element('button', {
    type: 'button',
    class: 'quiet zone',
    'aria-haspopup': 'dialog',
    onclick: () => this.#ask(),
  });
  /** What the times are by the user's own clock. */
  hint = element('p', { class: 'hint zone-hint', 'aria-live': 'polite' });

  /**
   * @param {string} value @param {string} viewer The user's zone.
   * @param {(time: string, from: string) => string} engineTime What the user's clock shows at a
   *   time of a zone.
   * @param {(name: string) => Promise<unknown>} learn Makes a zone known to the core.
   */
  constructor(value, viewer, engineTime, learn) {
    this.#viewer = viewer;
    this.value = value;
    this.#engineTime = engineTime;
    this.#known = learn;
    this.element.textContent = cityOf(value || viewer);
  }

  /** @param {Times} times */
  show({ allDay, start, end }) {
    this.hint.hidden = allDay || this.value === '';
    if (this.hint.hidden) return;
    const [from, to] = [this.#engineTime(start, this.value), this.#engineTime(end, this.value)];
    const day = from.slice(0, 10) === start.slice(0, 10) ? '' : `${dateText(from, 'short')}, `;
    this.hint.textContent = t('zoneTimes', {
      zone: cityOf(this.value),
      times: `${day}${timeText(from)} – ${timeText(to)}`,
    });
  }

  #ask() {
    askZone(
      [...new Set([this.#viewer, ...(this.value ? [this.value] : [])])],
      (name) => void this.#take(name),
    );
  }

  /** @param {string} name */
  async #take(name) {
    const value = name === this.#viewer ? '' : name;
    if (value !== '') await this.#known(value);
    this.value = value;
    this.element.textContent = cityOf(name);
    tell(this.element, 'zone-changed', value);
    tell(this.element, 'input');
  }
}
