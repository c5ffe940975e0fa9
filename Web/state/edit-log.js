import { inStore } from './device-database.js';

/**
 * What is kept by account, client and place: edits that the server hasn't made yet, answers that it doesn't
 * have, and conflicts that the user hasn't seen. A change is kept once it survives a crash.
 *
 * @type {import('./device-database.js').DeviceStore}
 */
const place = {
  database: 'meantime-edits',
  store: 'edits',
  durability: 'strict',
  staysOpen: true,
};
/** The form of what is kept. Later versions of the page have to read it too. */
const version = 2;
/** In seconds since 1970: no edit was made later. */
const madeMax = 1e11;

/** @typedef {import('./edit-queue.js').Refusable} Refusable */
/**
 * A change or an answer that waited and was refused, of which the user hasn't been told yet: the events that it was
 * about, and what the server said.
 *
 * @typedef {{ client: string, place: number, title: string, code: string, detail: string,
 *   kind: 'new' | 'change' | 'deletion' | 'answer', events: { calendar: string, href: string }[],
 *   proposal?: string, comment?: string }} Refusal Of an answer, also to what proposal, and the comment.
 */
/**
 * @typedef {{ version: number, edit?: WaitingEdit, drafts?: Refusable[], conflict?: EditConflict,
 *   answer?: WaitingAnswer, refusal?: Refusal }} Kept
 */
/**
 * @typedef {{ edits: { edit: WaitingEdit, drafts: Refusable[] }[], conflicts: EditConflict[],
 *   answers: WaitingAnswer[], refusals: Refusal[] }} Left
 */

/**
 * Keeps on the device the edits that wait for the server. They belong to the browser's profile: what
 * a tab leaves behind when it is closed, another one of the account sends.
 */
export class EditLog {
  #account;
  #signal;
  /** @type {Promise<unknown>} The last thing that was asked of the database. */
  #last = Promise.resolve();
  /** @type {{ change: (store: IDBObjectStore) => void, done: () => void, fail: (error: unknown) => void }[]} */
  #asked = [];
  /** @type {Set<string>} The clients whose edits this page sends. */
  #clients = new Set();
  /** @type {Map<string, boolean>} Other tabs' clients, and whether they're gone by now. */
  #others = new Map();
  /** Tells the other tabs of the browser that what is kept has changed. */
  #channel;
  /** @type {Promise<unknown>} A promise that is fulfilled once the copy has what the server has made. */
  copied = Promise.resolve();
  /** @type {{ client: string, place: number } | null} The last edit, if the server has made it and the copy doesn't have it yet. */
  #made = null;
  /** Called when a tab is gone that may have left something. */
  onLeft = () => {};
  /** Called when other tabs may keep something else than before. */
  onElsewhere = () => {};

  /** @param {string} account @param {string} client @param {AbortSignal} signal The page's end. */
  constructor(account, client, signal) {
    this.#account = account;
    this.#signal = signal;
    this.#channel = tabsChannel(() => this.onElsewhere(), signal);
    this.begin(client);
  }

  /** @param {string} client Another name under which this page numbers its edits from now on. */
  begin(client) {
    this.#clients.add(client);
    // Nobody else may take this page's edits for those of a closed tab.
    void this.#next(() => hold(client, {}, this.#signal));
  }

  /**
   * @param {WaitingEdit} edit It replaces the kept one of the same name. @param {Refusable[]} drafts
   * @returns {Promise<boolean>} Whether the device has it now.
   */
  keep(edit, drafts) {
    return this.#put(this.#keyOf(edit), { version, edit, drafts });
  }

  /** @param {EditConflict} conflict */
  keepConflict(conflict) {
    return this.#put([...this.#keyOf(conflict), 'conflict'], { version, conflict });
  }

  /**
   * Keeps that an edit or an answer was refused, until the user has been told.
   *
   * @param {WaitingEdit | WaitingAnswer} refused @param {{ code: string, detail: string }} error Why.
   * @returns {Refusal}
   */
  keepRefusal(refused, { code, detail }) {
    const { client, place: number, title } = refused;
    const isEdit = 'changes' in refused;
    const changes = isEdit ? refused.changes : [refused];
    /** @type {Refusal} */
    const refusal = {
      client,
      place: number,
      title,
      code,
      detail,
      kind: isEdit ? kindOf(refused) : 'answer',
      events: changes.map(({ calendar, href }) => ({ calendar, href })),
      ...(isEdit ? {} : { proposal: refused.proposal, comment: refused.comment ?? '' }),
    };
    void this.#put([...this.#keyOf(refusal), 'refusal'], { version, refusal });
    return refusal;
  }

