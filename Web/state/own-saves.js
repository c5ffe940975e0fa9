/**
 * Whether one token is before another. After a restoration they exceed what a number tells apart.
 *
 * @param {string} token Empty if it's unknown: then it isn't. @param {string} other
 */
const isBefore = (token, other) => token !== '' && BigInt(token) < BigInt(other);

/**
 * The page's own saves that the live stream hasn't shown yet, to tell their echoes from changes
 * made elsewhere.
 *
 * Undoing and redoing gives the same ETag twice, and of changes made in quick succession the stream
 * may show only the last. So an echo ends the wait for all saves before it, and for all up to its
 * token. A change made elsewhere comes after all of ours, because the server refuses a save over it:
 * it's no echo, though its text may be one that we had saved.
 */
export class OwnSaves {
  /** @type {Map<string, Saved[]>} The saves of each event, by its name, the last one at the end. */
  #saves = new Map();

  /** @param {string} name @param {Saved} saved */
  add(name, saved) {
    this.#saves.set(name, [...(this.#saves.get(name) ?? []), saved]);
  }

  /**
   * Whether a live record echoes one of the saves, which then are no longer waited for.
   *
   * @param {string} name
   * @param {string} etag Empty if the event was removed.
   * @param {string} token Where the stream is.
   */
  takeEcho(name, etag, token) {
    const saves = this.#saves.get(name) ?? [];
    const place = saves.findIndex((saved) => saved.etag === etag && !isBefore(saved.token, token));
    const shown = saves
      .map((saved) => saved.token && !isBefore(token, saved.token))
      .lastIndexOf(true);
    const rest = place < 0 ? [] : saves.slice(Math.max(place, shown) + 1);
    if (rest.length > 0) this.#saves.set(name, rest);
    else this.#saves.delete(name);
    return place >= 0;
  }

  /** @param {string} start What the names of events begin with whose saves aren't waited for. */
  forget(start) {
    for (const name of this.#saves.keys()) if (name.startsWith(start)) this.#saves.delete(name);
  }
}
