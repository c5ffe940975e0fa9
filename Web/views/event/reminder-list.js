import { select } from '../../components/form/field.js';
import { askToNotify, NotificationHint } from '../../components/form/notification-hint.js';
import { iconButton } from '../../components/icon-button.js';
import { menuButton } from '../../components/menu-button.js';
import { element } from '../../dom/element.js';
import { reminderText } from '../../i18n/reminder-text.js';
import { t } from '../../i18n/strings.js';

/** The minutes before the start that every list offers; another value is added to its own list. */
const usual = [0, 5, 10, 15, 30, 60, 120, 1_440, 2_880, 10_080];
/** The same for whole days: at nine on the day, at five the day before, and at nine some days before. */
const usualOfDays = [-540, 420, 900, 2_340, 9_540];
/** The most reminders that the core takes. */
const remindersMax = 20;

/** The reminders of an event. `value` has their minutes before the start, one per line. */
export class ReminderList {
  element = element('div', { class: 'stack', role: 'group', 'aria-label': t('reminders') });
  /** @type {number[]} */
  #minutes = [];
  #isAllDay = false;
  #add = this.#addButton();
  #hint = new NotificationHint();

  /** @param {string} value @param {boolean} isAllDay */
  constructor(value, isAllDay) {
    this.#isAllDay = isAllDay;
    this.value = value;
  }

  /** @param {boolean} isAllDay Whole days have other offers. */
  set allDay(isAllDay) {
    if (isAllDay === this.#isAllDay) return;
    this.#isAllDay = isAllDay;
    this.#show();
  }

  get #usual() {
    return this.#isAllDay ? usualOfDays : usual;
  }

  #addButton() {
    return menuButton({
      label: t('addReminder'),
      class: 'quiet',
      content: [element('span', { text: t('addReminder') })],
      items: this.#usual.map((minutes) => ({
        text: reminderText(minutes, this.#isAllDay),
        run: () => this.#append(minutes),
      })),
    });
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
    // Without permission the page itself shows reminders while it's open.
    void askToNotify().then(() => this.#showHint());
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
      const choices = [...new Set([...this.#usual, minutes])].sort((a, b) => a - b);
      const chosen = select(
        choices.map((choice) => [String(choice), reminderText(choice, this.#isAllDay)]),
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
    this.#add = this.#addButton();
    this.#add.hidden = this.#minutes.length >= remindersMax;
    this.element.replaceChildren(...rows, this.#add, this.#hint.element);
    this.#showHint();
  }

  #showHint() {
    this.#hint.show(this.#minutes.length > 0);
  }
}
