/** @typedef {ReturnType<Engine['changePreview']>} Changes */

/**
 * Outlines in the view where a change would put the visible occurrences, while the user is asked
 * for the scope of the change. Occurrences that would move away are faint.
 */
export class ChangePreview {
  #view;
  #ask;
  /** @type {HTMLElement[]} */
  #drawn = [];
  /** @type {HTMLElement[]} */
  #faded = [];

  /**
   * @param {Partial<CalendarView> & HTMLElement} view
   * @param {(scope: Scope, first: string, count: number) => Changes} ask
   */
  constructor(view, ask) {
    this.#view = view;
    this.#ask = ask;
  }

  /**
   * @returns {boolean} Whether a dialog at the bottom of the screen would hide the dropped event.
   */
  get isLow() {
    const dropped = this.#view.droppedElement?.getBoundingClientRect();
    return dropped !== undefined && dropped.top + dropped.height / 2 > innerHeight / 2;
  }

  /** @param {Scope} scope */
  show(scope) {
    this.clear();
    const { seenDays } = this.#view;
    if (!seenDays) return;
    const { arriving, leaving } = this.#moves(scope, seenDays.first, seenDays.count);
    for (const drawn of this.#view.querySelectorAll('[data-key]:not(.ghost)')) {
      if (!(drawn instanceof HTMLElement) || !leaving.includes(drawn.dataset['key'] ?? ''))
        continue;
      drawn.classList.add('ghost');
      this.#faded.push(drawn);
    }
    this.#drawn = arriving.flatMap((moved) => this.#view.outline?.(moved) ?? []);
  }

  /**
   * @param {Scope} scope
   * @param {string} first
   * @param {number} count
   * @returns {Changes}
   */
  #moves(scope, first, count) {
    // The event may be gone by now. That is reported once the user has chosen.
    try {
      return this.#ask(scope, first, count);
    } catch {
      return { arriving: [], leaving: [] };
    }
  }

  clear() {
    for (const drawn of this.#drawn.splice(0)) drawn.remove();
    for (const faded of this.#faded.splice(0)) faded.classList.remove('ghost');
  }
}
