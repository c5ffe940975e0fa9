import { dateOfDay, dayNumber, wallMinutes } from '../../lib/civil-date.js';
import { element, tell } from '../../lib/dom.js';
import { DragLoop, snapMinutes } from '../../lib/drag-loop.js';
import { DragPress } from '../../lib/drag-press.js';
import { timeAt } from '../../lib/day-strip.js';
import { t } from '../../lib/strings.js';
import { HeldBlock } from './held-block.js';
import { askTitle } from './title-field.js';

/** What the core calls the grips. */
const grips = { move: 0, start: 1, end: 2, whole: 3 };
/** How fast the days slide along when they are turned. */
const turnPerSecond = 16;
const newMinutes = 60;

/**
 * @typedef {{ grip: keyof typeof grips, event: Placed | null, day: number, start: number, end: number, shift?: number }} Grabbed
 * Minutes of the day it is held on; `shift` from the first day of a bar to that one.
 */

/** What a pointer does with the hours: it moves and stretches events, and draws new ones. */
export class Hand {
  #view;
  #block;
  #grips = [element('i', { class: 'grip start' }), element('i', { class: 'grip end' })];
  /** @type {Grabbed | null} */
  #held = null;
  #loop = /** @type {DragLoop | null} */ (null);
  #now = { day: 0, start: 0, end: 0, whole: false };
  /** The first day that was seen at the lift, where the strip is to stand, and where it stands. */
  #firstDay = 0;
  #goalPx = 0;
  #leftPx = 0;
  #topPx = -1;
  #startedTop = 0;
  /** Waiting for an answer about where it was dropped. */
  #isAsking = false;

  /** @param {import('./timeline-view.js').TimelineView} view */
  constructor(view) {
    this.#view = view;
    this.#block = new HeldBlock(view);
  }

  get isHolding() { return this.#held !== null || this.#isAsking; }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const { scroller } = this.#view;
    new DragPress(scroller, {
      grab: (event) => this.#grab(event), lift: (grabbed, event) => this.#lift(grabbed, event),
      drop: (isTouch) => this.#drop(isTouch), cancel: () => this.cancel(),
    }, signal);
    scroller.addEventListener('pointerover', (event) => { if (event.pointerType === 'mouse') this.#offerGrips(event.target); }, { signal });
    scroller.addEventListener('click', (event) => this.#clicked(event), { signal });
    scroller.addEventListener('dblclick', (event) => this.#doubled(event), { signal });
  }

  /** @param {EventTarget | null} target An event that may be stretched shows where. */
  #offerGrips(target) {
    const button = target instanceof Element ? target.closest('.hours-event') : null;
    if (!(button instanceof HTMLElement) || button.classList.contains('held')) return;
    const ends = [!button.classList.contains('from-before'), !button.classList.contains('goes-on')];
    this.#grips.forEach((grip, index) => {
      if (!ends[index]) grip.remove();
      else if (grip.parentElement !== button) button.append(grip);
    });
  }

  /** @param {MouseEvent} event @returns {{ day: number, minute: number, isHead: boolean }} What is under the pointer. */
  #placeAt({ clientX, clientY }) {
    const { scroller, box, base, sign, topPx } = this.#view;
    const frame = scroller.getBoundingClientRect();
    const x = sign > 0 ? clientX - frame.left : frame.right - clientX;
    const y = clientY - frame.top - box.headPx;
    const day = base + Math.floor((x - box.gutterPx + Math.abs(scroller.scrollLeft)) / box.dayPx);
    return { day, minute: Math.max(0, Math.min(((y + topPx) / box.hourPx) * 60, 1439)), isHead: y < 0 };
  }

