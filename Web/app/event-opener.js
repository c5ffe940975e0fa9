import { dismissCards } from '../components/open-dialogs.js';
import { placeOfEvent } from '../dom/place-on-screen.js';
import { emptyDraft } from '../state/unsaved-drafts.js';
import { wallMinutes } from '../time/civil-date.js';
import { clock } from '../time/clock.js';
import { newTimes } from '../time/event-times.js';
import { withLazyParts } from './lazy-loading.js';
import { noticeSelecting } from './selection-presses.js';

/** Opens the dialogs for new and existing events, and moves or deletes events for the views. */
export class EventOpener {
  #model;
  #notices;
  /** Whether the dialog of an event is open; first closes those that stand beside the page. */
  #isOpen = () => {
    dismissCards();
    return (
      document.querySelector(
        'dialog[open] :is(#event-form, #quick-form, #event-view, .proposal)',
      ) !== null
    );
  };

  #selecting;

  /** @param {EventModel} model @param {Notices} notices @param {AbortSignal} signal */
  constructor(model, notices, signal) {
    this.#selecting = noticeSelecting(model, notices, signal);
    this.#notices = notices;
    this.#model = model;
  }

  /**
   * @param {string} key
   * @param {DOMRect} [at] Where the event is on the screen.
   * @returns {boolean} Whether the event still exists.
   */
  open(key, at) {
    if (document.querySelector(`dialog[open] [data-event="${CSS.escape(key)}"]`)) return true;
    if (this.#isOpen()) return true;
    try {
      const event = this.#model.agenda.engine?.event(key);
      if (event) {
        withLazyParts(this.#notices, ({ ChangePreview, EventCard, openAnswer }) => {
          /** @type {EventModel['outlines']} */
          const outlines = (ask) =>
            new ChangePreview(document.querySelector('[data-view]') ?? document.body, ask);
          if (this.#isOpen()) return;
          const place = at ?? placeOfEvent(key);
          if (event.proposal) openAnswer(this.#model, this.#notices, event.key, place);
          else
            new EventCard({ ...this.#model, outlines }, event, () => this.remove(key)).open(place);
        });
      }
      return event !== undefined;
    } catch (error) {
      console.warn(error);
      return false;
    }
  }

  /** @param {NewDays} days @param {Record<string, string>} [given] Fields from the address. */
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
   * @param {NewDays & { at?: { x: number, y: number }, given?: QuickGiven }} days With `at`, the
   *   sheet opens there instead of in the middle.
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
   * Runs with a new event's draft. Waits for the calendars if they haven't loaded yet.
   *
   * @param {(base: Draft) => void} run
   * @param {NewDays} days
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
      ...emptyDraft,
      calendar: calendar.id,
      allDay: allDay ? '1' : '0',
      start: times.start,
      end: times.end,
      busy: allDay ? '0' : '1',
      private: '0',
      status: 'confirmed',
      reminders: defaultReminder < 0 ? '' : String(defaultReminder),
    });
  }

  /** @param {TypedDraft} draft What was typed but couldn't be saved. */
  openDraft(draft) {
    withLazyParts(this.#notices, ({ openDraft }) => openDraft(this.#model, draft));
  }

  /**
   * Deletes an event; if it repeats, asks for the scope first.
   *
   * @param {string} key
   */
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

  /** @param {DrawnEvent} drawn */
  make({ times: { allDay, start, end }, fill, ...named }) {
    const [first, last] = [start.slice(0, 10), end.slice(0, 10)];
    this.#whenReady(
      (base) => {
        const { defaultMinutes } = this.#model.settings.values;
        // Keep times that were drawn; a press only gives a start.
        const isDrawn = allDay || wallMinutes(end) - wallMinutes(start) !== defaultMinutes;
        const draft = { ...(fill?.(base, isDrawn) ?? base), ...named };
        const unsaved = { id: clock.uid(), key: '', before: base, typed: draft };
        this.#model.edits.create(draft, unsaved);
      },
      { first, last, allDay, start, end },
    );
  }

  /**
   * Always calls `settle`, even if the event is gone by now: the view waits for it.
   *
   * @param {Drop} drop A move by pointer or keyboard. If the event repeats, asks for the scope
   *   first.
   */
  drop(drop) {
    withLazyParts(
      this.#notices,
      ({ changeDropped }) => changeDropped(this.#model, this.#notices, this.#selecting, drop),
      () => drop.settle(false),
    );
  }
}
