import { keepIn, readFrom, readJSONFrom } from '../dom/device-storage.js';
import { tell } from '../dom/element.js';

const storageKey = 'meantime.drafts';
/** How many drafts are kept, and how long each may be as text. */
const [draftsMax, octetsMax] = [10, 64 * 1024];
/** How long a line of quick add may be to be kept. */
const lineMax = 1000;

/** @type {(keyof Draft)[]} */
const fields = [
  'calendar',
  'title',
  'allDay',
  'start',
  'end',
  'zone',
  'location',
  'notes',
  'color',
  'repeat',
  'url',
  'busy',
  'private',
  'status',
  'categories',
  'reminders',
  'guests',
];

/**
 * The drafts of events that could not be saved or whose form was left, kept on this device until
 * they're saved or discarded. Each account has its own. Fires `change`.
 */
export class UnsavedDrafts extends EventTarget {
  #storage;
  #isOver = false;
  /**
   * Drafts that the device can't keep: they're too long, or its storage is full or blocked.
   *
   * @type {UnsavedDraft[]}
   */
  #unstored = [];
  /** Under what name the device keeps them. */
  name;

  /** @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} storage @param {string} account */
  constructor(storage, account) {
    super();
    this.#storage = storage;
    this.name = `${storageKey}.${account}`;
  }

  /** @returns {UnsavedDraft[]} The newest last; those that only this page has come after all others. */
  get list() {
    return [...this.#stored, ...this.#unstored];
  }

  /** @returns {boolean} Whether a draft would be lost if the page were left now. */
  get wouldLose() {
    return this.#unstored.length > 0;
  }

  /** @param {string} id @returns {boolean} Whether the device keeps the draft, and not just this page. */
  isStored(id) {
    const isIt = (/** @type {UnsavedDraft} */ draft) => draft.id === id;
    return this.#stored.some(isIt) && !this.#unstored.some(isIt);
  }

  /** @returns {UnsavedDraft[]} */
  get #stored() {
    return readDrafts(readJSONFrom(this.#storage, this.name));
  }

  /**
   * @param {UnsavedDraft} draft Takes the place of the one with the same ID. Only this page has one
   *   that's too long for the device.
   */
  keep(draft) {
    if (this.#isOver) return;
    const isOther = (/** @type {UnsavedDraft} */ { id }) => id !== draft.id;
    const others = this.#stored.filter(isOther);
    const isTooLong = new TextEncoder().encode(JSON.stringify(draft)).length > octetsMax;
    const isStored = this.#store(isTooLong ? others : [...others, draft].slice(-draftsMax));
    const isKept = isStored && !isTooLong;
    this.#unstored = [...this.#unstored.filter(isOther), ...(isKept ? [] : [draft])];
    tell(this, 'change');
  }

  /** The line of quick add that was left; empty if there is none. */
  get line() {
    return readFrom(this.#storage, this.#lineName) ?? '';
  }

  set line(line) {
    if (this.#isOver) return;
    keepIn(this.#storage, this.#lineName, line.length > lineMax ? '' : line);
    tell(this, 'change');
  }

  get #lineName() {
    return `${this.name}.line`;
  }

  /** @param {string} id Of a draft that was saved or discarded; nothing happens if it isn't kept. */
  remove(id) {
    const before = this.list.length;
    const isOther = (/** @type {UnsavedDraft} */ draft) => draft.id !== id;
    const stored = this.#stored;
    const others = stored.filter(isOther);
    if (others.length < stored.length) this.#store(others);
    this.#unstored = this.#unstored.filter(isOther);
    if (this.list.length < before) tell(this, 'change');
  }

  /** Removes all, and keeps no more: the user signs out, which may refuse what is being saved. */
  end() {
    this.#store([]);
    this.#unstored = [];
    this.line = '';
    this.#isOver = true;
  }

  /** @param {string | null} name What another window has changed on this device; null for everything. */
  changedElsewhere(name) {
    if (name === null || name === this.name || name === this.#lineName) tell(this, 'change');
  }

  /** @param {UnsavedDraft[]} list @returns {boolean} Whether the device has taken it. */
  #store(list) {
    return keepIn(this.#storage, this.name, list.length === 0 ? '' : JSON.stringify(list));
  }
}

/**
 * @param {unknown} stored What the device keeps, perhaps from another version of the page.
 * @returns {UnsavedDraft[]} Without what isn't a draft.
 */
function readDrafts(stored) {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((draft) => typeof draft?.id === 'string' && draft.id !== '' && draft.typed?.start)
    .map(({ id, key, before, typed, isOne, text }) => ({
      id,
      key: textOf(key),
      before: draftFrom(before),
      typed: draftFrom(typed),
      ...(isOne === true && { isOne }),
      text: textOf(text),
    }));
}

/** @param {unknown} value */
const textOf = (value) => (typeof value === 'string' ? value : '');

/** @param {any} [stored] @returns {Draft} */
const draftFrom = (stored) =>
  /** @type {any} */ (Object.fromEntries(fields.map((name) => [name, textOf(stored?.[name])])));

/** A draft with nothing in it. */
export const emptyDraft = draftFrom();
