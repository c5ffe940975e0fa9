import { readInvitations } from '../api/invitations.js';
import { tell } from '../dom/element.js';

/**
 * The invitations that aren't in a calendar before the user answers them. Fires `change` when they
 * change. They aren't among the events that the page loads, so it asks for them when the server says that
 * some wait.
 */
export class WaitingInvitations extends EventTarget {
  /** @type {WaitingInvitation[]} */
  list = [];
  /** Only what was asked for last counts. */
  #asked = 0;

  /**
   * @param {Pick<Agenda, 'addEventListener' | 'waiting' | 'live'>} agenda @param {AbortSignal} signal
   */
  constructor(agenda, signal) {
    super();
    const heard = () => void (agenda.waiting === 0 ? this.#take([]) : this.read());
    agenda.addEventListener('inbox', heard, { signal });
    // Without a stream, nobody says it.
    agenda.addEventListener('status', () => agenda.live || void this.read(), { signal });
    if (agenda.waiting !== null || !agenda.live) heard();
  }

  async read() {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const list = await readInvitations();
      if (asked === this.#asked) this.#take(list);
    } catch (error) {
      // The server says it again when the page is connected again.
      console.debug(error);
    }
  }

  /** @param {WaitingInvitation[]} list */
  #take(list) {
    this.#asked += 1;
    const isSame = JSON.stringify(list) === JSON.stringify(this.list);
    this.list = list;
    if (!isSame) tell(this, 'change');
  }
}
