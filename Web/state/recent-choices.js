import { keepIn, readJSONFrom } from '../dom/device-storage.js';

const storageKey = 'meantime.recent';
/** How many choices are remembered. */
const rememberedMax = 6;

/** What the user chose last in the command palette, on this device. */
export class RecentChoices {
  #storage;
  #key;

  /** @param {Storage} storage @param {string} account Each account has its own. */
  constructor(storage, account) {
    this.#storage = storage;
    this.#key = `${storageKey}.${account}`;
  }

  /** @returns {string[]} Ids, the last choice first. */
  get list() {
    const stored = readJSONFrom(this.#storage, this.#key);
    if (!Array.isArray(stored)) return [];
    return stored.filter((id) => typeof id === 'string').slice(0, rememberedMax);
  }

  /** @param {string} id */
  add(id) {
    const list = [id, ...this.list.filter((other) => other !== id)].slice(0, rememberedMax);
    keepIn(this.#storage, this.#key, JSON.stringify(list));
  }
}
