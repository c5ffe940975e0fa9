import { unreachable } from '../api/http.js';
import { listen } from '../api/sync-stream.js';
import { nextFrame } from '../dom/frames.js';

/** Longest work on incoming records in one frame. */
const sliceMs = 8;
/**
 * A refused connection is retried after the first of these. The delay doubles with each refusal, up
 * to the second.
 */
const retryMs = 4000,
  retryMsMax = 256_000;
/** During an outage the delay grows only to this, because people wait for its end. */
const outageRetryMsMax = 30_000;
/** How long a connection may be interrupted, and a question unanswered, before the page says so. */
const silenceMs = 1500;

/** @param {{ code?: string }} error What the server answered, if it did. @returns {Outage} */
const outageOf = ({ code }) => (code === 'offline' ? code : 'server-away');

/** @returns {Outage | ''} */
const isThere = () => '';

/**
 * `reset` is called when everything has to be loaded again; the feed has stopped by then. `refused` is
 * called when the stream is refused or interrupted; it rejects with the reason if the server is away.
 * `heard` gets each record, with the token that the stream has reached, and the record's own, which may
 * be missing.
 *
 * @typedef {{
 *   reset: () => void, settings: (etag: string) => void, inbox: (waiting: number) => void,
 *   refused: () => Promise<void>, heard: (record: SyncRecord, token: string, own: string) => void,
 * }} FeedHandlers
 */

/** Applies changes made elsewhere, in one batch per frame, and never over an edit being saved. */
export class LiveFeed {
  /** @type {{ record: SyncRecord, token: string }[]} */
  #waiting = [];
  #working = false;
  #agenda;
  #edits;
  #account;
  #stop = new AbortController();
  #token = '';
  #handlers = /** @type {FeedHandlers} */ ({});
  #retryTimer = 0;
  #retryMs = retryMs;
  #silenceTimer = 0;

  /**
   * @param {Agenda} agenda
   * @param {Pick<EditQueue, 'keepsBack'>} edits
   * @param {string} account
   */
  constructor(agenda, edits, account) {
    this.#agenda = agenda;
    this.#account = account;
    this.#edits = edits;
  }

  /**
   * @param {string} token
   * @param {FeedHandlers} handlers
   */
  start(token, handlers) {
    this.stop();
    this.#retryMs = retryMs;
    this.#token = token;
    this.#handlers = handlers;
    this.#connect();
  }

  /** Reconnects after the last record received. */
  #connect() {
    this.#stop.abort();
    this.#stop = new AbortController();
    listen(
      { account: this.#account, token: this.#token },
      {
        record: (record, token) => this.#take(record, token),
        connected: (open) => this.#connected(open),
        reset: () => this.#reset(),
        settings: (etag) => this.#handlers.settings(etag),
        inbox: (waiting) => this.#handlers.inbox(waiting),
        refused: () => this.#refused(),
      },
      this.#stop.signal,
    );
  }

  /**
   * A short interruption isn't shown.
   *
   * @param {boolean} open
   */
  #connected(open) {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = 0;
    if (open) {
      this.#retryMs = retryMs;
      this.#agenda.setOutage('');
      this.#agenda.setLive(true);
    } else this.#silenceTimer = setTimeout(() => void this.#findCause(), silenceMs);
  }

  /** Stops first: the browser would reconnect, and be sent the same reset each time. */
  #reset() {
    this.stop();
    this.#handlers.reset();
  }

  /**
   * The server refused the stream, perhaps because too many pages listen already. So retry less and
   * less often.
   */
  #refused() {
    clearTimeout(this.#silenceTimer);
    this.#retryTimer = setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, retryMsMax);
    void this.#findCause();
  }

  /** Asks the server for the session, and tells from the answer what is wrong. */
  async #findCause() {
    const { signal } = this.#stop;
    const timer = setTimeout(() => this.#agenda.setOutage(outageOf(unreachable())), silenceMs);
    this.#silenceTimer = timer;
    const outage = await this.#handlers.refused().then(isThere, outageOf);
    // Meanwhile the stream may be open again.
    if (signal.aborted || timer !== this.#silenceTimer) return;
    clearTimeout(timer);
    this.#agenda.setOutage(outage);
    if (outage) this.#retryMs = Math.min(this.#retryMs, outageRetryMsMax);
    else this.#agenda.setLive(false);
  }

  /**
   * Reconnects at once: the network is back, or the page was asleep and its connection may be dead.
   */
  hurry() {
    clearTimeout(this.#retryTimer);
    if (this.#token !== '') this.#connect();
  }

  stop() {
    this.#token = '';
    this.#waiting = [];
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#silenceTimer);
    this.#stop.abort();
  }

  /** @param {SyncRecord} record @param {string} token */
  #take(record, token) {
    // The records of a changed right have no token of their own.
    const own = record.token ?? (token === this.#token ? '' : token);
    this.#token = token || this.#token;
    this.#handlers.heard(record, this.#token, own);
    this.#waiting.push({ record, token: record.token ?? this.#token });
    if (!this.#working) void this.#work();
  }

  async #work() {
    this.#working = true;
    while (this.#waiting.length > 0) {
      await nextFrame();
      const start = performance.now();
      let done = 0;
      for (const { record, token } of this.#waiting) {
        if (!this.#edits.keepsBack(record, token)) this.#agenda.apply(record);
        done += 1;
        if (done % 20 === 0 && performance.now() - start > sliceMs) break;
      }
      this.#waiting.splice(0, done);
    }
    this.#working = false;
    await this.#agenda.addMissingZones().catch((error) => console.warn(error));
  }
}
