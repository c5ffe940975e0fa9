import { tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { DragLoop, snapMinutes } from '../../interaction/drag-loop.js';
import { DragPress } from '../../interaction/drag-press.js';
import { dropEvent, isSameTimes } from '../../interaction/event-drop.js';
import { SmallMonthDrop } from '../../interaction/small-month-drop.js';
import { templatesFor, withTemplate } from '../../state/event-templates.js';
import { dayNumber, wallMinutes } from '../../time/civil-date.js';
import { clock } from '../../time/clock.js';
import { movedBy } from '../../time/shifted-times.js';
import { grabAt } from './drag-target.js';
import { DraggedEvent } from './dragged-event.js';
import { timesOf } from './dragged-times.js';
import { askTitle } from './new-event-title.js';
import { ResizeHandles } from './resize-handles.js';
import { listenToClicks } from './timeline-clicks.js';
import { TouchHandles } from './touch-handles.js';

/** @typedef {import('./drag-target.js').Grabbed} Grabbed */

/**
 * The speed at which the strip slides to another day: the part of the distance covered in a second.
 */
const turnPerSecond = 16;

/** Dragging in the hours: moves and stretches events, and draws new ones. */
export class TimelineDrag {
  #parts;
  #actions;
  #block;
  #edges = new ResizeHandles();
  #handles;
  /** @type {Grabbed | null} */
  #held = null;
  #loop = /** @type {DragLoop | null} */ (null);
  #now = { day: 0, start: 0, end: 0, whole: false };
  /** The first visible day at the lift, where the strip is going, and where it is. */
  #firstDay = 0;
  #goalPx = 0;
  #leftPx = 0;
  #topPx = -1;
  #startedTop = 0;
  /** Whether the user is being asked about the drop. */
  #isAsking = false;
  #smallMonth = new SmallMonthDrop();
  /** The day of the small month under the pointer; empty for none. */
  #smallDate = '';

  /**
   * @param {TimelineParts} parts
   * @param {{ make: (days: NewDays, at: { x: number, y: number, left?: number }) => void,
   *   choose: import('./timeline-clicks.js').ChooseTime,
   *   mark: (day: number, minute: number) => (() => void) | null,
   *   wait: (made: { uid: string, start: string }) => void }} actions `make` opens the sheet for a
   *   new event; `choose` is told the time that was pressed; `wait` focuses an event that Enter
   *   created as soon as it's drawn.
   */
  constructor(parts, actions) {
    this.#parts = parts;
    this.#actions = actions;
    this.#block = new DraggedEvent(parts);
    this.#handles = new TouchHandles(parts);
  }

  /** The dragged block, while it shows. @returns {HTMLElement | null} */
  get shownElement() {
    return this.#block.shownElement;
  }

  get isHolding() {
    return this.#held !== null || this.#isAsking;
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const { scroller } = this.#parts;
    new DragPress(
      scroller,
      {
        grab: (event) =>
          this.isHolding ? null : (this.#handles.grab(event) ?? grabAt(this.#parts, event)),
        isHandle: this.#handles.isHandle,
        lift: (grabbed, event) => this.#lift(grabbed, event),
        drop: () => this.#drop(),
        cancel: () => this.cancel(),
      },
      signal,
    );
    scroller.addEventListener(
      'pointerover',
      (event) => {
        if (event.pointerType === 'mouse') this.#edges.offer(event.target);
      },
      { signal },
    );
    this.#handles.listen(signal);
    listenToClicks(this.#parts, this.#actions, signal);
  }

  /** @param {Grabbed} grabbed @param {PointerEvent} event @returns {DragLoop | null} */
  #lift(grabbed, event) {
    const agenda = this.#parts.agenda();
    const engine = agenda?.engine;
    if (!engine) return null;
    const geometry = this.#parts.geometry();
    // The only layout read: from here on everything is arithmetic.
    const frame = this.#parts.scroller.getBoundingClientRect();
    const start = geometry.within(frame, event);
    // In the day view a handle is so near the side of the screen that holding it would turn the
    // day.
    const asidePx = grabbed.isAside
      ? geometry.gutterPx + (grabbed.day - geometry.first + 0.5) * geometry.dayPx - start.x
      : 0;
    start.x += asidePx;
    this.#smallMonth.measure();
    this.#smallDate = '';
    this.#held = grabbed;
    this.#firstDay = geometry.first;
    this.#goalPx = this.#leftPx = geometry.xOf(geometry.first);
    this.#topPx = this.#startedTop = geometry.topPx;
    const { title = '', key = '', color = '' } = grabbed.event ?? {};
    const isMoved = !grabbed.edge && (grabbed.grip === 'move' || grabbed.grip === 'whole');
    this.#block.show(
      {
        key,
        title: grabbed.event ? title || t('untitled') : t('newEvent'),
        color: color || agenda.calendars.get(agenda.defaultCalendar?.id ?? '')?.color || 'blue',
      },
      isMoved ? grabbed.event : null,
    );
    const drag = engine.dragStart({
      grip: grabbed.grip,
      startMinute: grabbed.start,
      endMinute: grabbed.end,
      day: grabbed.day - geometry.first,
      snapMinutes,
      xPx: start.x,
      yPx: start.y,
      positionPx: geometry.topPx,
      viewportHeightPx: geometry.hoursPx,
      viewportWidthPx: geometry.widthPx,
      contentHeightPx: geometry.yOf(24 * 60) + 24,
      gridLeftPx: geometry.gutterPx,
      dayWidthPx: geometry.dayPx,
      dayCount: geometry.days,
      pixelsPerMinute: geometry.yOf(1),
      laneHeightPx: grabbed.grip === 'whole' || grabbed.event ? geometry.headPx : 0,
    });
    this.#loop = new DragLoop(
      (clientX, clientY, seconds, snap) => {
        // While the pointer is over the small month, the block waits where it came from.
        if (this.#isOverSmallMonth(grabbed, clientX, clientY))
          return engine.dragFrame(start.x, start.y, seconds, snap);
        const { x, y } = geometry.within(frame, { clientX, clientY });
        // A bar is stretched by whole days: the pointer's height must not drop it into the hours.
        return engine.dragFrame(x + asidePx, grabbed.edge ? start.y : y, seconds, snap);
      },
      (now, seconds) => this.#apply(now, seconds),
    );
    this.#loop.noteKeys(event);
    this.#apply(drag, 0);
    return this.#loop;
  }

  /** @param {Grabbed} grabbed @param {number} x @param {number} y */
  #isOverSmallMonth({ event, grip, edge }, x, y) {
    const isMoved = event && !edge && (grip === 'move' || grip === 'whole');
    const date = (this.#smallDate = isMoved ? this.#smallMonth.at(x, y) : '');
    if (!isMoved || date === '') this.#smallMonth.putDown();
    else
      this.#smallMonth.carry(
        { title: event.title || t('untitled'), color: event.color, date },
        x,
        y,
      );
    return date !== '';
  }

  /** @param {Drag} drag @param {number} seconds */
  #apply(drag, seconds) {
    const { scroller } = this.#parts;
    const geometry = this.#parts.geometry();
    const topPx = drag.positionHundredths / 100;
    if (topPx !== this.#topPx) {
      this.#topPx = topPx;
      scroller.scrollTop = topPx;
    }
    this.#goalPx = geometry.xOf(this.#firstDay + drag.turned);
    if (this.#goalPx !== this.#leftPx) {
      const rest = this.#goalPx - this.#leftPx;
      this.#leftPx =
        Math.abs(rest) < 1 || seconds === 0
          ? this.#goalPx
          : this.#leftPx + rest * Math.min(1, seconds * turnPerSecond);
      scroller.scrollLeft = geometry.sign * this.#leftPx;
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

  /** @param {Grabbed} held */
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

  #drop() {
    const held = this.#held;
    if (!held) return;
    const small = this.#smallDate;
    this.#smallMonth.clear();
    const times =
      small !== '' && held.event
        ? movedBy(held.event, dayNumber(small) - held.day, 0)
        : timesOf(held, this.#now);
    const copy = this.#loop?.isCopy === true;
    const { event } = held;
    if (!event) return this.#askTitle(times);
    this.#held = null;
    if (!copy && isSameTimes(times, event)) {
      this.#handles.take(event);
      return this.#block.putBack();
    }
    this.#handles.take({ ...event, start: times.start });
    void this.drop(event.key, times, copy);
  }

  /**
   * Asks for the change, and keeps the event visible where it was dropped until there's an answer.
   *
   * @param {string} key @param {Times} times @param {boolean} [copy]
   */
  async drop(key, times, copy = false) {
    this.#isAsking = true;
    const isDone = await dropEvent(this.#parts.scroller, { key, times, copy });
    this.#isAsking = false;
    if (!isDone) this.#block.putBack();
    this.#parts.agenda()?.changed();
  }

  /** @param {Times} times The times of the event just drawn, whose title is asked for in place. */
  #askTitle(times) {
    this.#held = null;
    if (times.allDay || this.#parts.agenda()?.people.view) return this.#askSheet(times);
    this.#isAsking = true;
    const agenda = this.#parts.agenda();
    /** @type {Parameters<typeof askTitle>[1]} */
    const find = (text, take) => (agenda ? templatesFor(agenda, text, take) : []);
    askTitle(this.#block.element, find, (title, byKey, template) => {
      this.#isAsking = false;
      const uid = clock.uid();
      if (byKey) this.#actions.wait({ uid: title && uid, start: times.start });
      /** @type {DrawnEvent['fill']} */
      const fill = template && ((draft, keepsTimes) => withTemplate(draft, template, keepsTimes));
      if (title) tell(this.#parts.scroller, 'event-make', { title, uid, times, fill });
      else this.#block.clear();
      this.#parts.agenda()?.changed();
    });
  }

  /**
   * @param {Times} times The times of a new event, which a sheet beside it asks about: a bar is too
   *   low for a title's field, and in a group's view the event can also be proposed.
   */
  #askSheet({ allDay, start, end }) {
    const shown = this.#block.shownElement ?? this.#block.element;
    const { left, right, top } = shown.getBoundingClientRect();
    this.#block.clear();
    this.#actions.make(
      { first: start.slice(0, 10), last: end.slice(0, 10), allDay, start, end },
      { x: right, y: top, left },
    );
  }

  /** Puts the event back, and scrolls back to where the drag began. */
  cancel() {
    this.#loop?.stop();
    this.#smallMonth.clear();
    if (!this.#held) return;
    const isNew = this.#held.event === null;
    this.#held = null;
    const { scroller, geometry } = this.#parts;
    scroller.scrollTop = this.#startedTop;
    scroller.scrollLeft = geometry().leftOf(this.#firstDay);
    if (isNew) this.#block.clear();
    else this.#block.putBack();
  }

  /**
   * Shows an event that is moved by keys as if a pointer dragged it.
   *
   * @param {Occurrence} event @param {Times} times
   */
  preview(event, { allDay, start, end }) {
    const day = dayNumber(start.slice(0, 10));
    if (this.#held?.event !== event)
      this.#block.show(
        { key: event.key, title: event.title || t('untitled'), color: event.color },
        event,
      );
    this.#held = { grip: 'move', event, day, start: 0, end: 0 };
    const [from, to] = allDay
      ? [0, 0]
      : [wallMinutes(start) - day * 1440, wallMinutes(end) - day * 1440];
    this.#block.put(
      { day, start: from, end: to, whole: allDay, lastDay: dayNumber(end.slice(0, 10)) },
      { allDay, start, end },
    );
  }

  /** @param {boolean} isDropped If false, the event returns to where `preview` took it from. */
  endPreview(isDropped) {
    this.#held = null;
    if (!isDropped) this.#block.putBack();
  }

  /** Removes the dragged block, because the event itself is drawn there after a change. */
  clear() {
    this.#block.clear();
  }

  /** Marks the event again, because its elements may belong to others after a redraw. */
  mark() {
    if (this.isHolding) this.#block.mark();
    this.#handles.show();
  }
}
