import { sendEdit } from '../api/edits.js';
import { HTTPError, isTemporary } from '../api/http.js';
import { CoreError } from '../core/engine.js';
import { tell } from '../dom/element.js';
import { pause } from '../dom/frames.js';
import { clock } from '../time/clock.js';
import { EditHistory } from './edit-history.js';
import { explain } from './error-messages.js';
import { OwnSaves } from './own-saves.js';

/** After which time an edit is sent again that got no answer: the server may have made it. */
const againMs = 500;
/** How often an edit is sent with which the server fails. */
const faultsMax = 5;
/** After which time an edit that has got no answer is shown as waiting. */
const slowMs = 3000;
/** How long edits wait before the first of them is sent again: twice this, doubled each time, up to the second. */
const retryMsMin = 2000,
  retryMsMax = 32_000;

/** @param {{ calendar: string, href: string }} place */
const nameOf = ({ calendar, href }) => `${calendar}\n${href}`;

/** @param {unknown} error @param {string[]} codes */
const isOneOf = (error, ...codes) => error instanceof HTTPError && codes.includes(error.code);

/**
 * @param {unknown} error @returns {boolean} Whether its cause is gone when the page is loaded
 *   again.
 */
const isPassing = (error) => isTemporary(error) || isOneOf(error, 'not-signed-in');

/**
 * An edit that the server hasn't made yet, under the client's number.
 *
 * @typedef {import('./edit-log.js').KeptEdit & { engine: Engine | null, isKept?: boolean, isAdopted?:
 *   boolean, ours?: string, mergeCount?: number, failures?: number }} Waiting `engine` is the core that
 *   made the edit, if the page still has it; `isKept` says that the device has the edit, `isAdopted` that
 *   an earlier page made it; `ours` is the text that keeps a change that gave way to somebody else's.
 */
/**
 * @typedef {{ unsaved?: TypedDraft | undefined, title?: string | undefined, now?: Times, quiet?:
 *   boolean }} Refusable What to offer if the edit is refused; nothing if it's quiet.
 */

/**
 * All edits of events: the core shows each edit at once, the server gets them in order, and a
 * refused edit is taken back. Without the server they wait, and the device keeps them. Fires `edit`,
 * `created`, `saving`, `waiting`, `gave-way` and `refused`.
 */
export class EditQueue extends EventTarget {
  #agenda;
  #loadRefusals;
  #drafts;
  /** @type {Waiting[]} */
  #queue = [];
  /**
   * @type {{ name: string, record: SyncRecord, token: string }[]} Live records for events that are being saved;
   *   applied afterwards.
   */
  #held = [];
  #ownSaves = new OwnSaves();
  /** Under what name this page numbers its edits. */
  client = clock.uid().replaceAll('-', '');
  #count = 0;
  #sending = false;
  /** Whether there was a reason to send since the last attempt began. */
  #isAsked = false;
  /** @type {import('./edit-log.js').EditLog | null} Null until its script is there. */
  #log = null;
  /** Whether the server couldn't be reached, so that edits wait; the events that it has changed since. */
  #isWaiting = false;
  /** @type {Set<string>} */
  #late = new Set();
  #retryTimer = 0;
  #retryMs = retryMsMin;
  /** @type {string[]} Events being changed by `alone`. */
  #busyNames = [];
  #history = new EditHistory();

  /**
   * @param {Agenda} agenda
   * @param {() => Promise<import('./edit-refusals.js').Refusals>} loadRefusals
   * @param {Pick<UnsavedDrafts, 'keep' | 'remove'>} [drafts]
   */
  constructor(agenda, loadRefusals, drafts) {
    super();
    this.#agenda = agenda;
    this.#loadRefusals = loadRefusals;
    this.#drafts = drafts;
  }

  /** @returns {boolean} Whether something would be lost, or sent late, if the page were left now. */
  get pending() {
    const isWaitedFor = ({ isKept = false }) => !(isKept && this.#isWaiting);
    return this.#loud.some(isWaitedFor) || this.#busyNames.length > 0;
  }

  /** Those that a person made. */
  get #loud() {
    return this.#queue.filter(({ draft }) => !draft.quiet);
  }

