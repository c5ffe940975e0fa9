import { clock } from './lib/clock.js';
import { newTimes } from './lib/event-times.js';
import { withMore } from './later.js';

/** Opens the event sheet on what is to be made or changed. */
export class Editor {
  #model;
  #notices;
  #isOpen = () => document.querySelector('#event-form') !== null;

  /** @param {EventModel} model @param {Notices} notices */
  constructor(model, notices) {
    this.#notices = notices;
    this.#model = model;
  }

  /** @param {string} key @returns {boolean} Whether there still is such an event. */
  open(key) {
    if (this.#isOpen()) return true;
    try {
      const event = this.#model.agenda.engine?.event(key);
      if (event) {
        withMore(this.#notices, ({ draftOf, EventSheet }) => {
          if (!this.#isOpen()) new EventSheet(this.#model, { event, draft: draftOf(event) }).open();
        });
      }
      return event !== undefined;
    } catch (error) {
      console.warn(error);
      return false;
    }
  }

  /** @param {{ first: string, last: string, allDay: boolean }} days @param {Record<string, string>} [given] What the address said. */
  openNew({ first, last, allDay }, given = {}) {
    const { agenda, settings } = this.#model;
    const calendar = agenda.defaultCalendar;
    // Whoever is quicker than the calendars gets the sheet when they are there.
    if (!calendar) agenda.addEventListener('calendars', () => this.openNew({ first, last, allDay }, given), { once: true });
    if (!calendar || this.#isOpen()) return;
    const { defaultMinutes, defaultReminder } = settings.values;
    const times = newTimes(first, last, { allDay, today: agenda.today, hour: clock.hour(), lengthMinutes: defaultMinutes });
    const draft = {
      calendar: calendar.id, title: '', allDay: allDay ? '1' : '0', start: times.start, end: times.end,
      zone: '', location: '', notes: '', url: '', color: '', repeat: '', busy: '1', private: '0', status: 'confirmed',
      categories: '', reminders: allDay || defaultReminder < 0 ? '' : String(defaultReminder),
    };
    withMore(this.#notices, ({ EventSheet }) => {
      if (!this.#isOpen()) new EventSheet(this.#model, { event: null, draft }, { ...draft, ...given }).open();
    });
  }
}
