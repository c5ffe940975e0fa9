import { isReadOnly } from '../i18n/calendar-owners.js';
import { clock } from '../time/clock.js';
import { newTimes } from '../time/event-times.js';
import { withLazyParts } from './lazy-loading.js';

/** Opens the event sheet on what is to be made or changed. */
export class EventOpener {
  #model;
  #notices;
  #isOpen = () =>
    document.querySelector('#event-form, #quick-form, #event-view, .proposal') !== null;

  /** @param {EventModel} model @param {Notices} notices */
  constructor(model, notices) {
    this.#notices = notices;
    this.#model = model;
  }

  /**
   * @param {string} key
   * @param {DOMRect} [at] Where it was pressed.
   * @returns {boolean} Whether there still is such an event.
   */
  open(key, at) {
    if (this.#isOpen()) return true;
    try {
      const event = this.#model.agenda.engine?.event(key);
      if (event) {
        withLazyParts(
          this.#notices,
          ({ draftOf, EventSheet, ChangePreview, openAnswer, openEventView }) => {
            /** @type {EventModel['outlines']} */
            const outlines = (ask) =>
              new ChangePreview(document.querySelector('[data-view]') ?? document.body, ask);
            if (this.#isOpen()) return;
            if (event.proposal) openAnswer(this.#model, this.#notices, event.key, at);
            else if (isReadOnly(event.calendar)) openEventView(this.#model, event);
            else
              new EventSheet({ ...this.#model, outlines }, { event, draft: draftOf(event) }).open();
          },
        );
      }
      return event !== undefined;
    } catch (error) {
      console.warn(error);
      return false;
    }
  }

  /** @param {NewDays} days @param {Record<string, string>} [given] What the address said. */
  openNew(days, given = {}) {
    this.#whenReady(
      (quick) =>
        withLazyParts(this.#notices, ({ draftOfAddress, EventSheet }) => {
          const base = quick.allDay === '1' ? { ...quick, reminders: '' } : quick;
          const said = draftOfAddress(given, base, this.#model.settings.values.defaultMinutes);
          if (!this.#isOpen())
            new EventSheet(this.#model, { event: null, draft: base }, said).open();
        }),
      days,
    );
  }

  /**
   * @param {NewDays & { at?: { x: number, y: number }, given?: QuickGiven }} days A title in place,
   *   or a line that says all.
   */
  openQuick({ at, given, ...days }) {
    this.#whenReady(
      (base) =>
        withLazyParts(this.#notices, ({ QuickSheet }) => {
          if (!this.#isOpen())
            new QuickSheet(this.#model, { ...base, ...given?.draft }).open(at, given);
        }),
      days,
    );
  }

  /**
   * @param {(base: Draft) => void} run
   * @param {NewDays} days Whoever is quicker than the calendars gets the sheet when they are there.
   */
  #whenReady(run, days) {
    const { agenda, settings } = this.#model;
    const calendar = agenda.defaultCalendar;
    if (!calendar)
      agenda.addEventListener('calendars', () => this.#whenReady(run, days), { once: true });
    if (!calendar || this.#isOpen()) return;
    const { defaultMinutes, defaultReminder } = settings.values;
    const { first, last, allDay, start, end } = days;
    const times =
      start && end
        ? { start, end }
        : newTimes(first, last, {
            allDay,
            today: agenda.today,
            hour: clock.hour(),
            lengthMinutes: defaultMinutes,
          });
    run({
      calendar: calendar.id,
      title: '',
      allDay: allDay ? '1' : '0',
      start: times.start,
      end: times.end,
      zone: '',
      location: '',
      notes: '',
      url: '',
      color: '',
      repeat: '',
      busy: '1',
      private: '0',
      status: 'confirmed',
      categories: '',
      reminders: defaultReminder < 0 ? '' : String(defaultReminder),
    });
  }

  /** @param {string} key Of a repeating event it is asked how much of it. */
  remove(key) {
    withLazyParts(this.#notices, async ({ askDeletionScope }) => {
      const {
        agenda: { engine },
        edits,
      } = this.#model;
      try {
        const event = engine?.event(key);
        if (!engine || !event) return;
        const scope = event.repeats ? await askDeletionScope(engine, event) : 'all';
        if (scope) edits.delete(key, scope);
      } catch (error) {
        this.#notices.refused({ error });
      }
    });
  }

  /**
   * @param {{ title: string, uid: string, times: Times }} drawn An event that was drawn and named
   *   where it is.
   */
  make({ times: { allDay, start, end }, ...named }) {
    const [first, last] = [start.slice(0, 10), end.slice(0, 10)];
    this.#whenReady(
      (base) => {
        const draft = { ...base, ...named };
        this.#model.edits.create(draft, this.#model.zone, () =>
          withLazyParts(this.#notices, ({ EventSheet }) =>
            new EventSheet(this.#model, { event: null, draft: base }, draft).open(),
          ),
        );
      },
      { first, last, allDay, start, end },
    );
  }

  /**
   * Whatever comes of it, whoever dropped it hears: it may have gone away meanwhile, and the view
   * waits.
   *
   * @param {Drop} drop What was moved by hand or by keys; of a repeating event it is asked how much
   *   of it.
   */
  drop({ view, key, times: { allDay, start, end }, copy, settle }) {
    withLazyParts(
      this.#notices,
      async ({ askChangeScope, draftOf, ChangePreview, suggestMoved }) => {
        const {
          agenda: { engine },
          edits,
          zone,
        } = this.#model;
        let preview = null;
        let isDone = false;
        try {
          const event = engine?.event(key);
          if (!engine || !event || (isReadOnly(event.calendar) && !copy)) return;
          /** @type {Record<string, string>} */
          const changes = {
            allDay: allDay ? '1' : '0',
            start,
            end,
            ...(event.allDay && !allDay ? { zone } : {}),
          };
          if (copy)
            return void (isDone =
              edits.create({ ...draftOf(event), ...changes, zone: '', repeat: '' }, zone) !== null);
          const shown = (preview = new ChangePreview(view, (part, first, count) =>
            engine.changePreview(first, count, key, part, changes),
          ));
          const kind = preview.isLow ? 'aside high' : 'aside';
          if (event.proposal)
            return void (isDone = await suggestMoved(
              this.#model,
              this.#notices,
              event,
              { allDay, start, end },
              changes,
              kind,
            ));
          const scope = event.repeats
            ? await askChangeScope(engine, event, changes, {
                kind,
                looked: (part) => shown.show(part),
              })
            : 'all';
          isDone = scope !== null && edits.change(key, scope, changes) !== null;
        } catch (error) {
          this.#notices.refused({ error });
        } finally {
          preview?.clear();
          settle(isDone);
        }
      },
      () => settle(false),
    );
  }
}
