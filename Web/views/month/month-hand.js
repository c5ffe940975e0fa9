import { addDays, dateOfDay, dayNumber } from '../../lib/civil-date.js';
import { element, tell } from '../../lib/dom.js';
import { DragLoop, snapMinutes } from '../../lib/drag-loop.js';
import { DragPress } from '../../lib/drag-press.js';
import { dateText } from '../../lib/format.js';
import { t } from '../../lib/strings.js';

/** Wider than any screen: the strip of the month has no sides that turn the days. */
const farPx = 1e6;

/** @typedef {{ event: EventDetail, date: string }} Grabbed */

/** What a pointer does with the events of the month: it takes them to other days, as far away as one likes. */
export class MonthHand {
  #view;
  #host;
  #chip = element('div', { class: 'held-chip chip', 'aria-hidden': 'true' });
  #goal = element('div', { class: 'goal-day', 'aria-hidden': 'true' });
  /** @type {Grabbed | null} */
  #held = null;
  #loop = /** @type {DragLoop | null} */ (null);
  #date = '';
  #startedPx = 0;
  /** How the strip is laid out, read at the lift: where its columns begin and how wide they are. */
  #columns = { leftPx: 0, widthPx: 1, topPx: 0, originPx: 0 };
  #isAsking = false;

  /** @param {import('./month-view.js').MonthView} view @param {HTMLElement} host The strip. @param {AbortSignal} signal */
  constructor(view, host, signal) {
    this.#view = view;
    this.#host = host;
    new DragPress(host, {
      grab: (event) => this.#grab(event), lift: (grabbed, event) => this.#lift(grabbed, event),
      drop: () => this.#drop(), cancel: () => this.#cancel(),
    }, signal);
  }

  /** @param {PointerEvent} event @returns {Grabbed | null} */
  #grab(event) {
    const chip = event.target instanceof Element ? event.target.closest('.chip[data-key]') : null;
    if (!(chip instanceof HTMLElement) || this.#held || this.#isAsking || event.shiftKey) return null;
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((found) => found.matches('.day'));
    const date = under instanceof HTMLElement ? under.dataset['date'] : undefined;
    try {
      const found = this.#view.engine?.event(chip.dataset['key'] ?? '');
      return found && date ? { event: found, date } : null;
    } catch {
      return null;
    }
  }

  /** @param {Grabbed} grabbed @param {PointerEvent} pointer @returns {DragLoop | null} */
  #lift(grabbed, pointer) {
    const { engine, strip, topPx } = this.#view;
    if (!engine) return null;
    const frame = this.#host.getBoundingClientRect();
    const cells = [...this.#host.querySelectorAll('.day:not([hidden])')].map((cell) => cell.getBoundingClientRect());
    const edge = document.dir === 'rtl' ? Math.max(...cells.map(({ right }) => right)) : Math.min(...cells.map(({ left }) => left));
    this.#columns = { leftPx: edge, widthPx: cells[0]?.width ?? 1, topPx: frame.top, originPx: frame.left };
    this.#held = grabbed;
    this.#date = '';
    this.#startedPx = topPx;
    this.#show(grabbed.event);
    engine.dragStart([0, 0, snapMinutes, 0, snapMinutes, 0, pointer.clientY - frame.top, topPx, frame.height, farPx,
      strip.weeks * strip.rowPx, 0, -farPx, farPx * 4, 1, 1, 0]);
    this.#loop = new DragLoop((x, y, seconds, snap) => {
      const drag = engine.dragFrame(0, y - frame.top, seconds, snap);
      this.#follow(x, y, drag.positionHundredths / 100);
      return drag;
    }, (drag) => this.#view.holdAt(drag.positionHundredths / 100));
    this.#loop.noteKeys(pointer);
    return this.#loop;
  }

  /** @param {EventDetail} event */
  #show(event) {
    this.#chip.textContent = event.title || t('untitled');
    this.#chip.dataset['color'] = event.color || event.calendarColor;
    this.#chip.style.inlineSize = `${Math.max(96, this.#columns.widthPx - 6)}px`;
    this.#goal.style.inlineSize = `${this.#columns.widthPx}px`;
    this.#goal.style.blockSize = `${this.#view.strip.rowPx}px`;
    this.#view.append(this.#chip);
    this.#host.firstElementChild?.append(this.#goal);
    this.#view.classList.add('holding');
    this.#mark(event.key);
  }

  /** @param {string} key The chips of the event become ghosts. */
  #mark(key) {
    for (const chip of this.#host.querySelectorAll('.chip[data-key]')) {
      chip.classList.toggle('ghost', key !== '' && chip instanceof HTMLElement && chip.dataset['key'] === key);
    }
  }

  /** @param {number} x @param {number} y @param {number} positionPx */
  #follow(x, y, positionPx) {
    const { strip } = this.#view;
    const { leftPx, widthPx, topPx } = this.#columns;
    this.#chip.style.translate = `${x + 8}px ${y - 12}px`;
    const isRight = document.dir === 'rtl';
    const place = Math.max(0, Math.min(Math.floor((isRight ? leftPx - x : x - leftPx) / widthPx), strip.places.filter((at) => at >= 0).length - 1));
    const column = strip.places.indexOf(place);
    const week = Math.max(0, Math.min(Math.floor((y - topPx + positionPx) / strip.rowPx), strip.weeks - 1));
    const date = dateOfDay(strip.firstDay + week * 7 + column);
    if (date === this.#date) return;
    this.#date = date;
    this.#chip.dataset['day'] = dateText(date, 'short');
    const left = (isRight ? leftPx - (place + 1) * widthPx : leftPx + place * widthPx) - this.#columns.originPx;
    this.#goal.style.translate = `${left}px ${week * strip.rowPx}px`;
  }

  #drop() {
    const held = this.#held;
    if (!held) return;
    const { event } = held;
    const days = dayNumber(this.#date || held.date) - dayNumber(held.date);
    const copy = this.#loop?.isCopy === true;
    if (days === 0 && !copy) return this.#cancel();
    this.#isAsking = true;
    const moved = (/** @type {string} */ time) => addDays(time.slice(0, 10), days) + time.slice(10);
    tell(this.#view, 'event-drop', {
      key: event.key, copy, times: { allDay: event.allDay, start: moved(event.start), end: moved(event.end) },
      settle: () => {
        this.#isAsking = false;
        this.#clear();
      },
    });
  }

  #cancel() {
    if (!this.#held) return;
    this.#view.holdAt(this.#startedPx);
    this.#clear();
  }

  #clear() {
    this.#held = null;
    this.#chip.remove();
    this.#goal.remove();
    this.#view.classList.remove('holding');
    this.#mark('');
  }
}
