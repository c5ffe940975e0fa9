import { colorPicker } from '../../components/form/color-picker.js';
import { field, select } from '../../components/form/field.js';
import { openDialog } from '../../components/modal-dialog.js';
import { placePopover } from '../../components/popover-position.js';
import { element, tell } from '../../dom/element.js';
import { isReadOnly, titleOf } from '../../i18n/calendar-owners.js';
import { t } from '../../i18n/strings.js';
import { blockSenderButton } from './block-sender.js';
import { changeAsked } from './edit-scope.js';
import { openCopy } from './event-copy.js';
import { eventDetails } from './event-details.js';
import { draftOf } from './event-draft.js';
import { EventSheet } from './event-sheet.js';
import { openHistory } from './history-dialog.js';
import { meetingPart } from './meeting-links.js';
import { OwnAnswer } from './own-answer.js';
import { undeliveredAnswer } from './undelivered-answer.js';
import { waitingNote } from './waiting-note.js';

/**
 * When a share changes, the server sends the calendar again, and its events are missing until they
 * arrive. So a missing event has this long to come back.
 */
const goneMs = 1000;

/**
 * A card beside an event: its details and the most common actions. The user's own events can be
 * edited, deleted, duplicated, recoloured and moved to another calendar; others' can be read.
 */
export class EventCard {
  #model;
  #event;
  #remove;
  #end = new AbortController();
  #details = element('div', { class: 'event-form' });
  /** @type {OwnAnswer | null} */
  #answers = null;
  /** @type {HTMLElement[]} */
  #waiting = [];
  #leaving = 0;
  /** @type {HTMLDialogElement | null} */
  #dialog = null;
  #close = () => {};

  /**
   * @param {EventModel} model @param {EventDetail} event
   * @param {() => void} remove Deletes the event, after asking which dates if it repeats.
   */
  constructor(model, event, remove) {
    this.#model = model;
    this.#event = event;
    this.#remove = remove;
  }

  get #isOwn() {
    return !isReadOnly(this.#event.calendar);
  }

