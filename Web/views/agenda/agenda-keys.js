import { tell } from '../../dom/element.js';
import { rowsOf } from '../../layout/agenda-strip.js';
import { monthFrom } from './month-steps.js';

/** The keyboard in the list: one tab stop; arrow keys move over events and days. */
export class AgendaKeys {
  /** Where the focus is, or would go. It follows its event to another row. */
  at = { date: '', row: 0, key: '', uid: '' };
  #view;

  /** @param {import('./agenda-view.js').AgendaView} view */
  constructor(view) {
    this.#view = view;
  }

  /** @param {HTMLElement} scroller @param {AbortSignal} signal */
  listen(scroller, signal) {
    scroller.addEventListener('keydown', (event) => this.#pressed(event), { signal });
    // Space clicks a button on keyup; here it has already picked up the event.
    scroller.addEventListener(
      'keyup',
      (event) => {
        if (event.key === ' ' && this.#keyOf(event.target)) event.preventDefault();
      },
      { signal },
    );
    for (const name of ['focusin', 'click'])
      scroller.addEventListener(name, (event) => this.#met(event.target), { signal });
  }

  /** @param {EventTarget | null} target */
  #keyOf(target) {
    return target instanceof HTMLElement ? target.dataset['key'] : undefined;
  }

  /** @param {EventTarget | null} target */
  #met(target) {
    const found = this.#view.pool.rowOf(target);
    if (!found) return;
    const event = found.day.events[found.row];
    this.set({
      date: found.day.date,
      row: found.row,
      key: event?.key ?? '',
      uid: event?.uid ?? '',
    });
    this.keepTabStop();
  }

  /** @param {{ date: string, row?: number, key?: string, uid?: string }} at */
  set({ date, row = 0, key = '', uid = '' }) {
    this.at = { date, row, key, uid };
  }

  /** Finds the event or the day again after a change, unless it's far from the screen. */
  find() {
    const { date, row, key, uid } = this.at;
    const { strip } = this.#view;
    const day = strip.has(date) ? strip.nearest(date) : undefined;
    if (!day) return;
    const place = [
      day.events.findIndex((event) => event.key === key),
      day.events.findIndex((event) => event.uid === uid),
    ].find((index) => index >= 0);
    const index = place ?? (day.date === date ? Math.min(row, rowsOf(day) - 1) : 0);
    this.set({
      date: day.date,
      row: index,
      key: day.events[index]?.key ?? '',
      uid: day.events[index]?.uid ?? '',
    });
  }

  /** Makes one element of the view the tab stop. */
  keepTabStop() {
    for (const stop of this.#view.querySelectorAll('[tabindex="0"]'))
      stop.setAttribute('tabindex', '-1');
    const { date, row } = this.at;
    const { pool } = this.#view;
    const other = [...pool.sections.values()]
      .find((section) => this.#view.isOnScreen(section.day.date))
      ?.rows.values()
      .next().value;
    const button = pool.buttonAt(date, row) ?? other?.button;
    if (button) button.tabIndex = 0;
  }

  focus() {
    if (!this.#view.strip.has(this.at.date)) this.#view.goTo(this.at.date);
    this.find();
    const { date, row } = this.at;
    const day = this.#view.strip.find(date);
    if (!day) return;
    this.#view.reveal(day, row);
    this.keepTabStop();
    this.#view.pool.buttonAt(date, row)?.focus({ preventScroll: true });
  }

  /**
   * Returns the focus to its event after a redraw, without scrolling to it.
   *
   * @param {boolean} hadFocus Whether the list had the focus before.
   */
  settle(hadFocus) {
    this.keepTabStop();
    if (!hadFocus) return;
    const button = this.#view.pool.buttonAt(this.at.date, this.at.row);
    if (button && button !== document.activeElement) button.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = this.#keyOf(event.target);
    if (key && event.key === ' ') {
      event.preventDefault();
      event.stopPropagation();
      return tell(this.#view, 'event-pick-up', { key });
    }
    const moved = event.shiftKey ? null : this.#moved(event.key);
    if (!moved) return;
    event.preventDefault();
    this.set(moved);
    this.focus();
  }

  /** @param {string} pressed @returns {{ date: string, row: number } | null} */
  #moved(pressed) {
    const { strip } = this.#view;
    const forward = document.dir === 'rtl' ? -1 : 1;
    if (!strip.has(this.at.date)) this.#view.goTo(this.at.date);
    this.find();
    const { date, row } = this.at;
    const place = strip.days.findIndex((day) => day.date === date);
    const day = strip.days[place];
    if (!day) return null;
    const last = rowsOf(day) - 1;
    const dayAt = (/** @type {number} */ step) => strip.days[place + step]?.date ?? date;
    /** @type {Record<string, () => { date: string, row: number }>} */
    const moves = {
      ArrowDown: () =>
        row < last
          ? { date, row: row + 1 }
          : dayAt(1) === date
            ? { date, row }
            : { date: dayAt(1), row: 0 },
      ArrowUp: () =>
        row > 0 ? { date, row: row - 1 } : (this.#lastOf(strip.days[place - 1]) ?? { date, row }),
      ArrowRight: () => ({ date: dayAt(forward), row: 0 }),
      ArrowLeft: () => ({ date: dayAt(-forward), row: 0 }),
      Home: () => ({ date, row: 0 }),
      End: () => ({ date, row: last }),
      PageDown: () => this.#month(1),
      PageUp: () => this.#month(-1),
    };
    return moves[pressed]?.() ?? null;
  }

  /** @param {AgendaDay | undefined} day */
  #lastOf(day) {
    return day ? { date: day.date, row: rowsOf(day) - 1 } : null;
  }

  /** @param {1 | -1} way */
  #month(way) {
    const date =
      monthFrom((to, from) => this.#view.listed(to, from), this.at.date, way) || this.at.date;
    if (!this.#view.strip.find(date)) this.#view.goTo(date);
    return { date, row: 0 };
  }
}
