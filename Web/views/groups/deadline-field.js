import { DateField } from '../../components/form/date-field.js';
import { TimeField } from '../../components/form/time-field.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** A deadline without a time ends with its day. */
const lastMinute = '23:59';

/** The date and time until which a group may answer, in the user's zone; both may be empty. */
export class DeadlineField {
  #date;
  #time;
  element;

  /** @param {string} local */
  constructor(local = '') {
    this.#date = new DateField({
      label: t('deadline'),
      placeholder: t('deadline'),
      value: local.slice(0, 10),
    });
    this.#time = new TimeField({
      label: t('deadlineTime'),
      placeholder: lastMinute,
      value: local.slice(11, 16),
    });
    this.#date.addEventListener('time-read', (read) =>
      this.#time.pick(/** @type {CustomEvent} */ (read).detail),
    );
    this.element = element('div', { class: 'moment' }, this.#date, this.#time);
  }

  /** @returns {string} "2026-03-12T18:00"; empty for none. */
  get value() {
    return this.#date.value && `${this.#date.value}T${this.#time.value || lastMinute}`;
  }

  focus() {
    this.#date.focus();
  }
}
