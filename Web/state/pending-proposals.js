/** Changes within this time are handled together. */
const restMs = 300;
/** If more than this arrive at once, as on joining a group, none is announced. */
const toldMax = 2;

/**
 * The proposals that wait for the user's answer. Fires `change` when the list changes, and `asked`
 * for one that arrives while the page is open.
 */
export class PendingProposals extends EventTarget {
  /** @type {WaitingProposal[]} */
  list = [];
  #agenda;
  #timer = 0;
  /** Identities of all proposals seen so far; null before the first look. */
  #known = /** @type {Set<string> | null} */ (null);

  /** @param {Agenda} agenda @param {AbortSignal} signal */
  constructor(agenda, signal) {
    super();
    this.#agenda = agenda;
    for (const name of ['change', 'calendars'])
      agenda.addEventListener(name, () => this.#lookSoon(), { signal });
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
    this.#lookSoon();
  }

  #lookSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), restMs);
  }

  #look() {
    const { engine, people } = this.#agenda;
    if (!engine) return;
    const list = people.groups.size > 0 ? engine.waitingProposals() : [];
    const known = this.#known;
    const fresh = list.filter(({ proposal }) => known && !known.has(proposal.identity));
    this.#known = new Set([...(known ?? []), ...list.map(({ proposal }) => proposal.identity)]);
    const isSame = list.map(({ key }) => key).join() === this.list.map(({ key }) => key).join();
    this.list = list;
    if (!isSame) this.dispatchEvent(new Event('change'));
    if (fresh.length <= toldMax)
      for (const detail of fresh) this.dispatchEvent(new CustomEvent('asked', { detail }));
  }
}