  /** @param {{ client: string, place: number }} refusal One that the user has seen. */
  forgetRefusal(refusal) {
    return this.#erase([...this.#keyOf(refusal), 'refusal']);
  }

  /** @param {WaitingAnswer} answer @returns {Promise<boolean>} Whether the device has it now. */
  keepAnswer(answer) {
    return this.#put([...this.#keyOf(answer), 'answer'], { version, answer });
  }

  /** @param {{ client: string, place: number }} answer One that the server has. */
  forgetAnswer(answer) {
    return this.#erase([...this.#keyOf(answer), 'answer']);
  }

  /** @param {IDBValidKey} key @param {Kept} value */
  #put(key, value) {
    void this.#forgetMade();
    return this.#write((store) => store.put(value, key)).then(
      () => true,
      () => false,
    );
  }

  /**
   * @param {{ client: string, place: number }} edit One that needn't be kept any more.
   * @param {boolean} [isLast] Whether the server has made it, and no other waits. It's then kept until the copy has what
   *   came of it: a page that is opened in between must find the one or the other. As soon as another edit is
   *   kept, this one is forgotten, because the server recognizes only the last edit of a client when it comes again.
   */
  async forget(edit, isLast) {
    if (!isLast) return this.#erase(this.#keyOf(edit));
    this.#made = edit;
    await this.copied;
    if (this.#made === edit) await this.#forgetMade();
  }

  async #forgetMade() {
    const made = this.#made;
    this.#made = null;
    if (made) await this.#erase(this.#keyOf(made));
  }

  /** @param {{ client: string, place: number }} conflict One that the user has seen. */
  forgetConflict(conflict) {
    return this.#erase([...this.#keyOf(conflict), 'conflict']);
  }

  /** @param {{ client: string, place: number }} named */
  #keyOf({ client, place: number }) {
    return [this.#account, client, number];
  }

  /** Forgets everything of the account, because its user signs out. */
  forgetAll() {
    return this.#erase(keysOf(this.#account));
  }

  /** @param {IDBValidKey | IDBKeyRange} keys */
  async #erase(keys) {
    await this.#write((store) => store.delete(keys)).catch(() => {});
  }

  /**
   * What is asked at the same time is written together, because each transaction waits for the disk.
   *
   * @param {(store: IDBObjectStore) => void} change
   * @returns {Promise<void>} Rejects where the browser stores nothing, or nothing more.
   */
  #write(change) {
    return new Promise((done, fail) => {
      this.#asked.push({ change, done, fail });
      if (this.#asked.length === 1) void this.#next(() => this.#writeAsked());
    });
  }

  async #writeAsked() {
    const asked = this.#asked.splice(0);
    const isWritten = await this.#changeAll(asked).catch(() => false);
    // What there is no room for mustn't keep the others from being written.
    for (const one of asked)
      if (isWritten) one.done();
      else await this.#changeAll([one]).then(one.done, one.fail);
    if (!this.#signal.aborted) this.#channel?.postMessage('');
  }

  /** @param {{ change: (store: IDBObjectStore) => void }[]} changes @returns {Promise<boolean>} True. */
  #changeAll(changes) {
    return inStore(place, 'readwrite', (store) => {
      for (const { change } of changes) change(store);
      return () => true;
    });
  }

  /** @returns {Promise<Left>} What tabs have left behind, in the order in which it was made. */
  async takeOver() {
    /** @type {Set<string>} */
    const taken = new Set();
    for (const client of new Set((await this.#read()).map(clientOf)))
      if (!this.#clients.has(client) && (await this.#isGone(client))) {
        this.#clients.add(client);
        taken.add(client);
      }
    // Read again: the tab may have sent some of them before it was closed.
    const left = (await this.#read()).filter((kept) => taken.has(clientOf(kept)));
    const edits = left.flatMap(({ edit, drafts = [] }) => (edit ? [{ edit, drafts }] : []));
    edits.sort(
      ({ edit: one }, { edit: other }) =>
        Number(one.made) - Number(other.made) || one.place - other.place,
    );
    const answers = left.flatMap(({ answer }) => answer ?? []);
    answers.sort((one, other) => Number(one.made) - Number(other.made) || one.place - other.place);
    const conflicts = left.flatMap(({ conflict }) => conflict ?? []);
    if (taken.size > 0) this.onElsewhere();
    return { edits, conflicts, answers, refusals: left.flatMap(({ refusal }) => refusal ?? []) };
  }

  /** @returns {Promise<(WaitingEdit | WaitingAnswer)[]>} What other tabs keep, which are still open as far as is known. */
  async elsewhere() {
    const others = (await this.#read()).filter((kept) => !this.#clients.has(clientOf(kept)));
    return others.flatMap(({ edit, answer }) => edit ?? answer ?? []);
  }

  /** @param {string} client @returns {Promise<boolean>} Whether it runs no more, so that its edits are this page's now. */
  async #isGone(client) {
    const isGone = this.#others.get(client);
    if (isGone !== undefined) return isGone;
    if (await hold(client, { ifAvailable: true }, this.#signal)) return true;
    if (this.#others.has(client)) return false;
    this.#others.set(client, false);
    void hold(client, { signal: this.#signal }, this.#signal).then((isHeld) => {
      this.#others.set(client, isHeld);
      if (isHeld) this.onLeft();
    });
    return false;
  }

  /** @returns {Promise<Kept[]>} What is kept for the account; nothing where the browser stores nothing. */
  async #read() {
    const reading = this.#next(() =>
      inStore(place, 'readonly', (store) => {
        const asked = store.getAll(keysOf(this.#account));
        return () => asked.result;
      }),
    );
    /** @type {Kept[]} */
    const kept = await reading.catch(() => []);
    // What can't be read stays where it is, and keeps nothing else from being sent.
    return kept.filter((each) => each?.version === version && isSound(each));
  }

  /**
   * Hands edits and conflicts to a core that may not know them.
   *
   * @param {Engine} core @param {WaitingEdit[]} edits @param {EditConflict[]} conflicts
   */
  handOver(core, edits, conflicts) {
    for (const edit of edits) core.adoptEdit(edit);
    for (const conflict of conflicts) core.adoptConflict(conflict);
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

/** @param {WaitingEdit} edit @returns {'new' | 'change' | 'deletion'} */
function kindOf({ changes }) {
  if (changes.every(({ ical }) => ical === undefined)) return 'deletion';
  return changes.every(({ base }) => base === undefined) ? 'new' : 'change';
}

/** @param {unknown[]} values */
const areTexts = (...values) => values.every((value) => typeof value === 'string');

/** @param {Kept} kept @returns {boolean} Whether it has the form that the core reads. */
function isSound(kept) {
  const { edit, conflict, answer, refusal } = kept;
  const { client, place: number, title } = namedIn(kept) ?? {};
  if (!areTexts(client, title) || !(Number.isInteger(number) && Number(number) > 0)) return false;
  if (refusal) {
    const { code, detail, kind, events, proposal = '', comment = '' } = refusal;
    return (
      areTexts(code, detail, kind, proposal, comment) &&
      Array.isArray(events) &&
      events.every((event) => areTexts(event?.calendar, event?.href))
    );
  }
  if (answer) {
    const { made, calendar, href, occurrence, proposal, earlier, comment = '' } = answer;
    return (
      areTexts(calendar, href, occurrence, proposal, earlier, comment, answer.answer) &&
      Math.abs(Number(made)) < madeMax
    );
  }
  if (!edit) {
    const { calendar, href, ours, theirs, fields } = conflict ?? {};
    return (
      areTexts(calendar, href, ours, theirs) &&
      Array.isArray(fields) &&
      fields.every((field) => areTexts(field?.name, field?.occurrence, field?.ours, field?.theirs))
    );
  }
  const { made, sentClient, sentNumber, changes } = edit;
  return (
    areTexts(sentClient) &&
    Number.isInteger(sentNumber) &&
    Math.abs(Number(made)) < madeMax &&
    Array.isArray(changes) &&
    changes.every(
      (change) =>
        areTexts(change?.calendar, change?.href) &&
        areTexts(change.base ?? '', change.baseEtag ?? '', change.ical ?? ''),
    )
  );
}

/** @param {Kept} kept */
const namedIn = ({ edit, conflict, answer, refusal }) => edit ?? conflict ?? answer ?? refusal;

/** @param {Kept} kept */
const clientOf = (kept) => namedIn(kept)?.client ?? '';

/** @param {string} account @returns {IDBKeyRange} The keys of everything that is kept for it. */
const keysOf = (account) => IDBKeyRange.bound([account], [account, []]);

/**
 * @param {() => void} heard Called when another tab has said something. @param {AbortSignal} signal Its end.
 * @returns {BroadcastChannel | undefined} None where the browser's tabs can't talk to each other.
 */
function tabsChannel(heard, signal) {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel('meantime-edits');
  channel.onmessage = heard;
  signal.addEventListener('abort', () => channel.close(), { once: true });
  return channel;
}

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
    held.catch(() => done(!signal.aborted));
  });
}
