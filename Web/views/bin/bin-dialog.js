import {
  deleteForGood,
  emptyBin,
  fetchDeletedCalendars,
  fetchDeletedEvents,
  restoreEvent,
} from '../../api/bin.js';
import { fetchEvent } from '../../api/events.js';
import { ask } from '../../components/modal-dialog.js';
import { openSideCard } from '../../components/side-card.js';
import { element } from '../../dom/element.js';
import { agoWords, writerWords } from '../../i18n/author-words.js';
import { dateText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { bringBackCalendar } from '../../state/calendar-changes.js';
import { explain } from '../../state/error-messages.js';

/**
 * The dialog with everything that was deleted within the last 30 days, to restore it or to delete
 * it for good.
 *
 * @param {{ agenda: Agenda }} model
 */
export function openBin(model) {
  new BinDialog(model).open();
}

class BinDialog {
  #model;
  #said = element('p', { class: 'hint', role: 'status' });
  #problem = element('p', { class: 'form-problem', role: 'alert' });
  #calendars = element('ul', { class: 'entries colored' });
  #events = element('ul', { class: 'entries colored' });
  #parts = {
    calendars: partOf('binCalendars', this.#calendars),
    events: partOf('binEvents', this.#events),
  };
  #more = element('button', {
    type: 'button',
    class: 'quiet',
    text: t('showMoreOf'),
    hidden: true,
    onclick: () => this.#run(() => this.#showEvents(this.#next)),
  });
  #empty = element('button', {
    type: 'button',
    class: 'danger',
    text: t('emptyBin'),
    hidden: true,
    onclick: () => this.#emptyAll(),
  });
  /** Where the next page of events begins; empty if there is none. */
  #next = '';

  /** @param {{ agenda: Agenda }} model */
  constructor(model) {
    this.#model = model;
  }

  open() {
    openSideCard({
      title: t('bin'),
      body: [
        element(
          'div',
          { class: 'event-form rows' },
          element('p', { class: 'hint', text: t('binText') }),
          this.#problem,
          this.#said,
          this.#parts.calendars,
          this.#parts.events,
          this.#more,
        ),
      ],
      foot: [this.#empty],
    });
    void this.#run(() => this.#showAll());
  }

  /** @param {() => Promise<unknown>} work */
  async #run(work) {
    this.#problem.textContent = '';
    this.#said.textContent = '';
    try {
      await work();
    } catch (error) {
      this.#problem.textContent = explain(error);
      this.#problem.scrollIntoView({ block: 'nearest' });
    }
  }

  async #showAll() {
    const calendars = await fetchDeletedCalendars();
    this.#calendars.replaceChildren(...calendars.map((calendar) => this.#calendarEntry(calendar)));
    this.#events.replaceChildren();
    await this.#showEvents();
  }

  /** @param {string} [before] Where the page begins. */
  async #showEvents(before = '') {
    const { events, next = '' } = await fetchDeletedEvents(before);
    const entries = events.map((event) => this.#eventEntry(event));
    this.#events.append(...entries);
    this.#next = next;
    const isFocused = document.activeElement === this.#more;
    this.#counted();
    // The button disappears with the last page.
    if (isFocused && this.#more.hidden) entries[0]?.querySelector('button')?.focus();
  }

  /** Hides the parts that are empty. */
  #counted() {
    const [calendars, events] = [this.#calendars, this.#events].map((list) => list.children.length);
    this.#parts.calendars.hidden = calendars === 0;
    this.#parts.events.hidden = events === 0;
    this.#more.hidden = this.#next === '';
    this.#empty.hidden = calendars === 0 && events === 0;
    if (this.#empty.hidden) this.#said.textContent = t('binEmpty');
  }

  /** @param {DeletedCalendar} calendar */
  #calendarEntry(calendar) {
    const { id, name, color, events } = calendar;
    return this.#entry(
      { name, color, detail: [t('eventCount', { n: events })], written: calendar },
      () => bringBackCalendar(this.#model.agenda, id),
      () => deleteForGood('calendars', id),
    );
  }

  /** @param {DeletedEvent} event */
  #eventEntry(event) {
    const { agenda } = this.#model;
    const calendar = agenda.calendars.get(event.calendar);
    return this.#entry(
      {
        name: event.title || t('untitled'),
        color: calendar?.color ?? 'grey',
        detail: [this.#whenWords(event), calendar?.name ?? ''],
        written: event,
      },
      async () => {
        const place = await restoreEvent(event.id);
        const { etag, ical } = await fetchEvent(place.calendar, place.href);
        agenda.apply({ type: 'event', calendar: place.calendar, href: place.href, etag, ical });
      },
      event.discardable ? () => deleteForGood('events', event.id) : null,
    );
  }

  /** @param {DeletedEvent} event @returns {string} When the event was, by the user's clock. */
  #whenWords({ start, allDay, zone }) {
    if (start === undefined) return '';
    if (allDay) return dateText(start, 'shortWeekdayYear');
    let local = start;
    try {
      if (zone) local = this.#model.agenda.engine?.zoneTime(start, zone, '') ?? start;
    } catch (error) {
      // The core doesn't know the zone if no other event names it.
      console.debug(zone, error);
    }
    return `${dateText(local, 'shortWeekdayYear')}, ${timeText(local)}`;
  }

  /**
   * @param {{ name: string, color: string, detail: string[], written: Written }} words
   * @param {() => Promise<unknown>} restore
   * @param {(() => Promise<unknown>) | null} discard Null if the user may not delete it for good.
   */
  #entry({ name, color, detail, written }, restore, discard) {
    const who = writerWords(written, '');
    const isMine = written.by?.id === this.#model.agenda.people.me;
    const ago = written.at === undefined ? '' : t('deletedAt', { ago: agoWords(written.at) });
    const act = (
      /** @type {Message} */ label,
      /** @type {Message} */ named,
      /** @type {string} */ tone,
      /** @type {() => unknown} */ onclick,
    ) =>
      element('button', {
        type: 'button',
        class: tone,
        text: t(label),
        'aria-label': t(named, { name }),
        onclick,
      });
    /** @type {HTMLElement} */
    const item = element(
      'li',
      { class: 'entry binned', 'data-color': color },
      element(
        'span',
        { class: 'entry-words' },
        element('span', { text: name, dir: 'auto' }),
        element('small', { class: 'hint', text: detail.filter(Boolean).join(' · '), dir: 'auto' }),
        element('small', {
          class: 'hint',
          text: [ago, !isMine && who].filter(Boolean).join(' · '),
        }),
      ),
      element(
        'span',
        { class: 'entry-actions' },
        act('bringBack', 'bringBackNamed', 'quiet', () =>
          this.#take(item, restore, t('restored', { title: name })),
        ),
        discard &&
          act('deleteForGood', 'deleteForGoodNamed', 'danger', async () => {
            if (
              await agreed(
                t('deleteForGoodTitle', { name }),
                t('deleteForGoodText'),
                'deleteForGood',
              )
            )
              await this.#take(item, discard, t('deleted', { title: name }));
          }),
      ),
    );
    return item;
  }

  /**
   * Takes an entry out of the list once the work is done. The next one gets the focus.
   *
   * @param {HTMLElement} item @param {() => Promise<unknown>} work @param {string} said
   */
  #take(item, work, said) {
    return this.#run(async () => {
      await work();
      const near = item.nextElementSibling ?? item.previousElementSibling;
      const hadFocus = item.contains(document.activeElement);
      item.remove();
      this.#counted();
      this.#said.textContent = said;
      if (!hadFocus) return;
      const next = near ?? this.#said.closest('dialog');
      /** @type {HTMLElement | null | undefined} */ (next?.querySelector('button'))?.focus();
    });
  }

  async #emptyAll() {
    if (!(await agreed(t('emptyBinTitle'), t('emptyBinText'), 'emptyBin'))) return;
    await this.#run(async () => {
      await emptyBin();
      await this.#showAll();
      if (this.#empty.hidden) this.#said.closest('dialog')?.querySelector('button')?.focus();
    });
  }
}

/** @param {Message} title @param {HTMLElement} list */
const partOf = (title, list) =>
  element(
    'section',
    { class: 'rows inner', hidden: true },
    element('h3', { text: t(title) }),
    list,
  );

/** @param {string} title @param {string} text @param {Message} label */
const agreed = async (title, text, label) =>
  (await ask({
    title,
    text,
    choices: [
      { value: 'cancel', label: t('cancel') },
      { value: 'agree', label: t(label), tone: 'danger' },
    ],
  })) === 'agree';
