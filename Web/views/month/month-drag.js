import { element } from '../../dom/element.js';
import { isReadOnly } from '../../i18n/calendar-owners.js';
import { dateText, spanText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { edgeAt, stretchedBy } from '../../interaction/bar-edges.js';
import { DragLoop, snapMinutes } from '../../interaction/drag-loop.js';
import { DragPress } from '../../interaction/drag-press.js';
import { dropEvent, isSameTimes } from '../../interaction/event-drop.js';
import { dateOfDay, dayNumber } from '../../time/civil-date.js';
import { movedBy } from '../../time/shifted-times.js';

/** @type {import('../../interaction/small-month-drop.js').SmallMonthDrop | null} */
let smallMonth = null;

/**
 * Lets the days of the small month take events, too.
 *
 * @param {import('../../interaction/small-month-drop.js').SmallMonthDrop} place
 */
export function dropOnSmallMonth(place) {
  smallMonth = place;
}

/** How far above or below a chip a finger may be to hold it. */
const fingerPx = 12;

/** Dragging in the month: moves events to other days, however far away, and stretches bars. */
export class MonthDrag {
  #view;
  #host;
  #chip = element('div', { class: 'held-chip chip', 'aria-hidden': 'true' });
  #goal = element('div', { class: 'goal-day', 'aria-hidden': 'true' });
  /** @type {HeldEvent | null} */
  #held = null;
  #loop = /** @type {DragLoop | null} */ (null);
  #date = '';
  #startedPx = 0;
  /** How far above the pointer the event is drawn: farther for a finger, which would cover it. */
  #abovePx = 0;
  /** The columns' start and width and the strip's corner on the screen, read at the lift. */
  #columns = { leftPx: 0, widthPx: 1, topPx: 0, originPx: 0 };
  #isAsking = false;

  /** @param {import('./month-view.js').MonthView} view @param {HTMLElement} host The strip. */
  constructor(view, host) {
    this.#view = view;
    this.#host = host;
  }

  /** The outline of the goal day, while it shows. @returns {HTMLElement | null} */
  get shownElement() {
    return this.#goal.isConnected ? this.#goal : null;
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    new DragPress(
      this.#host,
      {
        grab: (event) => this.#grab(event),
        lift: (grabbed, event) => this.lift(grabbed, event),
        drop: () => void this.drop(),
        cancel: () => this.cancel(),
      },
      signal,
    );
  }

  /** @param {PointerEvent} event @returns {HeldEvent | null} */
  #grab(event) {
    if (event.shiftKey) return null;
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((found) => found.matches('.day'));
    const date = under instanceof HTMLElement ? under.dataset['date'] : undefined;
    const pressed = pressedChip(event);
    const chip = pressed ?? (event.pointerType === 'touch' ? chipNear(event) : null);
    if (!chip || !date) return null;
    return this.take(chip.dataset['key'] ?? '', date, pressed && edgeAt(pressed, event));
  }

  /**
   * @param {string} key
   * @param {string} date The day it's taken from.
   * @param {HeldEvent['edge']} [edge] The end that is stretched.
   * @returns {HeldEvent | null} Null if it can't be moved now.
   */
  take(key, date, edge = null) {
    if (this.#held || this.#isAsking) return null;
    try {
      const event = this.#view.engine?.event(key);
      return event && !isReadOnly(event.calendar) ? { event, date, edge } : null;
    } catch {
      return null;
    }
  }

  /** @param {HeldEvent} grabbed @param {PointerEvent} pointer @returns {DragLoop | null} */
  lift(grabbed, pointer) {
    const { engine, strip, topPx } = this.#view;
    if (!engine) return null;
    const frame = this.#host.getBoundingClientRect();
    const cells = [...this.#host.querySelectorAll('.day:not([hidden])')].map((cell) =>
      cell.getBoundingClientRect(),
    );
    const edge =
      document.dir === 'rtl'
        ? Math.max(...cells.map(({ right }) => right))
        : Math.min(...cells.map(({ left }) => left));
    this.#columns = {
      leftPx: edge,
      widthPx: cells[0]?.width ?? 1,
      topPx: frame.top,
      originPx: frame.left,
    };
    smallMonth?.measure();
    this.#held = grabbed;
    this.#date = '';
    this.#startedPx = topPx;
    this.#abovePx = pointer.pointerType === 'mouse' ? 12 : 48;
    this.#show(grabbed.event);
    engine.dragStart({
      grip: 'move',
      snapMinutes,
      yPx: pointer.clientY - frame.top,
      positionPx: topPx,
      viewportHeightPx: frame.height,
      contentHeightPx: strip.weeks * strip.rowPx,
    });
    this.#loop = new DragLoop(
      (x, y, seconds, snap) => {
        const small = grabbed.edge ? '' : (smallMonth?.at(x, y) ?? '');
        // While the pointer is over the small month, the strip doesn't scroll.
        const yPx = small === '' ? y - frame.top : frame.height / 2;
        const drag = engine.dragFrame(0, yPx, seconds, snap);
        // Percentages refer to the chip itself, so that it ends on the screen.
        const leftPx = `min(${x + 8}px, 100vw - 100% - 4px)`;
        this.#chip.style.translate = `${leftPx} ${y - this.#abovePx}px`;
        // After returning from the small month, the outline may be on another day than before.
        if (small === '' && this.#goal.hidden) this.#date = '';
        this.#goal.hidden = small !== '';
        if (small === '') this.#follow(x, y, drag.positionHundredths / 100);
        else this.#aim(small);
        return drag;
      },
      (drag) => this.#view.holdAt(drag.positionHundredths / 100),
    );
    this.#loop.noteKeys(pointer);
    return this.#loop;
  }

  /** @param {EventDetail} event */
  #show(event) {
    this.#chip.textContent = event.title || t('untitled');
    this.#chip.dataset['color'] = event.color || event.calendarColor;
    this.#chip.style.minInlineSize = `${Math.max(96, this.#columns.widthPx - 6)}px`;
    this.#goal.style.inlineSize = `${this.#columns.widthPx}px`;
    this.#goal.style.blockSize = `${this.#view.strip.rowPx}px`;
    this.#view.append(this.#chip);
    this.#host.firstElementChild?.append(this.#goal);
    this.#view.classList.add('holding');
    document.documentElement.classList.add('dragging');
    this.#mark(event.key);
  }

  /** @param {string} key The event whose chips are drawn as ghosts; empty for none. */
  #mark(key) {
    for (const chip of this.#host.querySelectorAll('.chip[data-key]')) {
      chip.classList.toggle(
        'ghost',
        key !== '' && chip instanceof HTMLElement && chip.dataset['key'] === key,
      );
    }
  }

  /** @param {number} x @param {number} y @param {number} positionPx */
  #follow(x, y, positionPx) {
    const { strip } = this.#view;
    const { leftPx, widthPx, topPx } = this.#columns;
    const isRight = document.dir === 'rtl';
    const place = Math.max(
      0,
      Math.min(
        Math.floor((isRight ? leftPx - x : x - leftPx) / widthPx),
        strip.places.filter((at) => at >= 0).length - 1,
      ),
    );
    const column = strip.places.indexOf(place);
    const week = Math.max(
      0,
      Math.min(Math.floor((y - topPx + positionPx) / strip.rowPx), strip.weeks - 1),
    );
    const date = dateOfDay(strip.firstDay + week * 7 + column);
    if (date === this.#date) return;
    this.#aim(date);
    if (this.#held?.edge) this.#view.mark();
    const left =
      (isRight ? leftPx - (place + 1) * widthPx : leftPx + place * widthPx) -
      this.#columns.originPx;
    this.#goal.style.translate = `${left}px ${week * strip.rowPx}px`;
  }

  /** @param {string} date The day on which a drop would put the event. */
  #aim(date) {
    if (date === this.#date) return;
    this.#date = date;
    const { start, end } = this.#times();
    const isSpan = this.#held?.edge && start.slice(0, 10) !== end.slice(0, 10);
    this.#chip.dataset['day'] = isSpan
      ? spanText({ allDay: true, start: start.slice(0, 10), end: end.slice(0, 10) })
      : dateText(date, 'short');
  }

  /** @returns {Times} */
  #times() {
    const { event, date, edge } = /** @type {HeldEvent} */ (this.#held);
    const days = dayNumber(this.#date || date) - dayNumber(date);
    return edge ? stretchedBy(event, edge, days) : movedBy(event, days, 0);
  }

  /** @param {string} date @returns {'range' | ''} 'range' on the days of a bar being stretched. */
  rangeOf(date) {
    if (!this.#held?.edge) return '';
    const { start, end } = this.#times();
    return date >= start.slice(0, 10) && date <= end.slice(0, 10) ? 'range' : '';
  }

  async drop() {
    const held = this.#held;
    if (!held) return;
    const times = this.#times();
    const copy = this.#loop?.isCopy === true && !held.edge;
    if (isSameTimes(times, held.event) && !copy) return this.cancel();
    this.#isAsking = true;
    await dropEvent(this.#view, { key: held.event.key, times, copy });
    this.#isAsking = false;
    this.#clear();
  }

  cancel() {
    if (!this.#held || this.#isAsking) return;
    this.#loop?.stop();
    this.#view.holdAt(this.#startedPx);
    this.#clear();
  }

  #clear() {
    this.#held = null;
    smallMonth?.clear();
    this.#chip.remove();
    this.#goal.remove();
    this.#view.classList.remove('holding');
    document.documentElement.classList.remove('dragging');
    this.#mark('');
    this.#view.mark();
  }
}

/** @param {PointerEvent} event @returns {HTMLElement | null} */
function pressedChip({ target }) {
  const chip = target instanceof Element ? target.closest('.chip[data-key]') : null;
  return chip instanceof HTMLElement ? chip : null;
}

/**
 * The event that a finger holds on a phone. Taps there go to the day, because its chips take no
 * presses.
 *
 * @param {PointerEvent} event
 * @returns {HTMLElement | null} The chip under the finger, or nearest above or below it.
 */
function chipNear({ target, clientX: x, clientY: y }) {
  const row = target instanceof Element ? target.closest('.week') : null;
  let nearest = null;
  let leastPx = fingerPx;
  for (const chip of row?.querySelectorAll('.chip[data-key]') ?? []) {
    const { left, right, top, bottom } = chip.getBoundingClientRect();
    const awayPx = Math.max(top - y, y - bottom, 0);
    if (x < left || x > right || awayPx >= leastPx || !(chip instanceof HTMLElement)) continue;
    [nearest, leastPx] = [chip, awayPx];
  }
  return nearest;
}
