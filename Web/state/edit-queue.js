import { fetchEvent, sendEdit } from '../api/events.js';
import { HTTPError, isOutage, isTemporary } from '../api/http.js';
import { CoreError } from '../core/engine.js';
import { tell } from '../dom/element.js';
import { pause } from '../dom/frames.js';
import { clock } from '../time/clock.js';
import { EditHistory } from './edit-history.js';
import { explain } from './error-messages.js';
import { OwnSaves } from './own-saves.js';

/** After which time an edit is sent again that got no answer: the server may have made it. */
const againMs = 500;

/** @param {{ calendar: string, href: string }} place */
const nameOf = ({ calendar, href }) => `${calendar}\n${href}`;

/**
 * @param {unknown} error @returns {boolean} Whether its cause is gone when the page is loaded
 *   again.
 */
const isPassing = (error) =>
  isTemporary(error) || (error instanceof HTTPError && error.code === 'not-signed-in');

/** @typedef {{ edit: Edit, draft: Refusable, engine: Engine }} Waiting `engine` is the core that made the edit. */
/**
 * @typedef {{ unsaved?: TypedDraft | undefined, title?: string | undefined, now?: Times, quiet?:
 *   boolean }} Refusable What to offer if the edit is refused; nothing if it's quiet.
 */

/**
 * All edits of events: the core shows each edit at once, the server gets them in order, and a
 * refused edit is taken back. Fires `edit`, `created`, `saving` and `refused`.
 */
export class EditQueue extends EventTarget {
  #agenda;
  #drafts;
  /** @type {Waiting[]} */
  #queue = [];
  /**
   * @type {Map<string, string>} The ETags of saved events, newer than those in edits that are still
   *   queued.
   */
  #etags = new Map();
  /**
   * @type {{ name: string, record: SyncRecord, token: string }[]} Live records for events that are being saved;
   *   applied afterwards.
   */
  #held = [];
  #ownSaves = new OwnSaves();
  /** Under what name this page numbers its edits. */
  #client = clock.uid().replaceAll('-', '');
  #sentCount = 0;
  #sending = false;
  /** @type {string[]} Events being changed by `alone`. */
  #busyNames = [];
  #history = new EditHistory();

  /** @param {Agenda} agenda @param {Pick<UnsavedDrafts, 'keep' | 'remove'>} [drafts] */
  constructor(agenda, drafts) {
    super();
    this.#agenda = agenda;
    this.#drafts = drafts;
  }

