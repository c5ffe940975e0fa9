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
];

/**
 * The drafts of events that could not be saved or whose form was left, kept on this device until
 * they're saved or discarded. Each account has its own.
 */
export class UnsavedDrafts {
  #storage;
  #isOver = false;
  /** Under what name the device keeps them. */
  name;

  /** @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} storage @param {string} account */
  constructor(storage, account) {
    this.#storage = storage;
    this.name = `${storageKey}.${account}`;
  }

  /** @returns {UnsavedDraft[]} The newest last. */
  get list() {
    try {
      return readDrafts(this.#storage.getItem(this.name));
    } catch {
      return [];
    }
  }

  /**
   * @param {UnsavedDraft} draft Takes the place of the one with the same ID. One that's too long
   *   isn't kept.
   */
  keep(draft) {
    if (this.#isOver) return;
    const others = this.list.filter(({ id }) => id !== draft.id);
    const isTooLong = new TextEncoder().encode(JSON.stringify(draft)).length > octetsMax;
    this.#store(isTooLong ? others : [...others, draft].slice(-draftsMax));
  }

  /** The line of quick add that was left; empty if there is none. */
  get line() {
    try {
      return this.#storage.getItem(this.#lineName) ?? '';
    } catch {
      return '';
    }
  }

  set line(line) {
    if (this.#isOver) return;
    try {
      if (line === '' || line.length > lineMax) this.#storage.removeItem(this.#lineName);
      else this.#storage.setItem(this.#lineName, line);
    } catch {
      // If storage is full or blocked, the line is lost when it's left.
    }
  }

  get #lineName() {
    return `${this.name}.line`;
  }

  /** @param {string} id Of a draft that was saved or discarded; nothing happens if it isn't kept. */
  remove(id) {
    const { list } = this;
    const others = list.filter((draft) => draft.id !== id);
    if (others.length < list.length) this.#store(others);
  }

  /** Removes all, and keeps no more: the user signs out, which may refuse what is being saved. */
  end() {
    this.#store([]);
    this.line = '';
    this.#isOver = true;
  }

  /** @param {UnsavedDraft[]} list */
  #store(list) {
    try {
      if (list.length === 0) this.#storage.removeItem(this.name);
      else this.#storage.setItem(this.name, JSON.stringify(list));
    } catch {
      // If storage is full or blocked, the message with the draft still has it.
    }
  }
}

/**
 * @param {string | null} text What the device keeps, perhaps from another version of the page.
 * @returns {UnsavedDraft[]} Without what isn't a draft.
 */
export function readDrafts(text) {
  const stored = JSON.parse(text ?? '[]');
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((draft) => typeof draft?.id === 'string' && draft.id !== '' && draft.typed?.start)
    .map(({ id, key, before, typed, text }) => ({
      id,
      key: textOf(key),
      before: draftFrom(before),
      typed: draftFrom(typed),
      text: textOf(text),
    }));
}

/** @param {unknown} value */
const textOf = (value) => (typeof value === 'string' ? value : '');

/** @param {any} stored @returns {Draft} */
const draftFrom = (stored) =>
  /** @type {any} */ (Object.fromEntries(fields.map((name) => [name, textOf(stored?.[name])])));
