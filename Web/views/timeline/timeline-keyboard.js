import { element, focusedIn, tell } from '../../dom/element.js';
import { isReadOnly, readOnlyText } from '../../i18n/calendar-owners.js';
import { dateText, timeText } from '../../i18n/format.js';
import { spokenTimes } from '../../i18n/spoken-times.js';
import { t } from '../../i18n/strings.js';
import { isSameTimes } from '../../interaction/event-drop.js';
import { movedByKey } from '../../interaction/keyboard-move.js';
import { focusStopsOf, slotMinutes, timeAt } from '../../layout/hour-strip.js';
import { dateOfDay, dayNumber, wallMinutes } from '../../time/civil-date.js';

/** The keyboard in the hours: one tab stop; arrow keys move over events and empty slots. */
export class TimelineKeyboard {
  #parts;
  #actions;
  #slot = element('button', { type: 'button', class: 'hours-slot', tabindex: -1 });
  /** Where the focus is: on an event, or on an empty slot if there's no key. */
  #at = { day: 0, minute: -1, key: '' };
  /** @type {{ event: Occurrence, times: Times } | null} The event that is moved by keys. */
  #held = null;
  /**
   * @type {{ uid: string, start: string } | null} The event that keys dropped or created, to be
   *   focused as soon as it's drawn at its new time.
   */
  #dropped = null;

