import { select } from '../../components/form/field.js';
import { iconButton } from '../../components/icon-button.js';
import { menuButton } from '../../components/menu-button.js';
import { element } from '../../dom/element.js';
import { lengthText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';

/** The minutes before the start that every list offers; another value is added to its own list. */
const usual = [0, 5, 10, 15, 30, 60, 120, 1_440, 2_880, 10_080];
/** The core takes no more. */
const remindersMax = 20;

/** @param {number} minutes */
const label = (minutes) =>
  minutes === 0 ? t('atStart') : t('before', { length: lengthText(minutes) });

/** The reminders of an event. `value` has their minutes before the start, one per line. */
export class ReminderList {
  element = element('div', { class: 'stack', role: 'group', 'aria-label': t('reminders') });
  /** @type {number[]} */
  #minutes = [];
  #add = menuButton({
    label: t('addReminder'),
    class: 'quiet',
    content: [element('span', { text: t('addReminder') })],
    items: usual.map((minutes) => ({ text: label(minutes), run: () => this.#append(minutes) })),
  });

  /** @param {string} value */
  constructor(value) {
    this.value = value;
  }

  get value() {
    return this.#minutes.join('\n');
  }

  set value(value) {
    this.#minutes = value === '' ? [] : value.split('\n').map(Number);
    this.#show();
  }

  /** @param {number} minutes */
  #append(minutes) {
    if (!this.#minutes.includes(minutes)) this.#minutes = [...this.#minutes, minutes];
    // The browser asks only once. Without permission the page itself shows reminders while open.
    if (typeof Notification === 'function' && Notification.permission === 'default')
      void Notification.requestPermission();
    this.#show();
    this.#add.querySelector('button')?.focus();
    this.element.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** @param {number} index */
  #drop(index) {
    this.#minutes = this.#minutes.filter((_, other) => other !== index);
    this.#show();
    this.#add.querySelector('button')?.focus();
  }

  #show() {
    const rows = this.#minutes.map((minutes, index) => {
      const choices = [...new Set([...usual, minutes])].sort((a, b) => a - b);
      const chosen = select(
        choices.map((choice) => [String(choice), label(choice)]),
        String(minutes),
        {
          'aria-label': t('reminder'),
          onchange: () => {
            this.#minutes[index] = Number(chosen.value);
          },
        },
      );
      return element(
        'div',
        { class: 'moment' },
        chosen,
        iconButton('close', t('removeReminder'), () => this.#drop(index)),
      );
    });
    this.#add.hidden = this.#minutes.length >= remindersMax;
    this.element.replaceChildren(...rows, this.#add);
  }
}