  /** @returns {{ n: number, isKept: boolean }} How many events' changes wait for the server, and whether the device can keep them. */
  get waiting() {
    // Nothing is said of an edit before it's known whether the device has it.
    const said = this.#isWaiting ? this.#loud.filter(({ isKept }) => isKept !== undefined) : [];
    const names = said.flatMap(({ edit }) => edit.changes.map(nameOf));
    return { n: new Set(names).size, isKept: said.every(({ isKept }) => isKept) };
  }

  /**
   * Keeps the edits on the device from now on, and takes over those that earlier pages have left there.
   *
   * @param {import('./edit-log.js').EditLog} log
   */
  async keepIn(log) {
    this.#log = log;
    for (const waiting of this.#queue) void this.#keep(waiting);
    await this.adopt();
  }

  /** Takes over what tabs have left behind that are closed by now. */
  async adopt() {
    for (const kept of (await this.#log?.takeOver()) ?? [])
      this.#queue.push({ ...kept, engine: null, isKept: true, isAdopted: true });
    await this.showAgain();
    void this.#send();
  }

  /** Shows the edits in a core that was loaded after they were made, and doesn't know them. */
  async showAgain() {
    if (this.#queue.every(({ engine }) => engine === this.#agenda.engine)) return;
    (await this.#loadRefusals()).showAgain(this.#queue, this.#agenda);
    this.#mark();
  }

  /** Sends what waits: the server may be back. */
  resume() {
    this.#retryMs = retryMsMin;
    void this.#send();
  }

  /**
   * @param {Draft & { uid?: string }} draft Has a UID if the caller waits for the event to appear.
   * @param {TypedDraft} [unsaved] The form's contents, kept if they can't be saved.
   */
  create(draft, unsaved) {
    const { status, ...rest } = draft;
    const { uid = clock.uid(), ...fields } = status === 'confirmed' ? rest : draft;
    const edit = this.#do((engine) => engine.create(uid, fields), { unsaved, title: draft.title });
    if (edit) tell(this, 'created', { uid, start: edit.start });
    return edit;
  }

  /**
   * @param {string} key
   * @param {Scope} scope
   * @param {Partial<Draft>} draft
   * @param {TypedDraft} [unsaved]
   * @param {Pick<Partial<Draft>, 'start' | 'end'>} [shown] The new times by the user's clock, as
   *   the calendar shows them.
   */
  change(key, scope, draft, unsaved, shown = draft) {
    const { title, allDay } = draft;
    const { start, end } = shown;
    return this.#do((engine) => engine.change(key, scope, clock.uid(), draft), {
      unsaved,
      title,
      ...(start && end && !title && { now: { allDay: allDay === '1', start, end } }),
    });
  }

  /** @param {string} key @param {Scope} scope */
  delete(key, scope) {
    return this.#do((engine) => engine.delete(key, scope));
  }

  /**
   * Changes an event back to an earlier version.
   *
   * @param {{ calendar: string, href: string }} place @param {string} ical
   */
  restore({ calendar, href }, ical) {
    return this.#do((engine) => engine.restore(calendar, href, ical));
  }

  /**
   * Does something with several events, as one edit.
   *
   * @param {string[]} keys @param {SelectionAction} action
   */
  editSelection(keys, action) {
    return this.#do((engine) => engine.editSelection(keys, clock.uid(), action));
  }

  /**
   * Sends an edit that no person made: neither the edit nor a refusal is announced.
   *
   * @param {Edit} edit
   */
  sendQuietly(edit) {
    const { engine } = this.#agenda;
    if (!engine) return;
    this.#add(edit, { quiet: true }, engine);
  }

  /** Takes back the last step. */
  undo() {
    const last = this.#history.last;
    if (!last) return this.#refused(new CoreError('nothing-to-undo', ''), {});
    this.#undoStep(last);
  }

  /**
   * Takes back an edit, unless it has been taken back already.
   *
   * @param {Edit} edit
   */
  undoEdit({ edit }) {
    const { engine } = this.#agenda;
    const step = engine && this.#history.edit(engine, edit);
    if (step) this.#undoStep(step);
  }

  redo() {
    return this.#do((engine) => engine.redo());
  }

  /**
   * Adds a change made outside the core to the undo history.
   *
   * @param {() => unknown} undo Takes it back. If that fails, it throws; or it answers false if it
   *   has told the user itself, now or later. It can then be tried again, unless the server refuses
   *   it for good.
   * @param {Promise<unknown>} [done] Rejects if the change isn't made after all.
   * @returns {() => void} Undoes the change, unless it's already undone.
   */
  noteUndoable(undo, done) {
    const step = this.#history.addOutside(undo);
    done?.catch(() => this.#history.take(step));
    return () => this.#undoStep(step);
  }

  /** @param {import('./edit-history.js').EditStep | import('./edit-history.js').OutsideStep} step */
  #undoStep(step) {
    const { engine, outage } = this.#agenda;
    if (!engine) return;
    if (outage && 'undo' in step) return this.#refused(new HTTPError(outage), {});
    if (!this.#history.take(step)) return;
    if ('undo' in step) return void this.#undoOutside(step);
    const edit = this.#do((engine) => {
      // When a core is replaced, its edits are gone.
      if (engine !== step.engine) throw new CoreError('changed-elsewhere', '');
      return engine.undo(step.edit);
    });
    if (edit) this.#history.noteUndone(step);
  }

  /** @param {import('./edit-history.js').OutsideStep} step */
  async #undoOutside(step) {
    try {
      if ((await step.undo()) === false) this.#history.putBack(step);
    } catch (error) {
      // A step that the server refuses for good mustn't block the steps before it.
      if (!(error instanceof HTTPError) || isPassing(error)) this.#history.putBack(step);
      this.#refused(error, {});
    }
  }

  /**
   * @param {(engine: Engine) => Edit} make
   * @param {Refusable} [draft]
   * @returns {Edit | null} Null if the core refused it.
   */
  #do(make, draft = {}) {
    const engine = this.#agenda.engine;
    if (!engine) return null;
    try {
      const edit = make(engine);
      if (edit.kind !== 'undone') this.#history.addEdit(engine, edit.edit);
      this.#add(edit, draft, engine);
      this.#agenda.changed();
      tell(this, 'edit', { ...edit, now: draft.now });
      return edit;
    } catch (error) {
      this.#refused(error, draft);
      return null;
    }
  }