  /**
   * @param {TimelineParts} parts
   * @param {{
   *   drag: import('./timeline-drag.js').TimelineDrag,
   *   freeTime: import('./free-time-strip.js').FreeTimeStrip,
   *   date: () => string, activate: (date: string) => void,
   *   turnTo: (first: number) => void, scrollTo: (minute: number) => void,
   * }} actions `activate` sets the selected `date`; `turnTo` and `scrollTo` bring a day or a minute
   *   into view.
   */
  constructor(parts, actions) {
    this.#parts = parts;
    this.#actions = actions;
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const { scroller } = this.#parts;
    scroller.addEventListener('keydown', (event) => this.#pressed(event), { signal });
    // Space clicks a button on keyup; here it has already picked up the event.
    scroller.addEventListener(
      'keyup',
      (event) => {
        if (event.key === ' ' && this.#isEvent(event.target)) event.preventDefault();
      },
      { signal },
    );
    scroller.addEventListener('focusin', (event) => this.#focused(event.target), { signal });
    scroller.addEventListener(
      'focusout',
      () => {
        if (this.#held) this.#end(false);
      },
      { signal },
    );
    this.#slot.addEventListener('click', () => this.#create(), { signal });
  }

  /** @param {EventTarget | null} target */
  #isEvent(target) {
    return (
      target instanceof HTMLElement &&
      target.dataset['key'] !== undefined &&
      !target.matches('.hours-more')
    );
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    if (!(target instanceof HTMLElement) || target.dataset['key'] === undefined) return;
    const key = target.dataset['key'];
    const column = [...this.#parts.columns.values()].find(({ element: part }) =>
      part.contains(target),
    );
    const day =
      column?.day ??
      this.#parts.lanes.dayOf(
        target,
        this.#at.key === key ? this.#at.day : this.#parts.geometry().first,
      );
    const stops = column?.shown ? [...column.shown.pieces, ...column.shown.more] : [];
    const minute = stops.find((stop) => stop.key === key)?.from ?? -1;
    this.#set({ day, minute, key });
  }

  /** @param {{ day: number, minute: number, key: string }} at */
  #set(at) {
    this.#at = at;
    this.#unmark();
    this.#actions.activate(dateOfDay(at.day));
    this.keepTabStop();
  }

  /** After a jump the focus starts on the new day. */
  forget() {
    this.#at = { day: 0, minute: -1, key: '' };
  }

  /**
   * @returns {{ day: number, minute: number, key: string }} Where the focus is if that's visible,
   *   else where Tab would put it.
   */
  #here() {
    const geometry = this.#parts.geometry();
    const { first, behind, topMinute } = geometry;
    if (geometry.isSeen(this.#at.day)) return this.#at;
    const day = Math.max(first, Math.min(dayNumber(this.#actions.date()), behind - 1));
    const minute = Math.ceil((topMinute + 1) / slotMinutes) * slotMinutes;
    const stops = this.#stopsOn(day);
    return {
      day,
      ...(stops.find((stop) => stop.minute >= minute) ?? stops.at(-1) ?? { minute: 0, key: '' }),
    };
  }

  /** @param {number} day */
  #stopsOn(day) {
    const shown = this.#parts.columns.get(day)?.shown ?? {
      date: '',
      weekday: 1,
      today: false,
      change: null,
      pieces: [],
      strips: [],
      more: [],
      hasStripRoom: false,
    };
    return focusStopsOf(shown, this.#parts.lanes.on(day));
  }

  /**
   * @param {{ day: number, minute: number, key: string }} at
   * @returns {HTMLElement} The event's button, else the slot, which is moved there.
   */
  #elementOf({ day, minute, key }) {
    const column = this.#parts.columns.get(day);
    const found =
      key === '' ? null : (column?.buttonOf(key) ?? this.#parts.lanes.buttonOn(key, day));
    if (found) return found;
    const time = timeAt(day, Math.max(0, minute));
    if (day !== this.#at.day || minute !== this.#at.minute) this.#unmark();
    this.#slot.style.setProperty('--from', String(Math.max(0, minute)));
    this.#slot.ariaLabel = [
      t('freeSlot', { date: dateText(time, 'full'), time: timeText(time) }),
      this.#actions.freeTime.spoken(day, minute),
    ]
      .filter(Boolean)
      .join('; ');
    if (column && this.#slot.parentElement !== column.element) column.element.append(this.#slot);
    return this.#slot;
  }

  /** Makes one element of the view the tab stop. */
  keepTabStop() {
    for (const stop of this.#parts.scroller.querySelectorAll('[tabindex="0"]'))
      stop.setAttribute('tabindex', '-1');
    this.#elementOf(this.#here()).tabIndex = 0;
  }

  /** Keeps the focus on its event after events were redrawn. */
  restore() {
    this.#actions.freeTime.show();
    const focused = focusedIn(this.#parts.scroller);
    this.#actions.drag.mark();
    if (this.#dropped) return this.#findDropped(this.#dropped);
    if (
      focused &&
      focused.dataset['key'] !== undefined &&
      focused.dataset['key'] !== this.#at.key &&
      this.#at.key !== ''
    ) {
      this.#elementOf(this.#at).focus({ preventScroll: true });
    }
  }

  /**
   * Focuses the time of a newly drawn event, and the event itself as soon as it exists.
   *
   * @param {{ uid: string, start: string }} made The `uid` is empty if no event was made.
   */
  wait({ uid, start }) {
    const day = dayNumber(start.slice(0, 10));
    this.#at = {
      day,
      ...this.#nearest(day, start.length > 10 ? wallMinutes(start) - day * 1440 : -1),
    };
    this.focus();
    this.#dropped = uid ? { uid, start } : null;
    // What was pasted may be drawn already.
    if (this.#dropped) this.#findDropped(this.#dropped);
  }

  /**
   * @param {{ uid: string, start: string }} dropped The event, focused if it's drawn at its new
   *   time.
   */
  #findDropped({ uid, start }) {
    const drawn = () =>
      [...this.#parts.scroller.querySelectorAll('button')].find(
        ({ dataset }) => dataset['uid'] === uid && dataset['start'] === start,
      );
    const button =
      drawn() ??
      (this.#parts.lanes.reveal((bar) => bar.uid === uid && bar.start === start) ? drawn() : null);
    if (!button) return;
    this.#dropped = null;
    button.focus({ preventScroll: true });
    // The button may have had the focus all along, for another event.
    this.#focused(button);
  }

  /**
   * Notes the time that was pressed, from which the keys go on.
   *
   * @param {number} day @param {number} minute -1 for the whole day, which has no slot to focus.
   */
  choose(day, minute) {
    const at = { day, minute, key: '' };
    this.#set(at);
    if (minute >= 0) this.#elementOf(at).focus({ preventScroll: true });
  }

  /**
   * Marks the hour that a finger tapped.
   *
   * @param {number} day @param {number} minute
   * @returns {(() => void) | null} What begins an event there, if the hour was marked already.
   */
  mark(day, minute) {
    const isMarked = this.#at.day === day && this.#at.minute === minute;
    if (isMarked && this.#slot.matches('.marked:is(.hours-day *)')) return () => this.#create();
    this.choose(day, minute);
    this.#slot.classList.add('marked');
    return null;
  }

  #unmark() {
    this.#slot.classList.remove('marked');
  }

  /** Takes the mark of a tapped hour away, and the focus, which would leave a mark of its own. */
  #dismissMark() {
    if (!this.#slot.matches('.marked')) return;
    this.#unmark();
    this.#slot.blur();
  }

  /** @returns {string} The local time that was pressed or has the focus, or only the date. */
  get chosen() {
    const { day, minute } = this.#at;
    if (!this.#parts.geometry().isSeen(day)) return '';
    return minute < 0 ? dateOfDay(day) : timeAt(day, minute);
  }

  focus() {
    const at = this.#here();
    const target = this.#elementOf(at);
    this.#set(at);
    this.#reveal(at);
    target.focus({ preventScroll: true });
  }

  /** @param {{ day: number, minute: number }} at */
  #reveal({ day, minute }) {
    const { first, behind, days } = this.#parts.geometry();
    if (day < first) this.#actions.turnTo(day);
    if (day >= behind) this.#actions.turnTo(day - days + 1);
    if (minute < 0) return;
    const { topMinute, bottomMinute } = this.#parts.geometry();
    if (minute < topMinute) this.#actions.scrollTo(minute - 15);
    else if (minute + 45 > bottomMinute)
      this.#actions.scrollTo(minute + 60 - (bottomMinute - topMinute));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
    if (this.#held) return this.#moveHeld(event);
    // The user moved on: don't pull the focus back to what was dropped.
    this.#dropped = null;
    if (event.key === 'Escape') this.#dismissMark();
    if (event.key === ' ' && !event.altKey && this.#isEvent(event.target)) {
      event.preventDefault();
      return this.#pickUp();
    }
    if (event.altKey && /^Arrow(Up|Down)$/.test(event.key) && this.#isEvent(event.target)) {
      this.#pickUp();
      this.#moveHeld(event);
      return this.#end(true);
    }
    const at = event.altKey || event.shiftKey ? null : this.#moved(event.key);
    if (!at) return;
    event.preventDefault();
    this.#reveal(at);
    this.#set(at);
    this.#elementOf(at).focus({ preventScroll: true });
  }

  /** @param {string} key @returns {{ day: number, minute: number, key: string } | null} */
  #moved(key) {
    const here = this.#here();
    const stops = this.#stopsOn(here.day);
    const index = stops.findIndex(
      (stop) => stop.key === here.key && (here.key !== '' || stop.minute === here.minute),
    );
    // A time that was pressed beside an event is no stop itself.
    const later =
      index < 0 ? stops.filter(({ minute }) => minute <= here.minute).length : index + 1;
    const earlier = index < 0 ? later - 1 : index - 1;
    const { sign: forward, days: pageDays } = this.#parts.geometry();
    /** @type {Record<string, number>} */
    const days = {
      ArrowRight: forward,
      ArrowLeft: -forward,
      PageDown: pageDays,
      PageUp: -pageDays,
    };
    /** @type {Record<string, number>} */
    const places = { ArrowDown: later, ArrowUp: earlier, Home: 0, End: stops.length - 1 };
    const place = places[key];
    if (place !== undefined) {
      const stop = stops[Math.max(0, Math.min(place, stops.length - 1))];
      return stop ? { day: here.day, ...stop } : null;
    }
    const step = days[key];
    if (step === undefined) return null;
    const day = here.day + step;
    this.#reveal({ day, minute: -1 });
    return { day, ...this.#nearest(day, here.minute) };
  }

  /** @param {number} day @param {number} minute */
  #nearest(day, minute) {
    const distance = (/** @type {{ minute: number }} */ stop) => Math.abs(stop.minute - minute);
    return this.#stopsOn(day).reduce(
      (best, stop) => (distance(stop) < distance(best) ? stop : best),
      { key: '', minute: 9999 },
    );
  }

  #create() {
    this.#unmark();
    const { day, minute } = this.#at;
    const date = dateOfDay(day);
    this.#actions.freeTime.make({
      first: date,
      last: date,
      allDay: false,
      start: timeAt(day, minute),
      end: timeAt(day, minute + this.#parts.newMinutes()),
    });
  }

  #pickUp() {
    const { day, key } = this.#at;
    const event =
      this.#parts.columns.get(day)?.shown?.pieces.find((piece) => piece.key === key) ??
      this.#parts.lanes.bars.find((bar) => bar.key === key);
    if (!event) return;
    if (isReadOnly(event.calendar))
      return tell(this.#parts.scroller, 'announce', {
        text: readOnlyText(event.calendar),
      });
    this.#held = { event, times: { allDay: event.allDay, start: event.start, end: event.end } };
    this.#actions.drag.preview(event, this.#held.times);
    tell(this.#parts.scroller, 'announce', {
      text: t('pickedUp', { title: event.title || t('untitled') }),
    });
  }

  /** @param {KeyboardEvent} event */
  #moveHeld(event) {
    const held = this.#held;
    if (!held || event.key === 'Tab' || event.key === 'Shift' || event.key === 'Alt') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return this.#end(false);
    if (event.key === 'Enter' || event.key === ' ') return this.#end(true);
    const times = movedByKey(held.times, event, {
      forward: this.#parts.geometry().sign,
      down: 'time',
    });
    if (!times) return;
    held.times = times;
    this.#actions.drag.preview(held.event, times);
    const day = dayNumber(times.start.slice(0, 10));
    this.#reveal({ day, minute: times.allDay ? -1 : Number(times.start.slice(11, 13)) * 60 });
    tell(this.#parts.scroller, 'announce', { text: t('movedTo', { time: spokenTimes(times) }) });
  }

  /** @param {boolean} isDrop */
  #end(isDrop) {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    const { event, times } = held;
    const isMoved = !isSameTimes(times, event);
    this.#actions.drag.endPreview(isDrop && isMoved);
    if (isDrop && isMoved) {
      this.#dropped = { uid: event.uid, start: times.start };
      void this.#actions.drag.drop(event.key, times);
    } else tell(this.#parts.scroller, 'announce', { text: t('putBack') });
  }
}
