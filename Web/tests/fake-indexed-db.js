/** A request, or a transaction, whose handlers are called later. */
const later = (run) => setImmediate(run);

/** @param {unknown} key Those that are lists are the same if what is in them is. */
const nameOf = (key) => (Array.isArray(key) ? String(key) : key);

/**
 * Stands in for the browser's IndexedDB: one store, whose transactions run one after the other and
 * change nothing if they are aborted. `failures` is how many of the next transactions fail, `refuses` the key that
 * there is no room for, and `changes` how many transactions have changed something.
 */
export class FakeIndexedDB {
  /** @type {Map<string | number, unknown>} */
  records = new Map();
  failures = 0;
  refuses = '';
  changes = 0;
  #connections = new Set();
  #last = Promise.resolve();

  open() {
    const connection = {
      transaction: () => {
        if (!this.#connections.has(connection)) throw new Error('InvalidStateError');
        return this.#transaction();
      },
      close: () => this.#connections.delete(connection),
    };
    this.#connections.add(connection);
    const request = { result: connection };
    later(() => request.onsuccess());
    return request;
  }

  /** What a system does with the databases of a page in the background: not all browsers say it. */
  close() {
    this.#connections.clear();
  }

  #transaction() {
    const transaction = { error: null };
    const work = [];
    let isChange = false;
    let isRefused = false;
    const copy = { records: this.records };
    const ask = (read) => {
      const request = {};
      work.push(() => {
        request.result = read(copy.records);
        request.onsuccess?.();
      });
      return request;
    };
    const change = (act) => {
      isChange = true;
      return ask(act);
    };
    const numbers = (records) =>
      [...records].filter(([key]) => typeof key === 'number').sort(([a], [b]) => a - b);
    const store = {
      get: (key) => ask((records) => structuredClone(records.get(key))),
      getAll: () => ask((records) => numbers(records).map(([, value]) => value)),
      put: (value, key) =>
        change((records) => {
          if (String(key) === this.refuses) isRefused = true;
          records.set(nameOf(key), structuredClone(value));
        }),
      delete: (key) => change((records) => records.delete(nameOf(key))),
      clear: () => change((records) => records.clear()),
    };
    this.#last = this.#last.then(async () => {
      copy.records = new Map(this.records);
      await new Promise(later);
      let fails = this.failures > 0;
      if (fails) this.failures -= 1;
      for (let next = work.shift(); next && !fails; next = work.shift()) {
        next();
        fails = isRefused;
      }
      if (!fails) this.records = copy.records;
      if (!fails && isChange) this.changes += 1;
      if (fails) transaction.onabort();
      else transaction.oncomplete();
    });
    return Object.assign(transaction, { objectStore: () => store });
  }
}