  /** @param {Pick<DOMRect, 'left' | 'right' | 'top'> | undefined} at The place of the event. */
  open(at) {
    const { attendees } = this.#event;
    if (this.#isOwn && attendees.length > 0)
      this.#answers = new OwnAnswer(this.#model, this.#event, this.#end.signal);
    this.#waiting = waitingNote(this.#event, this.#model, this.#end.signal);
    const edit = element('button', {
      type: 'button',
      class: 'primary',
      text: t('edit'),
      onclick: () => this.#edit(),
    });
    const { dialog, close } = openDialog({
      title: titleOf(this.#event),
      kind: 'popover card',
      action: this.#isOwn ? edit : null,
      body: [
        element(
          'div',
          { id: 'event-view', class: 'event-view' },
          this.#details,
          this.#answers &&
            element('div', { class: 'event-form' }, this.#answers.element, this.#answers.list),
          this.#isOwn && this.#quickChanges(),
        ),
      ],
      foot: this.#isOwn
        ? [
            this.#button('delete', 'danger', () => this.#remove()),
            this.#button('duplicate', 'quiet', () =>
              openCopy(this.#model, this.#event, this.#event.calendar),
            ),
            this.#history(),
            this.#select(),
            blockSenderButton(this.#event, this.#model.agenda, () => this.#close()),
          ]
        : [this.#duplicateToMine(), this.#history()],
      closed: () => this.#end.abort(),
    });
    this.#dialog = dialog;
    this.#close = close;
    this.#show();
    if (at) placePopover(dialog, at);
    if (this.#isOwn) edit.focus();
    if (this.#isOwn && at) this.#editByDoubleClick(at);
    dialog.addEventListener('keydown', (event) => this.#pressed(event));
    this.#model.agenda.addEventListener('change', () => this.#read(), { signal: this.#end.signal });
    this.#end.signal.addEventListener('abort', () => clearTimeout(this.#leaving));
  }

  #show() {
    const title = this.#dialog?.querySelector('h2');
    if (title) Object.assign(title, { textContent: titleOf(this.#event), dir: 'auto' });
    if (this.#dialog)
      this.#dialog.dataset['color'] = this.#event.color || this.#event.calendarColor;
    this.#details.replaceChildren(
      ...undeliveredAnswer(this.#event, this.#model.agenda),
      ...meetingPart(this.#event),
      ...eventDetails(this.#event, this.#model),
      ...this.#waiting,
    );
  }

  /** Shows the event as it is now, and closes when it's gone. */
  #read() {
    const now = this.#current;
    if (!now) {
      this.#leaving ||= setTimeout(() => {
        this.#leaving = 0;
        if (!this.#current) this.#close();
      }, goneMs);
      return;
    }
    if (JSON.stringify(now) === JSON.stringify(this.#event)) return;
    this.#event = now;
    this.#show();
  }

  /** @returns {EventDetail | null} Null if it's gone. */
  get #current() {
    try {
      return this.#model.agenda.engine?.event(this.#event.key) ?? null;
    } catch {
      return null;
    }
  }

  /** @param {Message} label @param {string} tone @param {() => void} run Closes the card first. */
  #button(label, tone, run) {
    return element('button', {
      type: 'button',
      class: tone,
      text: t(label),
      onclick: () => {
        this.#close();
        run();
      },
    });
  }

  /** The history; a viewer who sees only the times of an event doesn't see it. */
  #history() {
    const button = this.#button('history', 'quiet', () => openHistory(this.#model, this.#event));
    button.hidden = !this.#isOwn && this.#event.title === '';
    return button;
  }

  /** Selects the event; on a phone, the next ones are then selected by tapping them. */
  #select() {
    return this.#button('select', 'quiet', () =>
      tell(document, 'events-select', { keys: [this.#event.key] }),
    );
  }

  #duplicateToMine() {
    const button = this.#button('duplicateToMine', 'quiet', () =>
      openCopy(this.#model, this.#event, this.#model.agenda.defaultCalendar?.id ?? ''),
    );
    button.hidden = this.#event.title === '';
    return button;
  }

  /** The colour, and the calendar if there are several. */
  #quickChanges() {
    const { agenda } = this.#model;
    const color = colorPicker({
      label: t('color'),
      value: this.#event.color,
      inherited: this.#event.calendarColor,
    });
    color.addEventListener('color-picked', () => void this.#change({ color: color.value }));
    const list = agenda.calendarList;
    const calendar = select(
      list.map(({ id, name }) => [id, name]),
      this.#event.calendar,
      {
        onchange: async () => {
          if (await this.#change({ calendar: calendar.value })) this.#close();
          else calendar.value = this.#event.calendar;
        },
      },
    );
    return element(
      'div',
      { class: 'event-form' },
      color,
      list.length > 1 && field(t('calendar'), calendar),
    );
  }

  /** @param {Record<string, string>} changes @returns {Promise<boolean>} Whether it was changed. */
  async #change(changes) {
    const event = this.#event;
    await this.#answers?.saved;
    return changeAsked(this.#model, event, changes);
  }

  /**
   * Opens the form at a double click: its first half has just opened the card.
   *
   * @param {Pick<DOMRect, 'left' | 'right' | 'top'>} at
   */
  #editByDoubleClick({ left, right, top }) {
    document.addEventListener(
      'mousedown',
      (event) => {
        const { clientX, clientY, detail } = event;
        if (detail < 2 || clientX < left || clientX > right || clientY < top) return;
        // Otherwise the press would also take the focus from the form.
        event.preventDefault();
        this.#edit();
      },
      { capture: true, once: true, signal: this.#end.signal },
    );
  }

  #edit() {
    const event = this.#current;
    if (!event) return;
    this.#close();
    new EventSheet(this.#model, { event, draft: draftOf(event) }).open();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const isField = event.target instanceof HTMLElement && event.target.matches('input, select');
    if (!this.#isOwn || isField || !/^(Delete|Backspace)$/.test(event.key)) return;
    event.preventDefault();
    this.#close();
    this.#remove();
  }
}
