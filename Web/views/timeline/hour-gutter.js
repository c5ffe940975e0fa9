import { element } from '../../dom/element.js';
import { bareClockText, hourTexts, timesIn } from '../../i18n/format.js';

/** An hour's label closer to now than this is hidden, to make room for the current time. */
const pillMinutes = 20;

/** The hours at the side: one column, or two with a second zone. */
export class HourGutter {
  #pill = element('span', { class: 'now-pill', hidden: true });
  element = element('div', { class: 'gutter', 'aria-hidden': 'true' });
  /** @type {HTMLElement[]} */
  #labels = [];
  /** The texts of the labels: they are the same on nearly every day. */
  #shown = '';
  /** @type {number | undefined} */
  #minute = undefined;

  /**
   * @param {number[]} instants Those of a day's hours, to compare the two zones.
   * @param {string} zone The second zone; empty for none.
   */
  show(instants, zone) {
    const columns = [hourTexts(), ...(zone ? [timesIn(instants, zone)] : [])];
    const shown = columns.flat().join();
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#labels = columns.flatMap((texts, column) =>
      texts.map((text, hour) => {
        const label = element('span', {
          class: `hour-label${column > 0 ? ' second' : ''}`,
          text: hour === 0 ? '' : text,
        });
        label.style.setProperty('--from', String(hour * 60));
        return label;
      }),
    );
    this.element.replaceChildren(...this.#labels, this.#pill);
    this.#mark(this.#minute);
  }

  /** @param {number | undefined} minute Undefined if today isn't visible. */
  showNow(minute) {
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#mark(minute);
  }

  /** @param {number | undefined} minute */
  #mark(minute) {
    this.#pill.hidden = minute === undefined;
    const at = minute ?? -999;
    this.#pill.style.setProperty('--from', String(at));
    if (minute !== undefined) this.#pill.textContent = bareClockText(minute * 60);
    for (const [index, label] of this.#labels.entries()) {
      label.classList.toggle(
        'hidden-by-now',
        index < 24 && Math.abs(index * 60 - at) < pillMinutes,
      );
    }
  }
}