  /** @returns {boolean} Whether something is not saved yet. */
  get pending() {
    return this.#queue.some(({ draft }) => !draft.quiet) || this.#busyNames.length > 0;
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
    this.#queue.push({ edit, draft: { quiet: true }, engine });
    void this.#send();
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
    if (!this.#agenda.engine) return;
    if (this.#agenda.outage) return this.#refused(new HTTPError(this.#agenda.outage), {});
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
   * @returns {Edit | null} Null if the core refused it, or during an outage: the page shows no
   *   change that can't be saved.
   */
  #do(make, draft = {}) {
    const engine = this.#agenda.engine;
    if (!engine) return null;
    const { outage } = this.#agenda;
    if (outage) {
      this.#refused(new HTTPError(outage), draft);
      return null;
    }
    try {
      const edit = make(engine);
      if (edit.kind !== 'undone') this.#history.addEdit(engine, edit.edit);
      this.#queue.push({ edit, draft, engine });
      this.#agenda.changed();
      tell(this, 'edit', { ...edit, now: draft.now });
      void this.#send();
      return edit;
    } catch (error) {
      this.#refused(error, draft);
      return null;
    }
  }

  /** @param {unknown} error @param {Refusable} draft */
  #refused(error, draft) {
    const { unsaved } = draft;
    if (unsaved) this.#drafts?.keep({ ...unsaved, text: isPassing(error) ? '' : explain(error) });
    tell(this, 'refused', { error, ...draft });
  }

  async #send() {
    if (this.#sending) return;
    this.#sending = true;
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      try {
        const { edit } = next;
        await this.#sendEdit(edit);
        this.#queue.shift();
        if (next.draft.unsaved) this.#drafts?.remove(next.draft.unsaved.id);
        // If the core has been replaced, the new one has the server's earlier version, and the echo
        // is dropped.
        if (next.engine !== this.#agenda.engine)
          await Promise.all(next.edit.changes.map((change) => this.#reload(change)));
      } catch (error) {
        await this.#putBack(next, error);
      }
    }
    this.#sending = false;
    this.#etags.clear();
    this.#release();
    tell(this, 'saving');
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

  /** @param {Edit} edit */
  async #sendEdit({ kind, changes }) {
    this.#sentCount += 1;
    const number = this.#sentCount;
    const current = changes.map((change) => ({
      ...change,
      etag: this.#etags.get(nameOf(change)) ?? change.etag,
    }));
    // What an undone edit had made was never meant to be. If it's made again, its history begins anew.
    const leavesCopies = kind !== 'undone';
    const send = () => sendEdit(this.#client, number, current, leavesCopies);
    const saved = await send().catch(async (error) => {
      if (!(error instanceof HTTPError) || error.code !== 'server-away') throw error;
      await pause(againMs);
      return send();
    });
    for (const [place, change] of changes.entries()) this.#noteSaved(change, saved[place]);
  }

  /** @param {Change} change @param {Saved} [saved] */
  #noteSaved({ op, calendar, href }, saved) {
    if (!saved) return;
    const name = nameOf({ calendar, href });
    this.#etags.set(name, saved.etag);
    this.#ownSaves.add(name, saved);
    if (op === 'put') this.#agenda.engine?.saved(calendar, href, saved.etag);
  }

  /**
   * Takes back a refused edit and the later ones on the same events, then reads the events from the
   * server again.
   *
   * @param {Waiting} refused @param {unknown} error
   */
  async #putBack(refused, error) {
    const names = new Set(refused.edit.changes.map(nameOf));
    const lost = this.#queue.filter(({ edit }) =>
      edit.changes.some((change) => names.has(nameOf(change))),
    );
    // The refused edit is the first of them, so it's taken back last.
    for (const waiting of [...lost].reverse()) this.#revert(waiting);
    this.#queue = this.#queue.filter((waiting) => !lost.includes(waiting));
    this.#agenda.changed();
    // Later edits were made on top of it, so the last draft contains everything.
    const loud = lost.filter(({ draft }) => !draft.quiet);
    const last = loud.findLast(({ draft }) => draft.unsaved !== undefined) ?? loud[0];
    for (const { draft } of loud) if (draft.unsaved) this.#drafts?.remove(draft.unsaved.id);
    if (last) this.#refused(error, last.draft);
    // The server can't be asked.
    if (isOutage(error)) return;
    await Promise.all(refused.edit.changes.map((change) => this.#reload(change)));
  }

  /** @param {Waiting} waiting */
  #revert({ edit, engine }) {
    this.#history.refused(engine, edit);
    // An edit that the core no longer knows must not block the ones after it; reloading corrects
    // that. A core that was loaded since uses the same numbers for other edits.
    if (engine !== this.#agenda.engine) return;
    try {
      engine.revert(edit.edit);
    } catch (error) {
      console.warn(edit.edit, error);
    }
  }

  /** @param {Change} change */
  async #reload({ calendar, href }) {
    this.#etags.delete(nameOf({ calendar, href }));
    try {
      this.#agenda.apply({ type: 'event', calendar, href, ...(await fetchEvent(calendar, href)) });
    } catch (error) {
      if (error instanceof HTTPError && error.code === 'not-found') {
        this.#agenda.apply({ type: 'event-removed', calendar, href });
      }
    }
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
