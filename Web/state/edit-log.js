import { inStore } from './device-database.js';

/**
 * The edits that the server hasn't made yet, by account, client and number. A change is kept once
 * it survives a crash.
 *
 * @type {import('./device-database.js').DeviceStore}
 */
const place = { database: 'meantime-edits', store: 'edits', durability: 'strict' };
/** The form of what is kept. Later versions of the page have to read it too. */
const version = 1;

/**
 * An edit as the device keeps it. `client` and `number` are those under which the server may have
 * made it already, `at` is when it was made.
 *
 * @typedef {{
 *   client: string, number: number, at: number, edit: Edit,
 *   draft: import('./edit-queue.js').Refusable,
 * }} KeptEdit
 */

/**
 * Keeps on the device the edits that wait for the server. They belong to the browser's profile: what
 * a tab leaves behind when it is closed, another one of the account sends.
 */
export class EditLog {
  #account;
  #signal;
  /** @type {Promise<unknown>} The last thing that was asked of the database. */
  #last;
  /** @type {Set<string>} The clients whose edits this page sends. */
  #clients;

  /** @param {string} account @param {string} client @param {AbortSignal} signal The page's end. */
  constructor(account, client, signal) {
    this.#account = account;
    this.#signal = signal;
    this.#clients = new Set([client]);
    // Nobody else may take this page's edits for those of a closed tab.
    this.#last = hold(client, {}, signal);
  }

  /**
   * @param {KeptEdit} kept Takes the place of the one with its number.
   * @returns {Promise<boolean>} Whether the device has it now.
   */
  async keep({ client, number, at, edit, draft }) {
    const value = { version, client, number, at, edit, draft };
    const keeping = this.#next(() =>
      inStore(place, 'readwrite', (store) => {
        store.put(value, [this.#account, client, number]);
        return () => true;
      }),
    );
    return keeping.catch(() => false);
  }

  /** @param {{ client: string, number: number }} made An edit that needn't be kept any more. */
  forget({ client, number }) {
    return this.#erase([this.#account, client, number]);
  }

  /** Forgets all edits of the account, because its user signs out. */
  forgetAll() {
    return this.#erase(keysOf(this.#account));
  }

  /** @param {IDBValidKey | IDBKeyRange} keys */
  async #erase(keys) {
    const erasing = this.#next(() =>
      inStore(place, 'readwrite', (store) => {
        store.delete(keys);
        return () => {};
      }),
    );
    await erasing.catch(() => {});
  }

  /**
   * Takes over what tabs have left behind.
   *
   * @returns {Promise<KeptEdit[]>} In the order in which the edits were made.
   */
  async takeOver() {
    /** @type {Set<string>} */
    const taken = new Set();
    for (const { client } of await this.#read())
      if (!this.#clients.has(client) && (await hold(client, { ifAvailable: true }, this.#signal))) {
        this.#clients.add(client);
        taken.add(client);
      }
    // Read again: the tab may have sent some of them before it was closed.
    const left = await this.#read();
    return left
      .filter(({ client, edit }) => taken.has(client) && Array.isArray(edit?.changes))
      .map((kept) => ({ ...kept, draft: kept.draft ?? {} }))
      .sort((one, other) => one.at - other.at || one.number - other.number);
  }

  /** @returns {Promise<KeptEdit[]>} What is kept for the account; nothing where the browser stores nothing. */
  async #read() {
    const reading = this.#next(() =>
      inStore(place, 'readonly', (store) => {
        const asked = store.getAll(keysOf(this.#account));
        return () => asked.result;
      }),
    );
    return reading.catch(() => []);
  }

  /**
   * Each request to the database has its own connection, and they may overtake each other.
   *
   * @template Answer
   * @param {() => Promise<Answer>} run
   * @returns {Promise<Answer>}
   */
  #next(run) {
    const next = this.#last.then(run, run);
    this.#last = next;
    return next;
  }
}

/** @param {string} account @returns {IDBKeyRange} The keys of all of its edits. */
const keysOf = (account) => IDBKeyRange.bound([account], [account, []]);

/**
 * Holds the lock of a client until the page ends. Where the browser has no locks, two tabs may send the
 * same edit; the server makes it once.
 *
 * @param {string} client @param {LockOptions} options @param {AbortSignal} signal
 * @returns {Promise<boolean>} Whether the page holds it now.
 */
function hold(client, options, signal) {
  const { locks } = navigator;
  if (!locks) return Promise.resolve(true);
  return new Promise((done) => {
    const held = locks.request(`meantime-edits-${client}`, options, (lock) => {
      done(lock !== null);
      if (!lock || signal.aborted) return;
      return new Promise((release) => signal.addEventListener('abort', release, { once: true }));
    });
    held.catch(() => done(true));
  });
}
