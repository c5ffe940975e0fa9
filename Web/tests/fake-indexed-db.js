/** A request, or a transaction, whose handlers are called later. */
const later = (run) => setImmediate(run);

/**
 * Stands in for the browser's IndexedDB: one store, whose transactions run one after the other and
 * change nothing if they are aborted. `failures` is how many of the next transactions fail.
 */
export class FakeIndexedDB {
  /** @type {Map<string | number, unknown>} */
  records = new Map();
  failures = 0;
  #last = Promise.resolve();

  open() {
    const request = { result: { transaction: () => this.#transaction(), close: () => {} } };
    later(() => request.onsuccess());
    return request;
  }

  #transaction() {
    const transaction = { error: null };
    const work = [];
    const copy = { records: this.records };
    const ask = (read) => {
      const request = {};
      work.push(() => {
        request.result = read(copy.records);
        request.onsuccess?.();
      });
      return request;
    };
    const numbers = (records) =>
      [...records].filter(([key]) => typeof key === 'number').sort(([a], [b]) => a - b);
    const store = {
      get: (key) => ask((records) => structuredClone(records.get(key))),
      getAll: () => ask((records) => numbers(records).map(([, value]) => value)),
      put: (value, key) => ask((records) => records.set(key, structuredClone(value))),
      clear: () => ask((records) => records.clear()),
    };
    this.#last = this.#last.then(async () => {
      copy.records = new Map(this.records);
      await new Promise(later);
      const fails = this.failures > 0;
      if (fails) this.failures -= 1;
      for (let next = work.shift(); next && !fails; next = work.shift()) next();
      if (!fails) this.records = copy.records;
      if (fails) transaction.onabort();
      else transaction.oncomplete();
    });
    return Object.assign(transaction, { objectStore: () => store });
  }
}
