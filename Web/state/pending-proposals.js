/** Changes within this time are handled together. */
const restMs = 300;
/** If more than this arrive at once, as on joining a group, none is announced. */
const toldMax = 2;

/**
 * The proposals that wait for the user's answer to at least one of their times. Fires `change` when
 * they change, and `asked` for one that arrives while the page is open.
 */
export class PendingProposals extends EventTarget {
  /**
   * Each by the first of its times that waits.
   *
   * @type {WaitingCandidate[]}
   */
  list = [];
  /**
   * All times that wait.
   *
   * @type {WaitingCandidate[]}
   */
  #times = [];
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

  /** @param {WaitingCandidate} asked @returns {WaitingCandidate[]} Its times that wait, by start. */
  timesOf({ proposal: { identity } }) {
    return this.#times.filter(({ proposal }) => proposal.identity === identity);
  }

  /** @param {WaitingCandidate[]} list @returns {number} How many of their times wait. */
  countTimes(list) {
    const asked = new Set(list.map(({ proposal }) => proposal.identity));
    return this.#times.filter(({ proposal }) => asked.has(proposal.identity)).length;
  }

  #lookSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), restMs);
  }

  #look() {
    const { engine, people } = this.#agenda;
    if (!engine) return;
    const times = people.groups.size > 0 ? engine.waitingCandidates() : [];
    const list = firstOfEach(times);
    const known = this.#known;
    const fresh = list.filter(({ proposal }) => known && !known.has(proposal.identity));
    this.#known = new Set([...(known ?? []), ...list.map(({ proposal }) => proposal.identity)]);
    // The inbox also says when each is, and how many have answered.
    const isSame = JSON.stringify(times) === JSON.stringify(this.#times);
    this.list = list;
    this.#times = times;
    if (!isSame) this.dispatchEvent(new Event('change'));
    if (fresh.length <= toldMax)
      for (const detail of fresh) this.dispatchEvent(new CustomEvent('asked', { detail }));
  }
}

/** @param {WaitingCandidate[]} times By start. */
const firstOfEach = (times) =>
  times.filter(
    ({ proposal }, place) =>
      times.findIndex((other) => other.proposal.identity === proposal.identity) === place,
  );
