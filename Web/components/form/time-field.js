import { element } from '../../dom/element.js';
import { timeText } from '../../i18n/format.js';
import { unitText } from '../../i18n/length-text.js';

import { readTime } from '../../i18n/reading/time-reading.js';
import { shortLengthText } from '../../i18n/spoken-times.js';
import { t } from '../../i18n/strings.js';
import { minuteOfDay } from '../../time/minute-of-day.js';
import { FieldPopup } from './field-popup.js';
import { activeOf, markOption, optionAt, optionByArrow, optionsOf } from './listbox-options.js';
import { readPhrase } from './phrase-reading.js';
import { TypedField } from './typed-field.js';

const stepMinutes = 15;
const dayMinutes = 1440;

/** @param {number} minutes May be past midnight. @returns {string} */
const timeOf = (minutes) =>
  [Math.floor(minutes / 60) % 24, minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/**
 * A time of day, typed or chosen from a list (the combobox pattern of WAI-ARIA). Its `value` is
 * "14:30". With `from`, the list begins there and has the lengths; choosing one fires `length-picked`.
 */
export class TimeField extends TypedField {
  #popup;
  #list;
  /** The start that the list begins with; empty for the whole day from midnight. */
  from = '';

  /** @param {TypedFieldOptions} options */
  constructor(options) {
    super({
      ...options,
      role: 'combobox',
      'aria-autocomplete': 'none',
      'aria-haspopup': 'listbox',
      'aria-expanded': 'false',
    });
    this.#list = element('ul', {
      id: `${this.input.id}-list`,
      role: 'listbox',
      'aria-label': t('timeChoices'),
    });
    this.input.setAttribute('aria-controls', this.#list.id);
    this.append(this.#list);
    this.#popup = new FieldPopup(this, this.#list, () => {
      this.input.ariaExpanded = 'false';
      this.input.removeAttribute('aria-activedescendant');
    });
    this.input.addEventListener('click', () => this.#open());
    this.input.addEventListener('input', () => this.#markNearest());
    this.input.addEventListener('blur', () => this.#popup.close());
    // Capture the key before the form does, and before the text is read: Enter may take an option.
    this.input.addEventListener('keydown', (event) => this.#pressed(event), { capture: true });
    // Keep the focus in the text field.
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', ({ target }) => {
      const option = optionAt(target);
      if (option) this.#choose(option);
    });
  }

  /** @override @param {string} text */
  read(text) {
    return readTime(text) || readPhrase(text, 'time').time;
  }

  /** @override @param {string} value */
  textOf(value) {
    return value ? timeText(value) : '';
  }

  /** @override */
  get unreadableText() {
    return t('unreadableTime', { example: timeText('14:30') });
  }

  #open() {
    if (this.#popup.isOpen || this.input.disabled) return;
    const first = this.from ? minuteOfDay(this.from) : 0;
    const options = Array.from({ length: dayMinutes / stepMinutes }, (_, index) =>
      this.#option(first + index * stepMinutes, index),
    );
    this.#list.replaceChildren(...options);
    this.#popup.open();
    this.input.ariaExpanded = 'true';
    this.#markNearest();
  }

  /** @param {number} minutes @param {number} index */
  #option(minutes, index) {
    const time = timeOf(minutes);
    return element(
      'li',
      {
        id: `${this.#list.id}-${index}`,
        role: 'option',
        'aria-selected': 'false',
        'data-time': time,
        'data-length': this.from ? index * stepMinutes : null,
      },
      element('span', { text: timeText(time) }),
      this.from && element('small', { text: ` (${shortLength(index * stepMinutes)})` }),
    );
  }

  /** Marks the option of the value, or the one before it, and scrolls to it. */
  #markNearest() {
    if (!this.#popup.isOpen) return;
    const first = this.from ? minuteOfDay(this.from) : 0;
    const wanted = this.value ? minuteOfDay(this.value) : this.from ? first : 9 * 60;
    const after = (wanted - first + dayMinutes) % dayMinutes;
    this.#mark(optionsOf(this.#list)[Math.floor(after / stepMinutes)], 'center');
  }

  /** @param {HTMLElement | null | undefined} option @param {ScrollLogicalPosition} block */
  #mark(option, block) {
    if (!option) return;
    markOption(this.input, this.#list, option);
    const { offsetTop, offsetHeight } = option;
    const { scrollTop, clientHeight } = this.#list;
    if (block === 'center') this.#list.scrollTop = offsetTop - (clientHeight - offsetHeight) / 2;
    else if (offsetTop < scrollTop) this.#list.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > scrollTop + clientHeight)
      this.#list.scrollTop = offsetTop + offsetHeight - clientHeight;
    this.#isMoved = block !== 'center';
  }

  /** Whether the marked option was reached by an arrow key, so that Enter takes it. */
  #isMoved = false;

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (this.#popup.isOpen && (event.key === 'Escape' || event.key === 'Enter')) {
      event.preventDefault();
      event.stopImmediatePropagation();
      const active = activeOf(this.#list);
      if (event.key === 'Enter' && this.#isMoved && active) return this.#choose(active);
      if (event.key === 'Enter') this.commit();
      this.#popup.close();
    } else if (step !== undefined && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (event.altKey) return step > 0 ? this.#open() : this.#popup.close();
      if (this.#popup.isOpen) this.#mark(optionByArrow(this.#list, event.key), 'nearest');
      else this.#step(-step);
    }
  }

  /** @param {number} step 1 for a quarter of an hour later. */
  #step(step) {
    const now = this.value ? minuteOfDay(this.value) : 9 * 60 - step * stepMinutes;
    this.pick(timeOf((now + step * stepMinutes + dayMinutes) % dayMinutes));
    this.input.select();
  }

  /** @param {HTMLElement} option */
  #choose(option) {
    const { time = '', length } = option.dataset;
    this.#popup.close();
    this.pick(time);
    if (length !== undefined)
      this.dispatchEvent(new CustomEvent('length-picked', { detail: Number(length) }));
    this.input.select();
  }
}

/** @param {number} minutes @returns {string} "45 min", "1.5 hr". */
const shortLength = (minutes) =>
  minutes < 60 || minutes % 30 !== 0
    ? shortLengthText(minutes)
    : unitText(minutes / 60, 'hour', 'short');

customElements.define('time-field', TimeField);
