import { choiceField } from '../../components/form/choice-field.js';
import { askToNotify, NotificationHint } from '../../components/form/notification-hint.js';
import { iconButton } from '../../components/icon-button.js';
import { menuButton } from '../../components/menu-button.js';
import { element, tell } from '../../dom/element.js';
import { reminderText } from '../../i18n/reminder-text.js';
import { t } from '../../i18n/strings.js';
import { reminderLength, reminderOfDays } from './reminder-length.js';

/** The minutes before the start that every list offers; another value is added to its own list. */
const usual = [0, 5, 10, 15, 30, 60, 120, 1_440, 2_880, 10_080];
/** The same for whole days: at nine on the day, at five the day before, and at nine some days before. */
const usualOfDays = [-540, 420, 900, 2_340, 9_540];
/** The most reminders that the core takes. */
const remindersMax = 20;

/** What a reminder of a length of one's own begins with: something that no list offers. */
const firstCustom = 20;
const firstCustomOfDays = 4_860;

/**
 * @typedef {{ minutes: number, isCustom: boolean }} Entry A reminder, and whether it has fields of
 *   its own instead of a list.
 */

/** The reminders of an event. `value` has their minutes before the start, one per line. */
export class ReminderList {
  element = element('div', { class: 'stack', role: 'group', 'aria-label': t('reminders') });
  /** @type {Entry[]} */
  #entries = [];
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
    const custom = this.#isAllDay ? firstCustomOfDays : firstCustom;
    return menuButton({
      label: t('addReminder'),
      class: 'quiet',
      content: [element('span', { text: t('addReminder') })],
      items: [
        ...this.#usual.map((minutes) => ({
          text: reminderText(minutes, this.#isAllDay),
          run: () => this.#append({ minutes, isCustom: false }),
        })),
        null,
        {
          text: t('customReminder'),
          run: () => this.#append({ minutes: custom, isCustom: true }),
        },
      ],
    });
  }

  get value() {
    return [...new Set(this.#entries.map(({ minutes }) => minutes))].join('\n');
  }

  set value(value) {
    const all = value === '' ? [] : value.split('\n').map(Number);
    this.#entries = all.map((minutes) => ({ minutes, isCustom: false }));
    this.#show();
  }

  /** @param {Entry} entry */
  #append(entry) {
    if (entry.isCustom || this.#entries.every(({ minutes }) => minutes !== entry.minutes))
      this.#entries.push(entry);
    // Without permission the page itself shows reminders while it's open.
    void askToNotify().then(() => this.#showHint());
    this.#show();
    this.#add.querySelector('button')?.focus();
    if (entry.isCustom) this.#showFields(entry);
    tell(this.element, 'input');
  }

  /** @param {Entry} entry */
  #drop(entry) {
    this.#entries = this.#entries.filter((other) => other !== entry);
    this.#show();
    this.#add.querySelector('button')?.focus();
  }

  #show() {
    const rows = this.#entries.map((entry) =>
      element(
        'div',
        { class: 'moment' },
        ...(entry.isCustom ? this.#fields(entry) : [this.#choice(entry)]),
        iconButton('close', t('removeReminder'), () => this.#drop(entry)),
      ),
    );
    this.#add = this.#addButton();
    this.#add.hidden = this.#entries.length >= remindersMax;
    this.element.replaceChildren(...rows, this.#add, this.#hint.element);
    this.#showHint();
  }

  /** @param {Entry} entry */
  #choice(entry) {
    const choices = [...new Set([...this.#usual, entry.minutes])].sort((a, b) => a - b);
    const chosen = choiceField(
      [
        ...choices.map(
          (each) => /** @type {Choice} */ ([String(each), reminderText(each, this.#isAllDay)]),
        ),
        ['custom', t('customReminder')],
      ],
      String(entry.minutes),
      {
        'aria-label': t('reminder'),
        onchange: () => {
          entry.isCustom = chosen.value === 'custom';
          if (!entry.isCustom) entry.minutes = Number(chosen.value);
          else this.#showFields(entry);
        },
      },
    );
    return chosen;
  }

  /** @param {Entry} entry */
  #showFields(entry) {
    this.#show();
    const row = this.element.children[this.#entries.indexOf(entry)];
    row?.querySelector('input')?.select();
  }

  /** @param {Entry} entry */
  #fields(entry) {
    const fields = this.#isAllDay ? reminderOfDays : reminderLength;
    return fields(entry.minutes, (minutes) => {
      entry.minutes = minutes;
    });
  }

  #showHint() {
    this.#hint.show(this.#entries.length > 0);
  }
}
