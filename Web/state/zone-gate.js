/** @typedef {Pick<Agenda, 'zonesToLearn' | 'learnZones'>} ZoneSource */

/**
 * The same records, but one that names a zone the core has not got yet comes behind that zone:
 * until then it would
 * be drawn at a wrong time. The others do not wait for it.
 *
 * @param {ZoneSource} agenda
 * @param {AsyncIterable<Iterable<SyncRecord>>} batches
 * @returns {AsyncGenerator<Iterable<SyncRecord>>}
 */
export async function* behindZones(agenda, batches) {
  const hold = new Hold(agenda);
  for await (const records of batches) yield hold.passing(records);
  yield await hold.rest();
}

/** What waits for its zones. */
class Hold {
  #agenda;
  /** @type {{ record: SyncRecord, names: string[] }[]} */
  #held = [];
  /** @type {SyncRecord[]} */
  #ready = [];
  /** @type {Set<string>} */
  #asked = new Set();
  /** @type {Set<string>} */
  #answered = new Set();
  /** @type {string[]} Those of one moment are asked for in one request. */
  #wanted = [];
  /** @type {Promise<void>[]} */
  #requests = [];

  /** @param {ZoneSource} agenda */
  constructor(agenda) {
    this.#agenda = agenda;
  }

  /** @param {Iterable<SyncRecord>} records */
  *passing(records) {
    for (const record of records) {
      yield* this.#ready.splice(0);
      if (!this.#holds(record)) yield record;
    }
  }

  async rest() {
    await Promise.all(this.#requests);
    return this.#ready;
  }

  /** @param {SyncRecord} record */
  #holds(record) {
    const names = this.#agenda.zonesToLearn(record).filter((name) => !this.#answered.has(name));
    if (names.length === 0) return false;
    this.#held.push({ record, names });
    for (const name of names) this.#want(name);
    return true;
  }

  /** @param {string} name */
  #want(name) {
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    this.#wanted.push(name);
    if (this.#wanted.length === 1) this.#requests.push(Promise.resolve().then(() => this.#ask()));
  }

  async #ask() {
    const names = this.#wanted.splice(0);
    // Without its zone an event is still better shown than lost; it is asked for again at the end.
    await this.#agenda.learnZones(names).catch((error) => console.warn(error));
    for (const name of names) this.#answered.add(name);
    const all = this.#held;
    this.#held = [];
    for (const one of all) {
      if (one.names.every((name) => this.#answered.has(name))) this.#ready.push(one.record);
      else this.#held.push(one);
    }
  }
}
