import { listen } from '../api/sync-stream.js';
import { nextFrame } from '../dom/frames.js';

/** Longest work on incoming records in one frame. */
const sliceMs = 8;
/** More records than this are an import somewhere, not somebody typing. */
const manyRecords = 50;
/**
 * A connection that is refused is tried again after the first time, and then after twice as long
 * each time, up to the last.
 */
const retryMs = 4000,
  retryMsMax = 256_000;
/** A connection may be away this long before the page calls itself offline. */
const doubtMs = 1500;

/**
 * Takes in what changes elsewhere, in one batch a frame, and never over an edit that is under way.
 */
export class LiveFeed {
  /** @type {SyncRecord[]} */
  #waiting = [];
  #working = false;
  #agenda;
  #edits;
  #stop = new AbortController();
  #token = '';
  #otherwise = {
    reset: () => {},
    settings: (/** @type {string} */ _) => {},
    refused: async () => {},
  };
  #retry = 0;
  #retryMs = retryMs;
  #doubt = 0;

  /**
   * @param {Agenda} agenda
   * @param {Pick<Edits, 'holds'>} edits
   */
  constructor(agenda, edits) {
    this.#agenda = agenda;
    this.#edits = edits;
  }

  /**
   * @param {string} token
   * @param {{ reset: () => void, settings: (etag: string) => void, refused: () => Promise<void> }}
   *   otherwise `reset` when all has to be read anew: the feed is closed then. `refused` asks
   *   whether the server is there at all.
   */
  start(token, otherwise) {
    this.stop();
    this.#retryMs = retryMs;
    this.#token = token;
    this.#otherwise = otherwise;
    this.#connect();
  }

  /** Connects anew from the last record that came. */
  #connect() {
    this.#stop.abort();
    this.#stop = new AbortController();
    listen(
      this.#token,
      {
        record: (record, token) => this.#take(record, token),
        connected: (open) => this.#connected(open),
        reset: () => this.#reset(),
        settings: (etag) => this.#otherwise.settings(etag),
        refused: () => void this.#refused(),
      },
      this.#stop.signal,
    );
  }

  /** @param {boolean} open A short interruption is not worth a word. */
  #connected(open) {
    clearTimeout(this.#doubt);
    if (open) {
      this.#retryMs = retryMs;
      this.#agenda.setOnline(true);
      this.#agenda.setLive(true);
    } else this.#doubt = setTimeout(() => this.#agenda.setOnline(false), doubtMs);
  }

  /** The stream would only tell of the reset again, at each of the browser's new tries. */
  #reset() {
    this.stop();
    this.#otherwise.reset();
  }

  /** Refused, perhaps because too many pages listen already: they are not to come all the time. */
  async #refused() {
    clearTimeout(this.#doubt);
    const { signal } = this.#stop;
    this.#retry = setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, retryMsMax);
    const isThere = await this.#otherwise.refused().then(
      () => true,
      () => false,
    );
    if (signal.aborted) return;
    if (isThere) this.#agenda.setLive(false);
    else this.#agenda.setOnline(false);
  }

  /**
   * The network is back, or the page was asleep and its connection may only seem to be there:
   * connects anew at once.
   */
  hurry() {
    clearTimeout(this.#retry);
    if (this.#token !== '') this.#connect();
  }

  stop() {
    this.#token = '';
    this.#waiting = [];
    clearTimeout(this.#retry);
    clearTimeout(this.#doubt);
    this.#stop.abort();
  }

  /** @param {SyncRecord} record @param {string} token */
  #take(record, token) {
    this.#token = token;
    this.#waiting.push(record);
    if (!this.#working) void this.#work();
  }

  async #work() {
    this.#working = true;
    while (this.#waiting.length > 0) {
      await nextFrame();
      this.#agenda.isBusy = this.#waiting.length > manyRecords;
      const start = performance.now();
      let done = 0;
      for (const record of this.#waiting) {
        if (!this.#edits.holds(record)) this.#agenda.apply(record);
        done += 1;
        if (done % 20 === 0 && performance.now() - start > sliceMs) break;
      }
      this.#waiting.splice(0, done);
    }
    this.#working = false;
    this.#agenda.isBusy = false;
    await this.#agenda.addMissingZones().catch((error) => console.warn(error));
  }
}
