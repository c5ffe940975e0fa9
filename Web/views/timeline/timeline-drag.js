import { tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { DragLoop, snapMinutes } from '../../interaction/drag-loop.js';
import { DragPress } from '../../interaction/drag-press.js';
import { drop, isSameTimes } from '../../interaction/event-drop.js';
import { dayNumber, wallMinutes } from '../../time/civil-date.js';
import { clock } from '../../time/clock.js';
import { grabAt } from './drag-target.js';
import { HeldBlock } from './dragged-event.js';
import { timesOf } from './dragged-times.js';
import { askTitle } from './new-event-title.js';
import { Grips } from './resize-handles.js';
import { listenToClicks } from './timeline-clicks.js';

/** @typedef {import('./drag-target.js').Grabbed} Grabbed */

/** How fast the days slide along when they are turned. */
const turnPerSecond = 16;

/** What a pointer does with the hours: it moves and stretches events, and draws new ones. */
export class Hand {
  #view;
  #block;
  #grips = new Grips();
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

  get isHolding() {
    return this.#held !== null || this.#isAsking;
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const { scroller } = this.#view;
    new DragPress(
      scroller,
      {
        grab: (event) => (this.isHolding ? null : grabAt(this.#view, event)),
        lift: (grabbed, event) => this.#lift(grabbed, event),
        drop: (isTouch) => this.#drop(isTouch),
        cancel: () => this.cancel(),
      },
      signal,
    );
    scroller.addEventListener(
      'pointerover',
      (event) => {
        if (event.pointerType === 'mouse') this.#grips.offer(event.target);
      },
      { signal },
    );
    listenToClicks(this.#view, signal);
  }

  /** @param {Grabbed} grabbed @param {PointerEvent} event @returns {DragLoop | null} */
  #lift(grabbed, event) {
    const { agenda, scroller, box, first, days, sign, topPx, base } = this.#view;
    const engine = agenda?.engine;
    if (!engine) return null;
    // The only reading of the page: from here on everything is arithmetic.
    const frame = scroller.getBoundingClientRect();
    const x = (/** @type {number} */ clientX) =>
      sign > 0 ? clientX - frame.left : frame.right - clientX;
    const y = (/** @type {number} */ clientY) => clientY - frame.top - box.headPx;
    this.#held = grabbed;
    this.#firstDay = first;
    this.#goalPx = this.#leftPx = (first - base) * box.dayPx;
    this.#topPx = this.#startedTop = topPx;
    const { title = '', key = '', color = '' } = grabbed.event ?? {};
    this.#block.show({
      key,
      title: grabbed.event ? title || t('untitled') : t('newEvent'),
      color: color || agenda.calendars.get(agenda.defaultCalendar?.id ?? '')?.color || 'blue',
    });
    const drag = engine.dragStart({
      grip: grabbed.grip,
      startMinute: grabbed.start,
      endMinute: grabbed.end,
      day: grabbed.day - first,
      snapMinutes,
      xPx: x(event.clientX),
      yPx: y(event.clientY),
      positionPx: topPx,
      viewportHeightPx: box.heightPx - box.headPx,
      viewportWidthPx: box.widthPx,
      contentHeightPx: 24 * box.hourPx + 24,
      gridLeftPx: box.gutterPx,
      dayWidthPx: box.dayPx,
      dayCount: days,
      pixelsPerMinute: box.hourPx / 60,
      laneHeightPx: grabbed.grip === 'whole' || grabbed.event ? box.headPx : 0,
    });
    // A bar that is stretched goes by days only: the hours below are not meant.
    const height = (/** @type {number} */ clientY) => y(grabbed.edge ? event.clientY : clientY);
    this.#loop = new DragLoop(
      (clientX, clientY, seconds, snap) =>
        engine.dragFrame(x(clientX), height(clientY), seconds, snap),
      (now, seconds) => this.#apply(now, seconds),
    );
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
      this.#leftPx =
        Math.abs(rest) < 1 || seconds === 0
          ? this.#goalPx
          : this.#leftPx + rest * Math.min(1, seconds * turnPerSecond);
      scroller.scrollLeft = sign * this.#leftPx;
    }
    const held = this.#held;
    if (!held) return;
    const { start, end, whole } = drag;
    this.#now = {
      day: this.#firstDay + drag.day - (whole ? (held.shift ?? 0) : 0),
      start,
      end,
      whole,
    };
    this.#put(held);
  }

  /** @param {Grabbed} held Shows it where it is now. */
  #put(held) {
    const times = timesOf(held, this.#now);
    const isBar = this.#now.whole;
    const place = isBar
      ? {
          ...this.#now,
          day: dayNumber(times.start.slice(0, 10)),
          lastDay: dayNumber(times.end.slice(0, 10)),
        }
      : this.#now;
    this.#block.put(
      { ...place, isCopy: this.#loop?.isCopy === true && held.event !== null },
      times,
    );
  }

  /** @param {boolean} isTouch */
  #drop(isTouch) {
    const held = this.#held;
    if (!held) return;
    const times = timesOf(held, this.#now);
    const copy = this.#loop?.isCopy === true;
    const { event } = held;
    if (!event) return this.#drawn(times);
    this.#held = null;
    if (!copy && isSameTimes(times, event)) {
      this.#block.putBack();
      if (isTouch)
        this.#grips.offer(
          held.grip === 'whole'
            ? this.#view.bars.buttonOf(event.key)
            : (this.#view.columns.get(held.day)?.buttonOf(event.key) ?? null),
        );
      return;
    }
    void this.drop(event.key, times, copy);
  }

  /**
   * Asks for the change; what is held stays to be seen where it was dropped until that is done.
   *
   * @param {string} key @param {Times} times @param {boolean} [copy]
   */
  async drop(key, times, copy = false) {
    this.#isAsking = true;
    const isDone = await drop(this.#view, { key, times, copy });
    this.#isAsking = false;
    if (!isDone) this.#block.putBack();
    this.#view.agenda?.changed();
  }

  /** @param {Times} times An event was drawn: its title is asked for in place. */
  #drawn(times) {
    this.#held = null;
    if (this.#view.agenda?.people.view) return this.#asked(times);
    this.#isAsking = true;
    askTitle(this.#block.element, (title, byKey) => {
      this.#isAsking = false;
      const uid = clock.uid();
      if (byKey) this.#view.stops.wait({ uid: title && uid, start: times.start });
      if (title) tell(this.#view, 'event-make', { title, uid, times });
      else this.#block.clear();
      this.#view.agenda?.changed();
    });
  }

  /**
   * @param {Times} times What was drawn while a group is looked at can be proposed, too: a sheet
   *   beside it asks.
   */
  #asked({ allDay, start, end }) {
    const { left, right, top } = this.#block.element.getBoundingClientRect();
    document.addEventListener(
      'close',
      () => {
        if (!this.isHolding) this.#block.clear();
      },
      { capture: true, once: true },
    );
    this.#view.stops.common.make(
      { first: start.slice(0, 10), last: end.slice(0, 10), allDay, start, end },
      { x: right, y: top, left },
    );
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
   * @param {Occurrence} event @param {Times} times
   */
  preview(event, { allDay, start, end }) {
    const day = dayNumber(start.slice(0, 10));
    if (this.#held?.event !== event)
      this.#block.show({ key: event.key, title: event.title || t('untitled'), color: event.color });
    this.#held = { grip: 'move', event, day, start: 0, end: 0 };
    const [from, to] = allDay
      ? [0, 0]
      : [wallMinutes(start) - day * 1440, wallMinutes(end) - day * 1440];
    this.#block.put(
      { day, start: from, end: to, whole: allDay, lastDay: dayNumber(end.slice(0, 10)) },
      { allDay, start, end },
    );
  }

  /** @param {boolean} isDropped Ends what `preview` began. */
  endPreview(isDropped) {
    this.#held = null;
    if (!isDropped) this.#block.putBack();
  }

  /** After a change the events themselves are where the block was. */
  clear() {
    this.#block.clear();
  }
  mark() {
    if (this.isHolding) this.#block.mark();
  }
}
