import { element } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { readDate, readMonth } from '../../i18n/reading/date-reading.js';
import { t } from '../../i18n/strings.js';
import { firstDate, lastDate } from '../../time/calendar-bounds.js';
import { addDays, isDate } from '../../time/civil-date.js';
import { iconButton } from '../icon-button.js';
import { MonthGrid } from '../month-grid.js';
import { FieldPopup } from './field-popup.js';
import { fieldSettings } from './field-settings.js';
import { readPhrase } from './phrase-reading.js';
import { TypedField } from './typed-field.js';

/**
 * A date, typed or chosen in a small month. Its `value` is "2026-03-12". It fires `time-read` for a
 * time typed with the date, as in "fri 9".
 */
export class DateField extends TypedField {
  #min = firstDate;
  #time = '';
  #readsMonths;
  /** Whether a finger opened the month. */
  #isTouched = false;
  #popup;
  #month;
  #button;

  /**
   * @param {TypedFieldOptions & { min?: string, readsMonths?: boolean }} options With `readsMonths`,
   *   a month alone is its first day.
   */
  constructor({ min, readsMonths = false, ...options }) {
    super(options);
    this.#readsMonths = readsMonths;
    if (min) this.min = min;
    this.#month = new MonthGrid({
      label: t('month'),
      bounds: () => [this.#min, lastDate],
      firstWeekday: fieldSettings.firstWeekday,
      today: fieldSettings.today,
      chosen: () => this.value || fieldSettings.today(),
      isShown: () => true,
      choose: (date) => this.#choose(date),
    });
    const dialog = element(
      'div',
      { role: 'dialog', 'aria-label': t('chooseDate') },
      this.#month.element,
    );
    this.#button = iconButton(
      'calendar',
      t('chooseDate'),
      () => (this.#popup.isOpen ? this.#popup.close() : this.#open()),
      { 'aria-description': options.label, 'aria-haspopup': 'dialog', 'aria-expanded': 'false' },
    );
    this.append(this.#button, dialog);
    this.#popup = new FieldPopup(this, dialog, () => (this.#button.ariaExpanded = 'false'));
    this.input.addEventListener('keydown', (event) => this.#pressed(event));
    this.#openByTouch();
    dialog.addEventListener('keydown', (event) => this.#pressedInMonth(event));
    this.addEventListener('change', () => {
      if (this.#time) this.dispatchEvent(new CustomEvent('time-read', { detail: this.#time }));
      this.#time = '';
    });
  }

  /** @param {string} date The first day that can be chosen. */
  set min(date) {
    this.#min = date || firstDate;
  }

  /** @override @param {boolean} isDisabled */
  set disabled(isDisabled) {
    super.disabled = isDisabled;
    this.#button.disabled = isDisabled;
  }

  /** @override @param {string} text */
  read(text) {
    const base = this.value || fieldSettings.today();
    const today = fieldSettings.today();
    const month = this.#readsMonths ? readMonth(text, today) : '';
    const figures = month || readDate(text, { today, base });
    const said = figures ? { date: figures, time: '' } : readPhrase(text, 'date');
    this.#time = said.time;
    return isDate(said.date) && said.date >= firstDate && said.date <= lastDate ? said.date : '';
  }

  /** @override @param {string} value */
  textOf(value) {
    return isDate(value) ? dateText(value, 'shortWeekdayYear') : '';
  }

  /** @override */
  get unreadableText() {
    return t('unreadableDate', { example: dateText(fieldSettings.today(), 'shortYear') });
  }

  /** A tap opens the month in place of the keyboard; another one is for typing. */
  #openByTouch() {
    let isTouch = false;
    this.input.addEventListener('pointerdown', ({ pointerType }) => {
      const { isOpen } = this.#popup;
      isTouch = pointerType === 'touch' && !isOpen && !this.input.disabled;
      if (pointerType === 'touch' && isOpen) this.#popup.close();
    });
    this.input.addEventListener('mousedown', (event) => {
      if (!isTouch) return;
      // Otherwise the focus would bring up the keyboard.
      event.preventDefault();
      isTouch = false;
      this.#isTouched = true;
      this.#open();
    });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const days = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (days === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.altKey) return days < 0 ? this.#open() : undefined;
    this.pick(addDays(this.value || fieldSettings.today(), this.value ? days : 0));
    this.input.select();
  }

  /** @param {KeyboardEvent} event */
  #pressedInMonth(event) {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      this.#popup.close();
      this.input.focus();
    } else if (event.key === 'Tab') {
      this.#keepFocus(event);
    }
  }

  /**
   * Makes Tab cycle within the month, as in every dialog.
   *
   * @param {KeyboardEvent} event
   */
  #keepFocus(event) {
    const stops = [...this.#popup.element.querySelectorAll('button:not([tabindex="-1"])')];
    const place = stops.findIndex((stop) => stop === document.activeElement);
    const next = stops.at((place + (event.shiftKey ? -1 : 1)) % stops.length);
    event.preventDefault();
    if (next instanceof HTMLElement) next.focus();
  }

  #open() {
    this.commit();
    const date = this.value || fieldSettings.today();
    this.#month.turnTo(date);
    this.#popup.open();
    this.#button.ariaExpanded = 'true';
    this.#month.focus(date);
  }

  /** @param {string} date */
  #choose(date) {
    this.#popup.close();
    this.pick(date);
    (this.#isTouched ? this.#button : this.input).focus();
    this.#isTouched = false;
  }
}

customElements.define('date-field', DateField);