  /** @param {unknown} error @param {Refusable} draft @param {boolean} [isLate] Whether the edit has waited. */
  #refused(error, draft, isLate = false) {
    const { unsaved } = draft;
    if (unsaved) this.#drafts?.keep({ ...unsaved, text: isPassing(error) ? '' : explain(error) });
    tell(this, 'refused', { error, isLate, ...draft });
  }

  /** @param {Edit} edit @param {Refusable} draft @param {Engine} engine */
  #add(edit, draft, engine) {
    this.#count += 1;
    const { client } = this;
    /** @type {Waiting} */
    const waiting = { client, number: this.#count, at: clock.nowSeconds(), edit, draft, engine };
    this.#queue.push(waiting);
    void this.#keep(waiting);
    void this.#send();
  }

  /** @param {Waiting} waiting @returns {Promise<boolean>} Whether the device has it now. */
  async #keep(waiting) {
    waiting.isKept = (await this.#log?.keep(waiting)) === true;
    // Meanwhile it may have been sent.
    if (!this.#queue.includes(waiting)) void this.#log?.forget(waiting);
    else if (this.#isWaiting) tell(this, 'waiting', { sent: 0 });
    return waiting.isKept;
  }

  async #send() {
    clearTimeout(this.#retryTimer);
    this.#isAsked = true;
    if (this.#sending) return;
    this.#sending = true;
    let isReached = true;
    while ((isReached || this.#isAsked) && this.#queue[0]) {
      this.#isAsked = false;
      isReached = await this.#sendFirst(this.#queue[0]);
    }
    this.#sending = false;
    this.#release();
    this.#noteWaiting(!isReached);
    tell(this, 'saving');
  }

  /** @param {Waiting} next @returns {Promise<boolean>} Whether the server could be reached. */
  async #sendFirst(next) {
    if (this.#agenda.outage) return false;
    const slow = setTimeout(() => this.#wait(), slowMs);
    try {
      await this.#sendEdit(next);
      this.#queue.shift();
      void this.#log?.forget(next);
      if (next.ours) tell(this, 'gave-way', { ...next.edit, ours: next.ours });
      else if (this.#isWaiting && !next.draft.quiet)
        for (const change of next.edit.changes) this.#late.add(nameOf(change));
      if (next.draft.unsaved) this.#drafts?.remove(next.draft.unsaved.id);
      // If the core has been replaced, the new one has the server's earlier version, and the echo
      // is dropped.
      if (next.engine !== this.#agenda.engine)
        await (await this.#loadRefusals()).readAgain(this.#agenda, next.edit.changes);
    } catch (error) {
      const isOver = isOneOf(error, 'not-signed-in') && (await this.#keep(next));
      next.failures = (next.failures ?? 0) + Number(isOneOf(error, 'unexpected'));
      const isFault = isOneOf(error, 'unexpected') && next.failures < faultsMax;
      if (isOver || isFault || isTemporary(error) || isOneOf(error, 'too-many-writes'))
        return false;
      // What it takes to take an edit back may not be loaded.
      return this.#putBack(next, error).then(
        () => true,
        () => false,
      );
    } finally {
      clearTimeout(slow);
    }
    return true;
  }

  /** Shows that edits wait. */
  #wait() {
    this.#isWaiting = true;
    this.#mark();
    tell(this, 'waiting', { sent: 0 });
  }

  /** @param {boolean} isWaiting Whether the server couldn't be reached. */
  #noteWaiting(isWaiting) {
    if (!isWaiting && !this.#isWaiting) return;
    this.#isWaiting = isWaiting;
    this.#retryMs = isWaiting ? Math.min(this.#retryMs * 2, retryMsMax) : retryMsMin;
    if (isWaiting) this.#retryTimer = setTimeout(() => void this.#send(), this.#retryMs);
    // A database that didn't open may open now.
    if (this.#log) for (const each of this.#queue) if (!each.isKept) void this.#keep(each);
    this.#mark();
    tell(this, 'waiting', { sent: isWaiting ? 0 : this.#late.size });
    if (!isWaiting) this.#late.clear();
  }

  /** Marks the events whose changes wait. */
  #mark() {
    const changes = this.#isWaiting ? this.#queue.flatMap(({ edit }) => edit.changes) : [];
    this.#agenda.engine?.noteUnsaved(...changes.flatMap(({ calendar, href }) => [calendar, href]));
    this.#agenda.changed();
  }

  /**
   * Runs a change to an event that doesn't send its whole text. Live records for the event wait
   * until it's done.
   *
   * @param {{ calendar: string, href: string }} place @param {() => Promise<void>} run
   */
  async runOutsideQueue(place, run) {
    const name = nameOf(place);
    this.#busyNames.push(name);
    try {
      await run();
    } finally {
      this.#busyNames.splice(this.#busyNames.indexOf(name), 1);
      this.#release();
    }
  }

  /** @param {Waiting} waiting @returns {Promise<void>} */
  async #sendEdit(waiting) {
    const {
      client,
      number,
      edit: { kind, changes },
    } = waiting;
    // What an undone edit had made was never meant to be. If it's made again, its history begins anew.
    const leavesCopies = kind !== 'undone';
    const send = () => sendEdit(this.#agenda.people.me, client, number, changes, leavesCopies);
    const saved = await send().catch(async (error) => {
      if (isOneOf(error, 'changed-elsewhere')) return this.#merge(error);
      if (!isOneOf(error, 'server-away')) throw error;
      await pause(againMs);
      return send();
    });
    if (!saved) return this.#sendEdit(waiting);
    for (const [place, change] of changes.entries()) this.#noteSaved(change, saved[place]);
  }

  /**
   * Merges an edit with what somebody else made of its event meanwhile.
   *
   * @param {unknown} refusal Thrown if they can't be merged.
   */
  async #merge(refusal) {
    const { mergeWithServer } = await this.#loadRefusals();
    const merged = await mergeWithServer(this.#queue, this.#agenda);
    if (merged.length === 0) throw refusal;
    for (const each of merged) void this.#keep(each);
  }

  /** @param {Change} change @param {Saved} [saved] */
  #noteSaved({ op, calendar, href }, saved) {
    if (!saved) return;
    const name = nameOf({ calendar, href });
    this.#ownSaves.add(name, saved);
    if (op === 'put') this.#agenda.engine?.saved(calendar, href, saved.etag);
    this.#follow(name, saved.etag);
  }

  /**
   * Bases the waiting changes of an event on the version that was just saved. The first edit in the queue
   * is the one that was; one of an earlier page isn't based on it.
   *
   * @param {string} name @param {string} etag
   */
  #follow(name, etag) {
    const [first, ...later] = this.#queue;
    for (const waiting of later) {
      if (waiting.isAdopted && waiting.client !== first?.client) continue;
      const { changes } = waiting.edit;
      if (!changes.some((change) => nameOf(change) === name)) continue;
      const follow = (/** @type {Change} */ change) =>
        nameOf(change) === name ? { ...change, etag } : change;
      waiting.edit = { ...waiting.edit, changes: changes.map(follow) };
      void this.#keep(waiting);
    }
  }

  /**
   * Takes back a refused edit and the later ones on the same events, then reads the events from the
   * server again.
   *
   * @param {Waiting} refused @param {unknown} error
   */
  async #putBack(refused, error) {
    const { takeBack, readAgain } = await this.#loadRefusals();
    const { engine } = this.#agenda;
    const { lost, told, unread } = takeBack(refused, error, this.#queue, engine, this.#history);
    this.#queue = this.#queue.filter((waiting) => !lost.includes(waiting));
    this.#agenda.changed();
    for (const waiting of lost) {
      void this.#log?.forget(waiting);
      if (waiting.draft.unsaved) this.#drafts?.remove(waiting.draft.unsaved.id);
    }
    if (told) this.#refused(error, told, this.#isWaiting);
    await readAgain(this.#agenda, unread);
  }

  /** Sends no more, because the session is over; the device keeps what waits. */
  stop() {
    clearTimeout(this.#retryTimer);
    this.#queue = [];
  }

  /** Forgets what waits: the user signs out. */
  async end() {
    this.stop();
    await this.#log?.forgetAll();
  }

  /**
   * Whether a live record must not be applied now: it echoes our own save, or it's about an event
   * that is being saved and is kept for later.
   *
   * @param {SyncRecord} record @param {string} token @returns {boolean}
   */
  keepsBack(record, token) {
    // A calendar whose access changes is removed, and then sent again with all of its events.
    if (record.type === 'calendar-removed')
      this.#ownSaves.forget(nameOf({ calendar: record.id, href: '' }));
    if (record.type !== 'event' && record.type !== 'event-removed') return false;
    const name = nameOf(record);
    // Nor may a record overtake an earlier one of the same event.
    const isBusy =
      this.#busyNames.includes(name) ||
      this.#held.some((earlier) => earlier.name === name) ||
      this.#queue.some(({ edit }) => edit.changes.some((change) => nameOf(change) === name));
    if (isBusy) this.#held.push({ name, record, token });
    const etag = record.type === 'event' ? record.etag : '';
    return isBusy || this.#ownSaves.takeEcho(name, etag, token);
  }

  /** Drops the live records that wait, because everything newer is about to be loaded. */
  dropHeld() {
    this.#held = [];
  }

  #release() {
    const held = this.#held;
    this.#held = [];
    for (const { record, token } of held) {
      if (!this.keepsBack(record, token)) this.#agenda.apply(record);
    }
  }
}