  /** @param {PointerEvent} event @returns {Grabbed | null} */
  #grab(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (!target || this.isHolding || target.closest('.title-field')) return null;
    const { day, minute } = this.#placeAt(event);
    const bar = target.closest('.bar');
    if (bar instanceof HTMLElement) return this.#grabBar(bar.dataset['key'] ?? '', day);
    const button = target.closest('.hours-event');
    if (button instanceof HTMLElement) {
      const piece = this.#view.columns.get(day)?.shown?.pieces.find(({ key }) => key === button.dataset['key']);
      if (!piece) return null;
      const grip = target.matches('.grip.start') ? 'start' : target.matches('.grip.end') ? 'end' : 'move';
      const origin = day * 1440;
      const start = wallMinutes(piece.start) - origin;
      return { grip, event: piece, day, start, end: Math.max(start, wallMinutes(piece.end) - origin) };
    }
    if (!target.closest('.hours-day')) return null;
    const isMouse = event.pointerType === 'mouse';
    const start = Math.floor(minute / (isMouse ? snapMinutes : 30)) * (isMouse ? snapMinutes : 30);
    return { grip: isMouse ? 'end' : 'move', event: null, day, start, end: start + (isMouse ? 0 : newMinutes) };
  }

  /** @param {string} key @param {number} day @returns {Grabbed | null} */
  #grabBar(key, day) {
    const bar = this.#view.bars.bars.find((found) => found.key === key);
    if (!bar) return null;
    const length = bar.allDay ? newMinutes : wallMinutes(bar.end) - wallMinutes(bar.start);
    return { grip: 'whole', event: bar, day, start: 0, end: length, shift: day - dayNumber(bar.start.slice(0, 10)) };
  }

  /** @param {Grabbed} grabbed @param {PointerEvent} event @returns {DragLoop | null} */
  #lift(grabbed, event) {
    const { agenda, scroller, box, first, days, sign, topPx, base } = this.#view;
    const engine = agenda?.engine;
    if (!engine) return null;
    // The only reading of the page: from here on everything is arithmetic.
    const frame = scroller.getBoundingClientRect();
    const x = (/** @type {number} */ clientX) => (sign > 0 ? clientX - frame.left : frame.right - clientX);
    const y = (/** @type {number} */ clientY) => clientY - frame.top - box.headPx;
    this.#held = grabbed;
    this.#firstDay = first;
    this.#goalPx = this.#leftPx = (first - base) * box.dayPx;
    this.#topPx = this.#startedTop = topPx;
    const { title = '', key = '', color = '' } = grabbed.event ?? {};
    this.#block.show({ key, title: grabbed.event ? title || t('untitled') : t('newEvent'), color: color || agenda.calendars.get(agenda.defaultCalendar?.id ?? '')?.color || 'blue' });
    const drag = engine.dragStart([grips[grabbed.grip], grabbed.start, grabbed.end, grabbed.day - first, snapMinutes,
      x(event.clientX), y(event.clientY), topPx, box.heightPx - box.headPx, box.widthPx, 24 * box.hourPx + 24,
      0, box.gutterPx, box.dayPx, days, box.hourPx / 60, grabbed.grip === 'whole' || grabbed.event ? box.headPx : 0]);
    this.#loop = new DragLoop((clientX, clientY, seconds, snap) => engine.dragFrame(x(clientX), y(clientY), seconds, snap),
      (now, seconds) => this.#apply(now, seconds));
    this.#loop.noteKeys(event);
    this.#apply(drag, 0);
    return this.#loop;
  }

  /** @param {Drag} drag @param {number} seconds */
  #apply(drag, seconds) {
    const { scroller, box, base, sign } = this.#view;
    const topPx = drag.positionHundredths / 100;
    if (topPx !== this.#topPx) {
      this.#topPx = topPx;
      scroller.scrollTop = topPx;
    }
    this.#goalPx = (this.#firstDay + drag.turned - base) * box.dayPx;
    if (this.#goalPx !== this.#leftPx) {
      const rest = this.#goalPx - this.#leftPx;
      this.#leftPx = Math.abs(rest) < 1 || seconds === 0 ? this.#goalPx : this.#leftPx + rest * Math.min(1, seconds * turnPerSecond);
      scroller.scrollLeft = sign * this.#leftPx;
    }
    const shift = this.#held?.shift ?? 0;
    const day = this.#firstDay + drag.day;
    const whole = drag.whole;
    this.#now = { day: whole ? day - shift : day, start: drag.start, end: drag.end, whole };
    const length = this.#wholeDays() - 1;
    this.#block.put({ ...this.#now, lastDay: this.#now.day + length, isCopy: this.#loop?.isCopy === true && this.#held?.event !== null });
  }

  /** @returns {number} How many days it covers as a bar. */
  #wholeDays() {
    const event = this.#held?.event;
    return event && this.#held?.grip === 'whole' ? dayNumber(event.end.slice(0, 10)) - dayNumber(event.start.slice(0, 10)) + 1 : 1;
  }

  /** @returns {Times} */
  #times() {
    const { day, start, end, whole } = this.#now;
    const { event, grip } = this.#held ?? {};
    if (whole) {
      const days = this.#wholeDays();
      if (event && !event.allDay && grip === 'whole') {
        return { allDay: false, start: dateOfDay(day) + event.start.slice(10), end: dateOfDay(day + days - 1) + event.end.slice(10) };
      }
      return { allDay: true, start: dateOfDay(day), end: dateOfDay(day + days - 1) };
    }
    const [from, to] = [timeAt(day, start), timeAt(day, end)];
    if (!event || event.allDay) return { allDay: false, start: from, end: to };
    // The end that nobody touched keeps its seconds.
    const isSame = (/** @type {string} */ a, /** @type {string} */ b) => a.slice(0, 16) === b.slice(0, 16);
    return { allDay: false, start: isSame(from, event.start) ? event.start : from, end: isSame(to, event.end) ? event.end : to };
  }

  /** @param {boolean} isTouch */
  #drop(isTouch) {
    const held = this.#held;
    if (!held) return;
    const times = this.#times();
    const copy = this.#loop?.isCopy === true;
    const { event } = held;
    if (!event) return this.#drawn(times);
    const isMoved = times.allDay !== event.allDay || times.start !== event.start || times.end !== event.end;
    this.#held = null;
    if (!isMoved && !copy) {
      this.#block.putBack();
      if (isTouch) this.#offerGrips(this.#view.columns.get(this.#now.day)?.buttonOf(event.key) ?? null);
      return;
    }
    this.drop(event.key, times, copy);
  }

  /**
   * Asks for the change; what is held stays to be seen where it was dropped until that is done.
   *
   * @param {string} key @param {Times} times @param {boolean} copy
   */
  drop(key, times, copy) {
    this.#isAsking = true;
    tell(this.#view, 'event-drop', {
      key, times, copy,
      settle: (/** @type {boolean} */ isDone) => {
        this.#isAsking = false;
        if (!isDone) this.#block.putBack();
        this.#view.agenda?.changed();
      },
    });
  }

  /** @param {Times} times An event was drawn: its title is asked for in place. */
  #drawn(times) {
    this.#held = null;
    this.#isAsking = true;
    askTitle(this.#block.element, (title) => {
      this.#isAsking = false;
      if (title) tell(this.#view, 'event-make', { title, times });
      else this.#block.clear();
      this.#view.agenda?.changed();
    });
  }

  /** Puts back what is held, and the hours where they were. */
  cancel() {
    this.#loop?.stop();
    if (!this.#held) return;
    const isNew = this.#held.event === null;
    this.#held = null;
    const { scroller, sign, base, box } = this.#view;
    scroller.scrollTop = this.#startedTop;
    scroller.scrollLeft = sign * (this.#firstDay - base) * box.dayPx;
    if (isNew) this.#block.clear();
    else this.#block.putBack();
  }

  /**
   * Shows what keys hold like what a pointer holds.
   *
   * @param {Placed} event @param {Times} times
   */
  preview(event, { allDay, start, end }) {
    const day = dayNumber(start.slice(0, 10));
    if (this.#held?.event !== event) this.#block.show({ key: event.key, title: event.title || t('untitled'), color: event.color });
    this.#held = { grip: 'move', event, day, start: 0, end: 0 };
    this.#block.put(allDay ? { day, start: 0, end: 0, whole: true, lastDay: dayNumber(end) }
      : { day, start: wallMinutes(start) - day * 1440, end: wallMinutes(end) - day * 1440, whole: false });
  }

  /** @param {boolean} isDropped Ends what `preview` began. */
  endPreview(isDropped) {
    this.#held = null;
    if (!isDropped) this.#block.putBack();
  }

  /** After a change the events themselves are where the block was. */
  clear() { this.#block.clear(); }
  mark() { if (this.isHolding) this.#block.mark(); }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const button = event.target instanceof Element ? event.target.closest('button[data-key]') : null;
    if (button instanceof HTMLElement) return tell(this.#view, 'event-open', { key: button.dataset['key'] });
    // A day's name leads to the day, and from there to its week.
    if (!(event.target instanceof Element && event.target.closest('.day-name-cell'))) return;
    tell(this.#view, 'view-open', { view: this.#view.days === 1 ? 'week' : 'day', date: dateOfDay(this.#placeAt(event).day) });
  }

  /** @param {MouseEvent} event */
  #doubled(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (!target || target.closest('button, .gutter, .hours-corner, .title-field')) return;
    const { day, minute, isHead } = this.#placeAt(event);
    const date = dateOfDay(day);
    if (isHead) return tell(this.#view, 'event-new', { first: date, last: date, allDay: true });
    const start = Math.floor(minute / 30) * 30;
    tell(this.#view, 'event-new', { first: date, last: date, allDay: false, start: timeAt(day, start), end: timeAt(day, start + newMinutes) });
  }
}
