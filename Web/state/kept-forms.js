import { keepIn, readJSONFrom } from '../dom/device-storage.js';

const storageKey = 'meantime.forms';
/** How long what is kept of one form may be. */
const lengthMax = 64 * 1024;

/**
 * What was typed into forms that were left, by the forms' names. The tab keeps it until the forms are
 * saved or discarded, so that a reload gives it back. Each account has its own.
 */
export class KeptForms {
  #storage;
  #isOver = false;
  /** Under what name the tab keeps them. */
  name;

  /** @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} storage @param {string} account */
  constructor(storage, account) {
    this.#storage = storage;
    this.name = `${storageKey}.${account}`;
  }

  /** @param {string} form @returns {string[] | null} What its fields had, in their order. */
  of(form) {
    const values = this.#all[form];
    return Array.isArray(values) && values.every((value) => typeof value === 'string')
      ? values
      : null;
  }

  /** @returns {number} How many forms have something that isn't saved. */
  get count() {
    return Object.keys(this.#all).length;
  }

  /** @param {string} form @param {string[]} values */
  keep(form, values) {
    if (this.#isOver || JSON.stringify(values).length > lengthMax) return;
    this.#store({ ...this.#all, [form]: values });
  }

  /** @param {string} form One that was saved or discarded. */
  remove(form) {
    const { [form]: removed, ...others } = this.#all;
    if (removed) this.#store(others);
  }

  /** Removes all, and keeps no more: the user signs out. */
  end() {
    this.#store({});
    this.#isOver = true;
  }

  /** @returns {Record<string, unknown>} */
  get #all() {
    const stored = readJSONFrom(this.#storage, this.name);
    return stored && typeof stored === 'object' ? stored : {};
  }

  /** @param {Record<string, unknown>} all */
  #store(all) {
    // If storage is full or blocked, only this page has what was typed.
    keepIn(this.#storage, this.name, Object.keys(all).length === 0 ? '' : JSON.stringify(all));
  }
}
