import { element, focusedIn, tell } from '../../dom/element.js';
import { isReadOnly, whose } from '../../i18n/calendar-owners.js';
import { dateText, timeText } from '../../i18n/format.js';
import { spokenTimes } from '../../i18n/spoken-times.js';
import { t } from '../../i18n/strings.js';
import { isSameTimes } from '../../interaction/event-drop.js';
import { nudged } from '../../interaction/keyboard-move.js';
import { slotMinutes, stopsOf, timeAt } from '../../layout/day-strip.js';
import { dateOfDay, dayNumber, wallMinutes } from '../../time/civil-date.js';
import { CommonStrip } from './free-time-strip.js';

/**
 * The way of the keyboard through the hours: one stop of the Tab key, arrows over events and empty
 * slots.
 */
export class Stops {
  #view;
  #slot = element('button', { type: 'button', class: 'hours-slot', tabindex: -1 });
  /** Where the focus is: an event, or without a key an empty slot. */
  #at = { day: 0, minute: -1, key: '' };
  /** @type {{ event: Occurrence, times: Times } | null} What keys hold. */
  #held = null;
  /**
   * @type {{ uid: string, start: string } | null} What keys dropped, until it is drawn where it is
   *   now.
   */
  #dropped = null;
  #hand;
  common;

  /**
   * @param {import('./timeline-view.js').TimelineView} view
   * @param {import('./timeline-drag.js').Hand} hand
   */
  constructor(view, hand) {
    this.#view = view;
    this.#hand = hand;
    this.common = new CommonStrip(view);
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const { scroller } = this.#view;
    scroller.addEventListener('keydown', (event) => this.#pressed(event), { signal });
    // A button's click by Space comes when the key is let go.
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
    return target instanceof HTMLElement && target.dataset['key'] !== undefined;
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    if (!(target instanceof HTMLElement) || target.dataset['key'] === undefined) return;
    const key = target.dataset['key'];
    const column = [...this.#view.columns.values()].find(({ element: part }) =>
      part.contains(target),
    );
    const day =
      column?.day ??
      (this.#at.key === key
        ? this.#at.day
        : Math.max(this.#view.first, this.#view.bars.firstDayOf(key)));
    const minute = column?.shown?.pieces.find((piece) => piece.key === key)?.from ?? -1;
    this.#set({ day, minute, key });
  }

  /** @param {{ day: number, minute: number, key: string }} at */
  #set(at) {
    this.#at = at;
    this.#view.active = dateOfDay(at.day);
    this.keepTabStop();
  }

  /** After a jump the focus starts at the day gone to. */
  forget() {
    this.#at = { day: 0, minute: -1, key: '' };
  }

  /** @returns {{ day: number, minute: number, key: string }} Where the focus is, or would go. */
  #here() {
    const { first, days, date } = this.#view;
    if (this.#at.day >= first && this.#at.day < first + days) return this.#at;
    const day = Math.max(first, Math.min(dayNumber(date), first + days - 1));
    const minute = Math.ceil((this.#view.topMinute + 1) / slotMinutes) * slotMinutes;
    const stops = this.#stopsOn(day);
    return {
      day,
      ...(stops.find((stop) => stop.minute >= minute) ?? stops.at(-1) ?? { minute: 0, key: '' }),
    };
  }

  /** @param {number} day */
  #stopsOn(day) {
    const shown = this.#view.columns.get(day)?.shown ?? {
      date: '',
      weekday: 1,
      today: false,
      change: null,
      pieces: [],
    };
    return stopsOf(shown, this.#view.bars.on(day));
  }

  /** @param {{ day: number, minute: number, key: string }} at @returns {HTMLElement} */
  #elementOf({ day, minute, key }) {
    const column = this.#view.columns.get(day);
    const found = key === '' ? null : (column?.buttonOf(key) ?? this.#view.bars.buttonOf(key));
    if (found) return found;
    const time = timeAt(day, Math.max(0, minute));
    this.#slot.style.setProperty('--from', String(Math.max(0, minute)));
    this.#slot.ariaLabel = [
      t('freeSlot', { date: dateText(time, 'full'), time: timeText(time) }),
      this.common.said(day, minute),
    ]
      .filter(Boolean)
      .join('; ');
    if (column && this.#slot.parentElement !== column.element) column.element.append(this.#slot);
    return this.#slot;
  }

  /** One element of the view is the stop of the Tab key. */
  keepTabStop() {
    for (const stop of this.#view.scroller.querySelectorAll('[tabindex="0"]'))
      stop.setAttribute('tabindex', '-1');
    this.#elementOf(this.#here()).tabIndex = 0;
  }

  /** The focus stays with its event when events are drawn anew. */
  restore() {
    this.common.show();
    const focused = focusedIn(this.#view.scroller);
    this.#hand.mark();
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
   * The focus goes to what was drawn: to its time, and to the event once that is there.
   *
   * @param {{ uid: string, start: string }} made Without a name it was given up.
   */
  wait({ uid, start }) {
    const day = dayNumber(start.slice(0, 10));
    this.#at = {
      day,
      ...this.#nearest(day, start.length > 10 ? wallMinutes(start) - day * 1440 : -1),
    };
    this.focus();
    this.#dropped = uid ? { uid, start } : null;
  }

  /** @param {{ uid: string, start: string }} dropped It keeps the focus where it is now. */
  #findDropped({ uid, start }) {
    const drawn = () =>
      [...this.#view.scroller.querySelectorAll('button')].find(
        ({ dataset }) => dataset['uid'] === uid && dataset['start'] === start,
      );
    const button =
      drawn() ??
      (this.#view.bars.reveal((bar) => bar.uid === uid && bar.start === start) ? drawn() : null);
    if (!button) return;
    this.#dropped = null;
    button.focus({ preventScroll: true });
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
    const view = this.#view;
    if (day < view.first) view.turnTo(day, false);
    if (day >= view.first + view.days) view.turnTo(day - view.days + 1, false);
    if (minute < 0) return;
    const seen = ((view.box.heightPx - view.box.headPx) / view.box.hourPx) * 60;
    if (minute < view.topMinute) view.scrollToMinute(minute - 15);
    else if (minute + 45 > view.topMinute + seen) view.scrollToMinute(minute + 60 - seen);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
    if (this.#held) return this.#carry(event);
    // Whoever goes on is not called back.
    this.#dropped = null;
    const isPick =
      (event.key === ' ' || event.key.toLowerCase() === 'm') &&
      this.#isEvent(event.target) &&
      !event.altKey;
    if (isPick) {
      event.preventDefault();
      return this.#pickUp();
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
    const forward = this.#view.sign;
    /** @type {Record<string, number>} */
    const days = {
      ArrowRight: forward,
      ArrowLeft: -forward,
      PageDown: this.#view.days,
      PageUp: -this.#view.days,
    };
    /** @type {Record<string, number>} */
    const places = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: stops.length - 1 };
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
    const { day, minute } = this.#at;
    const date = dateOfDay(day);
    this.common.make({
      first: date,
      last: date,
      allDay: false,
      start: timeAt(day, minute),
      end: timeAt(day, minute + 60),
    });
  }

  #pickUp() {
    const { day, key } = this.#at;
    const event =
      this.#view.columns.get(day)?.shown?.pieces.find((piece) => piece.key === key) ??
      this.#view.bars.bars.find((bar) => bar.key === key);
    if (!event) return;
    if (isReadOnly(event.calendar))
      return tell(this.#view, 'view-say', {
        text: t('notYours', { name: whose(event.calendar)?.name ?? '' }),
      });
    this.#held = { event, times: { allDay: event.allDay, start: event.start, end: event.end } };
    this.#hand.preview(event, this.#held.times);
    tell(this.#view, 'view-say', { text: t('pickedUp', { title: event.title || t('untitled') }) });
  }

  /** @param {KeyboardEvent} event */
  #carry(event) {
    const held = this.#held;
    if (!held || event.key === 'Tab' || event.key === 'Shift' || event.key === 'Alt') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return this.#end(false);
    if (event.key === 'Enter' || event.key === ' ') return this.#end(true);
    const times = nudged(held.times, event, {
      forward: /** @type {1 | -1} */ (this.#view.sign),
      down: 'time',
    });
    if (!times) return;
    held.times = times;
    this.#hand.preview(held.event, times);
    const day = dayNumber(times.start.slice(0, 10));
    this.#reveal({ day, minute: times.allDay ? -1 : Number(times.start.slice(11, 13)) * 60 });
    tell(this.#view, 'view-say', { text: t('movedTo', { time: spokenTimes(times) }) });
  }

  /** @param {boolean} isDrop */
  #end(isDrop) {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    const { event, times } = held;
    const isMoved = !isSameTimes(times, event);
    this.#hand.endPreview(isDrop && isMoved);
    if (isDrop && isMoved) {
      this.#dropped = { uid: event.uid, start: times.start };
      void this.#hand.drop(event.key, times);
    } else tell(this.#view, 'view-say', { text: t('putBack') });
  }
}
