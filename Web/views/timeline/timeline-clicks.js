import { ignoreSecondPress } from '../../components/modal-dialog.js';
import { openDialogs } from '../../components/open-dialogs.js';
import { tell } from '../../dom/element.js';
import { slotMinutes, timeAt } from '../../layout/hour-strip.js';
import { dateOfDay } from '../../time/civil-date.js';
import { showCrowded } from './crowded-times.js';
import { placeAt } from './drag-target.js';

/**
 * @typedef {(days: NewDays, at: { x: number, y: number }) => void} MakeEvent
 * @typedef {(day: number, minute: number) => void} ChooseTime A minute of -1 is the whole day.
 */

/**
 * A click in the hours opens an event or a day. On free time the mouse begins an event with one
 * press, and a finger with two: the first marks the hour, the second begins an event in it.
 *
 * @param {TimelineParts} parts
 * @param {{ make: MakeEvent, choose: ChooseTime,
 *   mark: (day: number, minute: number) => (() => void) | null }} actions `mark` marks an hour; if
 *   it's marked already, it returns what begins an event there.
 * @param {AbortSignal} signal
 */
export function listenToClicks(parts, { make, choose, mark }, signal) {
  const { scroller } = parts;
  const press = new FreePress(scroller, signal);
  scroller.addEventListener(
    'click',
    (event) => {
      if (!isOnFreeTime(event)) return clicked(parts, event);
      const { day, minute, isHead } = placeAt(parts, event);
      if (press.isTap(event) && !isHead) {
        const begin = mark(day, Math.floor(minute / 60) * 60);
        if (begin) ignoreSecondPress(document);
        return begin?.();
      }
      if (!press.isClick(event)) return;
      choose(day, isHead ? -1 : slotOf(minute));
      if (!press.begins) return;
      // The second half of a double click would close the card again.
      ignoreSecondPress(document);
      makeAt(parts, make, event);
    },
    { signal },
  );
  // Shows which time a menu is for.
  scroller.addEventListener(
    'contextmenu',
    (event) => {
      const isFinger = event instanceof PointerEvent && event.pointerType === 'touch';
      if (isFinger || !isOnFreeTime(event)) return;
      const { day, minute, isHead } = placeAt(parts, event);
      choose(day, isHead ? -1 : slotOf(minute));
    },
    { signal },
  );
  scroller.addEventListener(
    'dblclick',
    (event) => {
      if (isOnFreeTime(event) && !press.isMouse && placeAt(parts, event).isHead)
        makeAt(parts, make, event);
    },
    { signal },
  );
}

/** A press that moves farther is a drag. */
const clickPx = 4;
/** A finger trembles. */
const tapPx = 12;

/** The press under way: whether it's a click of the mouse, and whether it begins an event. */
class FreePress {
  isMouse = false;
  begins = false;
  #scroller;
  #isFree = false;
  #isAwaited = false;
  #start = { x: 0, y: 0, topPx: 0, leftPx: 0 };

  /** @param {HTMLElement} scroller @param {AbortSignal} signal */
  constructor(scroller, signal) {
    this.#scroller = scroller;
    // On the window, because the same press closes menus and cards when it gets to the document.
    addEventListener('pointerdown', (event) => this.#pressed(event), { capture: true, signal });
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    const { pointerType, button, clientX: x, clientY: y } = event;
    this.isMouse = pointerType === 'mouse' && button === 0;
    this.#isAwaited = isAwaited();
    this.begins = this.isMouse && !this.#isAwaited;
    this.#isFree = isOnFreeTime(event);
    const { scrollTop: topPx, scrollLeft: leftPx } = this.#scroller;
    this.#start = { x, y, topPx, leftPx };
  }

  /**
   * @param {MouseEvent} event
   * @returns {boolean} Whether neither the mouse nor what is under it moved since it was pressed on
   *   free time. A drag of what can't be moved ends with a click, too.
   */
  isClick(event) {
    const { shiftKey, ctrlKey, metaKey } = event;
    return this.isMouse && this.#isStill(event) && !shiftKey && !ctrlKey && !metaKey;
  }

  /** @param {MouseEvent} event @returns {boolean} Whether a finger tapped, and ended nothing else. */
  isTap(event) {
    return !this.isMouse && !this.#isAwaited && this.#isStill(event);
  }

  /** @param {MouseEvent} event */
  #isStill({ clientX, clientY }) {
    const { x, y, topPx, leftPx } = this.#start;
    const { scrollTop, scrollLeft } = this.#scroller;
    const mostPx = this.isMouse ? clickPx : tapPx;
    const isSame = this.#isFree && scrollTop === topPx && scrollLeft === leftPx;
    return isSame && Math.hypot(clientX - x, clientY - y) < mostPx;
  }
}

/** @returns {boolean} Whether a press on free time ends something else: a card, a menu, a selection. */
const isAwaited = () =>
  openDialogs.size > 0 ||
  document.querySelector(':popover-open, .selection-bar, .title-field') !== null;

/** @param {MouseEvent} event */
function isOnFreeTime({ target }) {
  return (
    target instanceof Element &&
    !target.closest('button, .gutter, .hours-corner, .day-name-cell, .title-field')
  );
}

/**
 * @param {TimelineParts} parts @param {MouseEvent} event
 * @returns {string} The local time under the pointer, or only the date above the hours; empty
 *   beside them.
 */
export function timeUnder(parts, event) {
  const { target } = event;
  if (!(target instanceof Element) || !target.closest('.hours-day, .hours-head')) return '';
  const { day, minute, isHead } = placeAt(parts, event);
  return isHead ? dateOfDay(day) : timeAt(day, slotOf(minute));
}

/** @param {number} minute @returns {number} The first minute of its slot. */
const slotOf = (minute) => Math.floor(minute / slotMinutes) * slotMinutes;

/** @param {TimelineParts} parts @param {MouseEvent} event */
function clicked(parts, event) {
  const target = event.target instanceof Element ? event.target : null;
  const count = target?.closest('.hours-more');
  if (count instanceof HTMLElement) return showCrowded(parts, count);
  const button = target?.closest('button[data-key]');
  if (button instanceof HTMLElement)
    return tell(parts.scroller, 'event-open', { key: button.dataset['key'] });
  // A day's name opens the day, and in the day view its week.
  if (target?.closest('.day-name-cell')) {
    tell(parts.scroller, 'view-open', {
      view: parts.geometry().days === 1 ? 'week' : 'day',
      date: dateOfDay(placeAt(parts, event).day),
    });
  }
}

/** @param {TimelineParts} parts @param {MakeEvent} make @param {MouseEvent} event */
function makeAt(parts, make, event) {
  const { day, minute, isHead } = placeAt(parts, event);
  const date = dateOfDay(day);
  const at = { x: event.clientX, y: event.clientY };
  if (isHead) return make({ first: date, last: date, allDay: true }, at);
  const start = slotOf(minute);
  make(
    {
      first: date,
      last: date,
      allDay: false,
      start: timeAt(day, start),
      end: timeAt(day, start + parts.newMinutes()),
    },
    at,
  );
}
