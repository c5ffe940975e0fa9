import { clock } from './lib/clock.js';
import { newTimes } from './lib/event-times.js';
import { withMore } from './later.js';

/** Opens the event sheet on what is to be made or changed. */
export class Editor {
  #model;
  #notices;
  #isOpen = () => document.querySelector('#event-form, #quick-form') !== null;

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

  /** @param {NewDays} days @param {Record<string, string>} [given] What the address said. */
  openNew(days, given = {}) {
    this.#whenReady((quick) => withMore(this.#notices, ({ EventSheet }) => {
      const base = quick.allDay === '1' ? { ...quick, reminders: '' } : quick;
      if (!this.#isOpen()) new EventSheet(this.#model, { event: null, draft: base }, { ...base, ...given }).open();
    }), days);
  }

  /** @param {NewDays & { at?: { x: number, y: number } }} days A title in place, or a line that says all. */
  openQuick({ at, ...days }) {
    this.#whenReady((base) => withMore(this.#notices, ({ QuickSheet }) => {
      if (!this.#isOpen()) new QuickSheet(this.#model, base).open(at);
    }), days);
  }

  /** @param {(base: Draft) => void} run @param {NewDays} days Whoever is quicker than the calendars gets the sheet when they are there. */
  #whenReady(run, days) {
    const { agenda, settings } = this.#model;
    const calendar = agenda.defaultCalendar;
    if (!calendar) agenda.addEventListener('calendars', () => this.#whenReady(run, days), { once: true });
    if (!calendar || this.#isOpen()) return;
    const { defaultMinutes, defaultReminder } = settings.values;
    const { first, last, allDay, start, end } = days;
    const times = start && end ? { start, end } : newTimes(first, last, { allDay, today: agenda.today, hour: clock.hour(), lengthMinutes: defaultMinutes });
    run({
      calendar: calendar.id, title: '', allDay: allDay ? '1' : '0', start: times.start, end: times.end,
      zone: '', location: '', notes: '', url: '', color: '', repeat: '', busy: '1', private: '0', status: 'confirmed',
      categories: '', reminders: defaultReminder < 0 ? '' : String(defaultReminder),
    });
  }

  /** @param {{ title: string, times: Times }} drawn An event that was drawn and named where it is. */
  make({ title, times: { allDay, start, end } }) {
    const [first, last] = [start.slice(0, 10), end.slice(0, 10)];
    this.#whenReady((base) => {
      const draft = { ...base, title };
      this.#model.edits.create(draft, this.#model.zone, () => withMore(this.#notices, ({ EventSheet }) => new EventSheet(this.#model, { event: null, draft: base }, draft).open()));
    }, { first, last, allDay, start, end });
  }

  /** @param {Drop} drop What was moved by hand or by keys; of a repeating event it is asked how much of it. */
  drop({ key, times: { allDay, start, end }, copy, settle }) {
    withMore(this.#notices, async ({ askEffect, draftOf }) => {
      const { agenda, edits, zone } = this.#model;
      const event = agenda.engine?.event(key);
      if (!agenda.engine || !event) return settle(false);
      /** @type {Record<string, string>} */
      const changes = { allDay: allDay ? '1' : '0', start, end, ...(event.allDay && !allDay ? { zone } : {}) };
      if (copy) return settle(edits.create({ ...draftOf(event), ...changes, zone: '', repeat: '' }, zone) !== null);
      const scope = event.repeats ? await askEffect(agenda.engine, event, changes) : 'all';
      settle(scope !== null && edits.change(key, scope, changes) !== null);
    });
  }
}
