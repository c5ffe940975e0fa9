import { namedColors } from '../../components/form/color-picker.js';
import { iconButton } from '../../components/icon-button.js';
import { menuButton } from '../../components/menu-button.js';
import { ignoreSecondPress, openDialog } from '../../components/modal-dialog.js';
import { markOpen } from '../../components/open-mark.js';
import { isNarrow, placePopover } from '../../components/popover-position.js';
import { sign } from '../../dom/card-icons.js';
import { element, focusedIn, tell } from '../../dom/element.js';
import { icon } from '../../dom/icons.js';
import { isOfEvent } from '../../dom/place-on-screen.js';
import { isReadOnly, titleOf } from '../../i18n/calendar-owners.js';
import { t } from '../../i18n/strings.js';
import { isTyping } from '../../interaction/key-presses.js';
import { blockSenderButton } from './block-sender.js';
import { changeAsked } from './edit-scope.js';
import { openCopy } from './event-copy.js';
import { eventDetails, row } from './event-details.js';
import { openHistory } from './history-dialog.js';
import { meetingPart } from './meeting-links.js';
import { OwnAnswer } from './own-answer.js';
import { undeliveredAnswer } from './undelivered-answer.js';
import { openForm } from './unsaved-draft.js';
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
  #color = element('div', { class: 'card-color' });
  #calendar = element('dl', { class: 'view-rows card-rows' });
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

  /** @param {Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'> | undefined} at The place of the event. */
  open(at) {
    const { attendees } = this.#event;
    if (this.#isOwn && attendees.length > 0)
      this.#answers = new OwnAnswer(this.#model, this.#event, this.#end.signal);
    this.#waiting = waitingNote(this.#event, this.#model, this.#end.signal);
    const actions = this.#actions();
    const line = element('div', { class: 'card-actions' }, ...actions);
    const isLow = isNarrow() && actions.length > 0;
    const { dialog, close } = openDialog({
      title: titleOf(this.#event),
      kind: 'popover card',
      isModal: false,
      isPart: (target) => isOfEvent(target, this.#event.key),
      action: isLow ? null : line,
      body: [
        element(
          'div',
          { id: 'event-view', class: 'event-view', 'data-event': this.#event.key },
          this.#details,
          this.#answers &&
            element('div', { class: 'event-form' }, this.#answers.element, this.#answers.list),
          this.#calendar,
        ),
      ],
      foot: [
        ...(this.#isOwn
          ? [blockSenderButton(this.#event, this.#model.agenda, () => this.#close())]
          : []),
        ...(isLow ? [line] : []),
      ],
      closed: () => this.#end.abort(),
    });
    this.#dialog = dialog;
    this.#close = close;
    markOpen(this.#event.key, this.#end.signal);
    dialog.querySelector('.dialog-head')?.prepend(this.#color);
    this.#show();
    if (at) placePopover(dialog, at);
    if (this.#isOwn) actions[0]?.focus();
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
    this.#showCalendar();
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
      // While more arrives, the event may still come back.
      clearTimeout(this.#leaving);
      this.#leaving = setTimeout(() => {
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

  /** @returns {HTMLElement[]} The buttons of the head; others' events can only be read. */
  #actions() {
    const { agenda } = this.#model;
    const select = () => tell(document, 'events-select', { keys: [this.#event.key] });
    if (this.#isOwn)
      return [
        iconButton(sign('edit'), t('edit'), () => this.#edit()),
        this.#button('copy', 'duplicate', () =>
          openCopy(this.#model, this.#event, this.#event.calendar),
        ),
        this.#button('trash', 'delete', () => this.#remove()),
        this.#more([this.#item('history', this.#history), this.#item('select', select)]),
      ];
    if (this.#event.title === '') return [];
    return [
      this.#button('copy', 'duplicateToMine', () =>
        openCopy(this.#model, this.#event, agenda.defaultCalendar?.id ?? ''),
      ),
      this.#more([this.#item('history', this.#history)]),
    ];
  }

  #history = () => void openHistory(this.#model, this.#event);

  /**
   * @param {import('../../dom/card-icons.js').SignName} name @param {Message} label
   * @param {() => void} run Closes the card first.
   */
  #button(name, label, run) {
    return iconButton(sign(name), t(label), this.#item(label, run).run);
  }

  /** @param {Message} label @param {() => void} run Closes the card first. @returns {MenuItem} */
  #item(label, run) {
    return {
      text: t(label),
      run: () => {
        this.#close();
        run();
      },
    };
  }

  /** @param {MenuItem[]} items */
  #more(items) {
    return menuButton({
      label: t('moreFields'),
      class: 'icon-button',
      content: [icon('more')],
      items,
    });
  }

  /** Shows the colour before the title, and the calendar; of one's own event both can be changed. */
  #showCalendar() {
    const { color, calendar, calendarColor } = this.#event;
    const calendarName = this.#model.agenda.calendars.get(calendar)?.name ?? '';
    const hadFocus = [this.#color, this.#calendar].find((part) => focusedIn(part));
    const dot = element('span', { class: 'card-dot' });
    const colors = ['', ...namedColors].map((name) => ({
      text: name ? t(/** @type {Message} */ (name)) : t('calendarColor'),
      color: name || calendarColor,
      isChecked: name === color,
      run: () => void this.#change({ color: name }),
    }));
    this.#color.replaceChildren(
      this.#isOwn
        ? menuButton({
            label: t('color'),
            class: 'icon-button',
            content: [dot],
            items: [{ label: t('color'), areSwatches: true, items: colors }],
          })
        : dot,
    );
    const list = this.#model.agenda.calendarList;
    const isChoice = this.#isOwn && list.length > 1;
    const choices = list.map((each) => ({
      text: each.name,
      color: each.color,
      isChecked: each.id === calendar,
      run: async () => {
        if (each.id !== calendar && (await this.#change({ calendar: each.id }))) this.#close();
      },
    }));
    this.#calendar.replaceChildren(
      ...(this.#isOwn
        ? row(
            'calendar',
            'calendar',
            isChoice
              ? menuButton({
                  label: `${t('calendar')}: ${calendarName}`,
                  class: 'card-calendar',
                  content: [element('span', { dir: 'auto', text: calendarName }), icon('down')],
                  items: choices,
                })
              : calendarName,
          )
        : []),
    );
    hadFocus?.querySelector('button')?.focus();
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
   * @param {Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>} at
   */
  #editByDoubleClick({ left, right, top }) {
    document.addEventListener(
      'mousedown',
      (event) => {
        const { clientX, clientY, detail } = event;
        if (detail < 2 || clientX < left || clientX > right || clientY < top) return;
        // Otherwise the press would also take the focus from the form.
        event.preventDefault();
        // Its click would open the card again.
        ignoreSecondPress(document);
        this.#edit();
      },
      { capture: true, once: true, signal: this.#end.signal },
    );
  }

  #edit() {
    const event = this.#current;
    if (!event) return;
    this.#close();
    openForm(this.#model, event);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const { target, key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (!this.#isOwn || isTyping(target) || defaultPrevented) return;
    const isEdit = key.toLowerCase() === 'e' && !ctrlKey && !metaKey && !altKey;
    if (!isEdit && !/^(Delete|Backspace)$/.test(key)) return;
    event.preventDefault();
    if (isEdit) return this.#edit();
    this.#close();
    this.#remove();
  }
}
