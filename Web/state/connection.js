import { HTTPError, isTemporary } from '../api/http.js';
import { currentSession } from '../api/session.js';
import { deviceStorage, keepIn, keptName, readFrom } from '../dom/device-storage.js';
import { hear, tell } from '../dom/element.js';
import { hasUnfinishedInput } from '../dom/unfinished-input.js';
import { afterSleep, everyMinute } from '../time/minute-clock.js';
import { configureEngine, loadAll, prefetch, setZone } from './initial-load.js';
import { LiveFeed } from './live-feed.js';
import { SettingsSync } from './settings-sync.js';

/** How long to wait after a failed load before trying again. */
const retryMs = 4000;
/** How often the server says that the session is over before a page with unfinished input is left. */
const checksMax = 7;

/**
 * What the page does when the connection changes: `loading` when a load starts, `loaded` or
 * `trouble` when it succeeds (up to a place of the server's log) or fails, `left` when the session is over.
 *
 * @typedef {{
 *   date: () => string, loading?: () => void, progress?: (done: number, total: number) => void,
 *   loaded: (token: string) => void, trouble: () => void, left: () => void,
 * }} ConnectedPage
 */

/** Loads the account's data, listens for changes, and reconnects by itself. */
export class Connection {
  #agenda;
  #options;
  #page;
  #zone;
  #end = new AbortController();
  #checksLeft = checksMax;
  /** @type {(keep: (said: ServerSaid) => void) => void} Takes what keeps on the device what the server says. */
  keepBy = () => {};
  /** @type {Promise<(said: ServerSaid) => void>} It may come long after the first load. */
  #keeper = new Promise((done) => {
    this.keepBy = done;
  });
  sync;
  feed;

  /**
   * @param {{ agenda: Agenda, edits: Pick<EditQueue, 'keepsBack'>, zone: ViewerZone }} given
   * @param {Pick<WorkspaceOptions, 'settings' | 'loadEngine' | 'account' | 'kept'>} options
   * @param {ConnectedPage} page
   */
  constructor({ agenda, edits, zone }, options, page) {
    this.#agenda = agenda;
    this.#options = options;
    this.#page = page;
    this.#zone = zone;
    this.feed = new LiveFeed(agenda, edits, options.account.id);
    this.sync = new SettingsSync(options.settings, this.signal);
  }

  /** Aborted at the end of the session. */
  get signal() {
    return this.#end.signal;
  }

  /** @param {import('./initial-load.js').Prefetched} [prefetched] Requests already under way. */
  async start(prefetched) {
    const { signal } = this;
    addEventListener('offline', () => this.#agenda.setOutage('offline'), { signal });
    const hurry = () => this.feed.hurry();
    addEventListener('online', hurry, { signal });
    afterSleep(hurry, signal);
    // Another tab may have signed out, or in as somebody else: the server refuses the stream then.
    addEventListener('storage', ({ key }) => key === keptName && hurry(), { signal });
    everyMinute(() => this.#agenda.tick(), signal);
    hear(
      this.#options.settings,
      'change',
      (change) => {
        if ('stays' in change) void this.#setZone();
      },
      signal,
    );
    await this.#load(this.#options.kept, prefetched);
  }

  /**
   * @param {KeptAccount} [kept] What is loaded if it comes from the device.
   * @param {import('./initial-load.js').Prefetched} [prefetched]
   */
  async #load(kept, prefetched = prefetch(this.#zone, this.#page.date())) {
    const { loadEngine } = this.#options;
    this.#page.loading?.();
    try {
      const engine = await loadEngine();
      await configureEngine(engine, this.#zone, prefetched.zones);
      this.#agenda.use(engine);
      const records = kept ? null : [];
      const loaded = await loadAll(
        this.#agenda,
        (done, total) => this.#page.progress?.(done, total),
        prefetched,
        records,
      );
      if (this.signal.aborted) return;
      const token = kept?.token ?? loaded;
      this.#said({ records, token });
      const follow = () => {
        this.#follow(token);
        // Not before: the session may have become somebody else's. The stream says whether what the
        // device has is out of date.
        if (!kept || !this.#options.settings.version) void this.sync.read();
      };
      this.#agenda.setOutage('');
      if (kept) kept.whenConfirmed(this.#agenda, this.signal, follow, () => this.leave());
      else follow();
      this.#page.loaded(token);
      document.documentElement.dataset['loaded'] = '';
    } catch (error) {
      if (this.signal.aborted) return;
      if (!kept) return this.#failed(error);
      await kept.erase();
      await this.#load();
    }
  }

  /** @param {ServerSaid} said */
  #said(said) {
    void this.#keeper.then((keep) => keep(said));
  }

  /** @param {string} token Where the changes begin that the page doesn't have yet. */
  #follow(token) {
    this.feed.start(token, {
      reset: () => void this.#load(),
      settings: (etag) => void this.sync.heard(etag),
      inbox: (waiting) => {
        this.#agenda.waiting = waiting;
        tell(this.#agenda, 'inbox');
      },
      refused: () => this.#checkSession(),
      heard: (record, token, own) => this.#said({ record, token, own }),
    });
  }

  /** Shows the days in the zones where the user now is. */
  async #setZone() {
    const { engine } = this.#agenda;
    if (!engine) return;
    try {
      await setZone(engine, this.#zone);
      this.#agenda.changed();
    } catch (error) {
      // The next load sets them.
      console.warn(error);
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    if (error instanceof HTTPError && error.code === 'not-signed-in') return this.leave();
    // An outage isn't a fault of the page: the banner is enough.
    if (!isTemporary(error)) console.warn(error);
    this.#page.trouble();
    setTimeout(() => {
      if (!this.signal.aborted) void this.#load();
    }, retryMs);
  }

  /**
   * Checks why the server refused the live stream; the user may have signed out elsewhere. If so,
   * erases what the device keeps of the calendars, and leaves the page; unfinished input delays that. Rejects if the server can't be reached, or
   * can't tell.
   */
  async #checkSession() {
    const { account } = await currentSession();
    if (account?.id === this.#options.account.id) return;
    // Whoever ended the session may have lost this device.
    this.#eraseCopy();
    this.#checksLeft -= 1;
    if (!hasUnfinishedInput() || this.#checksLeft < 0) this.leave();
  }

  leave() {
    if (this.signal.aborted) return;
    this.#end.abort();
    this.feed.stop();
    this.#eraseCopy();
    this.#page.left();
  }

  /** Erases what the device has kept of the account, if what writes the copy hasn't done it already. */
  #eraseCopy() {
    if (readFrom(deviceStorage(), keptName) !== this.#options.account.id) return;
    keepIn(deviceStorage(), keptName, '');
    void import('./device-copy.js').then(({ eraseCopy }) => eraseCopy());
  }
}
