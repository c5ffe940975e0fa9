import { HTTPError } from '../api/http.js';
import { currentSession } from '../api/session.js';
import { hasUnfinishedInput } from '../dom/unfinished-input.js';
import { afterSleep, everyMinute } from '../time/minute-clock.js';
import { configureEngine, loadAll, prefetch } from './initial-load.js';
import { LiveFeed } from './live-feed.js';
import { SettingsSync } from './settings-sync.js';

/** After this time a server that was away is asked again. */
const retryMs = 4000;

/**
 * What a page does about its connection: `loading` as all is about to be read, `trouble` when it
 * can't be, until `loaded`; `left` when nobody is signed in any more.
 *
 * @typedef {{
 *   date: () => string, loading?: () => void, progress?: (done: number, total: number) => void,
 *   loaded: () => void, trouble: () => void, left: () => void,
 * }} ConnectedPage
 */

/**
 * Reads what the account has, hears what changes from then on, and comes back by itself when it was
 * lost.
 */
export class Connection {
  #agenda;
  #options;
  #page;
  #zone;
  #feed;
  #end = new AbortController();
  sync;

  /**
   * @param {{ agenda: Agenda, edits: Pick<Edits, 'holds'>, zone: string }} given
   * @param {Pick<WorkspaceOptions, 'settings' | 'loadEngine'>} options
   * @param {ConnectedPage} page
   */
  constructor({ agenda, edits, zone }, options, page) {
    this.#agenda = agenda;
    this.#options = options;
    this.#page = page;
    this.#zone = zone;
    this.#feed = new LiveFeed(agenda, edits);
    this.sync = new SettingsSync(options.settings, this.signal);
  }

  /** Ends with the session. */
  get signal() {
    return this.#end.signal;
  }

  /** @param {import('./initial-load.js').Prefetched} [prefetched] What was asked for already. */
  async start(prefetched) {
    const { signal } = this;
    addEventListener('offline', () => this.#agenda.setOnline(false), { signal });
    addEventListener('online', () => this.#feed.hurry(), { signal });
    afterSleep(() => this.#feed.hurry(), signal);
    everyMinute(() => this.#agenda.tick(), signal);
    await this.#load(prefetched);
    if (!signal.aborted) void this.sync.read();
  }

  /** @param {import('./initial-load.js').Prefetched} [prefetched] */
  async #load(prefetched = prefetch(this.#zone, this.#page.date())) {
    const { loadEngine } = this.#options;
    this.#page.loading?.();
    try {
      const engine = await loadEngine();
      await configureEngine(engine, this.#zone, prefetched.zones);
      this.#agenda.use(engine);
      const token = await loadAll(
        this.#agenda,
        (done, total) => this.#page.progress?.(done, total),
        prefetched,
      );
      if (this.signal.aborted) return;
      this.#feed.start(token, {
        reset: () => void this.#load(),
        settings: (etag) => void this.sync.heard(etag),
        refused: () => this.#checkSession(),
      });
      this.#agenda.setOnline(true);
      this.#page.loaded();
      document.documentElement.dataset['loaded'] = '';
    } catch (error) {
      if (!this.signal.aborted) this.#failed(error);
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    if (error instanceof HTTPError && error.code === 'not-signed-in') return this.leave();
    // A server that is away is a word on the page, not a fault of the page.
    if (!(error instanceof HTTPError && error.code === 'offline')) console.warn(error);
    this.#page.trouble();
    setTimeout(() => {
      if (!this.signal.aborted) void this.#load();
    }, retryMs);
  }

  /** Live changes were refused: perhaps somebody signed out elsewhere. What one is at stays. */
  async #checkSession() {
    const { account } = await currentSession();
    if (!account && !hasUnfinishedInput() && !this.signal.aborted) this.leave();
  }

  leave() {
    this.#end.abort();
    this.#feed.stop();
    this.#page.left();
  }
}
