/** How long a message about something isn't followed by another one about the same. */
const quietMs = 10 * 60_000;

/** Remembers what was said a short time ago, so that nobody can make the page say it again and again. */
export class RecentlySaid {
  /** @type {Map<string, number>} When each was said. */
  #times = new Map();

  /**
   * @param {string} id What a message is about. @param {number} now In milliseconds.
   * @returns {boolean} Whether to say it now. It counts as said then.
   */
  isDue(id, now = performance.now()) {
    for (const [each, time] of this.#times) if (now - time >= quietMs) this.#times.delete(each);
    if (this.#times.has(id)) return false;
    this.#times.set(id, now);
    return true;
  }
}
