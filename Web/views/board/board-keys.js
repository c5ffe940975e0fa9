import { focusedIn } from '../../dom/element.js';

/**
 * The keyboard on the board, which is one tab stop. Left and right move over a row's events and
 * empty days, up and down to the same day of another row.
 */
export class BoardKeys {
  #table;
  #turn;
  /** Where the focus is, or would go: a row, a day, and the `data-for` of an element in it. */
  at = { row: '', date: '', mark: '' };

  /** @param {HTMLTableElement} table @param {(pages: number) => void} turn Shows another week. */
  constructor(table, turn) {
    this.#table = table;
    this.#turn = turn;
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    this.#table.addEventListener('keydown', (event) => this.#pressed(event), { signal });
    this.#table.addEventListener('focusin', ({ target }) => this.#met(target), { signal });
  }

  /** @param {EventTarget | null} target */
  #met(target) {
    const stop = target instanceof HTMLElement ? target : null;
    const cell = this.#cellOf(stop);
    if (!stop || !cell) return;
    this.at = {
      row: cell.dataset['row'] ?? '',
      date: cell.dataset['date'] ?? '',
      mark: stop.dataset['for'] ?? '',
    };
    this.keepTabStop();
  }

  /** @param {Element | null} part @returns {HTMLElement | null} */
  #cellOf(part) {
    return /** @type {HTMLElement | null} */ (part?.closest('[data-row]') ?? null);
  }

  /**
   * @param {Element} part
   * @returns {HTMLElement[]} The elements of a cell or row that can take the focus: events, or an
   *   empty cell.
   */
  #stopsIn(part) {
    const found = [part, ...part.querySelectorAll('[tabindex]')].filter((each) =>
      each.hasAttribute('tabindex'),
    );
    return /** @type {HTMLElement[]} */ (found);
  }

  /** @returns {HTMLElement | undefined} */
  #stop() {
    const cells = /** @type {HTMLElement[]} */ ([
      ...this.#table.querySelectorAll('[data-row]'),
    ]).filter(({ dataset }) => dataset['date'] === this.at.date);
    const cell =
      cells.find(({ dataset }) => dataset['row'] === this.at.row) ??
      cells.find(({ localName }) => localName === 'td');
    const stops = cell ? this.#stopsIn(cell) : [];
    return stops.find(({ dataset }) => dataset['for'] === this.at.mark) ?? stops[0];
  }

  keepTabStop() {
    for (const stop of this.#table.querySelectorAll('[tabindex="0"]'))
      stop.setAttribute('tabindex', '-1');
    this.#stop()?.setAttribute('tabindex', '0');
  }

  focus() {
    this.keepTabStop();
    const stop = this.#stop();
    stop?.focus({ preventScroll: true });
    // The style sheet's scroll padding leaves room for the sticky edges.
    stop?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const pages = { PageDown: 1, PageUp: -1 }[event.key];
    const stop = pages ? null : this.#moved(event.key);
    if (!pages && !stop) return;
    event.preventDefault();
    if (pages) return this.#turn(pages);
    stop?.focus({ preventScroll: true });
    stop?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /**
   * @param {string} key
   * @returns {HTMLElement | null | undefined} Null or undefined if the key doesn't move.
   */
  #moved(key) {
    const focused = focusedIn(this.#table);
    const row = focused?.closest('tr');
    if (!focused || !row) return null;
    const stops = this.#stopsIn(row);
    const place = stops.indexOf(focused);
    const forward = document.dir === 'rtl' ? -1 : 1;
    const rows = [...this.#table.rows];
    const at = (/** @type {number} */ step) => {
      const other = rows[rows.indexOf(row) + step]?.querySelector(`[data-date="${this.at.date}"]`);
      return other ? this.#stopsIn(other)[0] : focused;
    };
    /** @type {Record<string, () => HTMLElement | undefined>} */
    const moves = {
      ArrowRight: () => stops[Math.max(0, Math.min(place + forward, stops.length - 1))],
      ArrowLeft: () => stops[Math.max(0, Math.min(place - forward, stops.length - 1))],
      ArrowDown: () => at(1),
      ArrowUp: () => at(-1),
      Home: () => stops[0],
      End: () => stops.at(-1),
    };
    return moves[key]?.();
  }
}
