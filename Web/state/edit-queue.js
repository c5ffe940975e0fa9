import { sendEdit } from '../api/edits.js';
import { HTTPError, isOutage, isTemporary } from '../api/http.js';
import { CoreError } from '../core/engine.js';
import { tell } from '../dom/element.js';
import { pause } from '../dom/frames.js';
import { clock } from '../time/clock.js';
import { explain } from './error-messages.js';

/** After which time an edit is sent again that got no answer: the server may have made it. */
const againMs = 500;

/** @param {{ client: string, place: number }} edit */
const keyOf = ({ client, place }) => `${client} ${place}`;

/** @param {WaitingEdit} edit @param {Pick<EditRequest, 'client' | 'number'>} request */
const isSentAs = ({ sentClient, sentNumber }, { client, number }) =>
  sentClient === client && sentNumber === number;

const newClient = () => clock.uid().replaceAll('-', '');

/** @param {unknown} error @param {string[]} codes */
const isOneOf = (error, ...codes) => error instanceof HTTPError && codes.includes(error.code);

/**
 * @param {unknown} error @returns {boolean} Whether its cause is gone when the page is loaded
 *   again.
 */
const isPassing = (error) => isTemporary(error) || isOneOf(error, 'not-signed-in');

/** How many of the steps besides the edits can be undone; the core knows as many. */
const otherStepsMax = 100;

/**
 * @param {unknown} error Why there's no answer to what was sent. @param {boolean} isKept Whether the device has it.
 * @returns {Parameters<Engine['noteAnswer']>}
 */
export function refusalOf(error, isKept) {
  if (isOutage(error)) return ['refused', '', isKept];
  return ['refused', error instanceof HTTPError ? error.code : 'failed', isKept];
}

/**
 * @typedef {{ unsaved?: TypedDraft | undefined, title?: string | undefined, now?: Times }} Refusable What
 *   to offer if the edit is refused.
 */
/**
 * An edit that the server hasn't made yet. `isKept` says whether the device has it, perhaps in an earlier
 * form, and is undefined until it has answered; `isAsked` says that it was asked to keep it, and `isMade` that
 * the server has just made it.
 *
 * @typedef {{ edit: WaitingEdit, drafts: Refusable[], isKept?: boolean | undefined, isAsked?: boolean,
 *   isMade?: boolean }} Waiting
 */

/**
 * A step besides the edits. `undo` takes it back, and `redo` does it again. If that fails, it throws; or it answers false if
 * it has told the user itself, now or later. It can then be tried again, unless the server refuses it for good. `canWait`
 * says whether that can wait for the server, and `number` is the core's.
 *
 * @typedef {{ undo: () => unknown, redo?: (() => unknown) | undefined, canWait?: boolean | undefined, number?: number,
 *   isUndone?: boolean }} OtherStep
 */

/** @param {OtherStep} step @param {Engine} engine Learns of it. */
function noteIn(step, engine) {
  step.number = engine.noteStep(step.canWait === true, step.redo !== undefined);
}

/**
 * @param {WaitingEdit} edit @param {Waiting[]} joined
 * @returns {Refusable[]} What to offer for those that have become one with the edit.
 */
const joinedDrafts = ({ changes }, joined) =>
  joined
    .filter(({ edit }) =>
      edit.changes.some((its) =>
        changes.some(({ calendar, href }) => its.calendar === calendar && its.href === href),
      ),
    )
    .flatMap(({ drafts }) => drafts);

/**
 * The edits of events on their way: the core decides what is shown, kept and sent, and when; this
 * carries it out. Fires `edit`, `created`, `saving`, `made`, `waiting`, `gave-way`, `not-used`,
 * `took-back` and `refused`.
 */
export class EditQueue extends EventTarget {
  #agenda;
  #drafts;
  /** @type {Map<string, Waiting>} */
  #waiting = new Map();
  /** @type {Map<string, EditConflict>} The changes that gave way, until the user has seen them. */
  #conflicts = new Map();
  /** @type {ReturnType<typeof import('./answers.js').answersIn> | null} Null until its script is there. */
  answers = null;
  /** Under what name the core numbers its edits. */
  client = newClient();
  /** @type {Engine | null} The core that has this name, and the one that shows what waited before. */
  #named = null;
  /** @type {Engine | null} */
  #shownIn = null;
  /** Where the server's log has been read to. */
  #token = '';
  /** @type {import('./edit-log.js').EditLog | null} Null until its script is there. */
  #log = null;
  /** @type {typeof import('../api/events.js').fetchEvent} Its script isn't there at first either. */
  #fetch = () => Promise.reject();
  /** Whether the server can't be reached, so that edits wait. */
  isAway = false;
  /** Of how many events changes wait for the server, and whether the device keeps them. */
  waiting = { n: 0, isKept: true };
  /** @type {(WaitingEdit | WaitingAnswer)[]} What waits in other tabs. */
  elsewhere = [];
  #isOver = false;
  /** Whether what the core tells is about edits that have waited. */
  #isLate = false;
  /** @type {unknown} Why the server refused an edit last. */
  #refusal = null;
  /** @type {Map<number, Refusable>} What to offer for the core's edits, by their numbers. */
  #offers = new Map();
  /** @type {WeakMap<WaitingEdit, Refusable[]>} What to offer for edits that were taken back, once they're put back. */
  #takenBack = new WeakMap();
  /** @type {OtherStep[]} */
  #otherSteps = [];

  /** @param {Agenda} agenda @param {Pick<UnsavedDrafts, 'keep' | 'remove'>} [drafts] */
  constructor(agenda, drafts) {
    super();
    this.#agenda = agenda;
    this.#drafts = drafts;
  }

  /** @returns {boolean} Whether something would be lost, or sent late, if the page were left now. */
  get pending() {
    return (
      this.#loud.some(({ isKept, isAsked }) => isAsked || !(isKept && this.isAway)) ||
      this.answers?.pending === true
    );
  }

  /** Those that a person made. */
  get #loud() {
    return [...this.#waiting.values()].filter(({ edit }) => !edit.isQuiet);
  }

  /**
   * Keeps the edits on the device from now on, and takes over those that earlier pages have left there.
   *
   * @param {import('./edit-log.js').EditLog} log
   * @param {typeof import('../api/events.js').fetchEvent} fetchEvent
   */
  async keepIn(log, fetchEvent) {
    this.#log = log;
    this.#fetch = fetchEvent;
    log.onLeft = () => void this.adopt();
    for (const waiting of this.#waiting.values()) void this.#keep(waiting, this.#named);
    this.answers?.keepIn(log);
    await this.adopt();
    if (!this.#agenda.outage) this.resume();
  }

  /** Takes over what tabs have left behind that are closed by now. */
  async adopt() {
    const left = await this.#log?.takeOver();
    if (!left) return;
    for (const { edit, drafts } of left.edits)
      this.#waiting.set(keyOf(edit), { edit, drafts, isKept: true });
    for (const conflict of left.conflicts) {
      this.#conflicts.set(keyOf(conflict), conflict);
      tell(this, 'gave-way', conflict);
    }
    for (const refusal of left.refusals) {
      const { code, detail, title } = refusal;
      const error = new HTTPError(/** @type {Failure} */ (code), detail);
      tell(this, 'refused', { error, isLate: true, title, refusal });
    }
    this.answers?.takeOver(left.answers);
    if (this.#shownIn === this.#agenda.engine) this.#adoptAll();
    this.#agenda.changed();
  }

  /**
   * Shows the edits in a core that has just loaded everything, and may not know them.
   *
   * @param {string} token Up to where it has loaded the server's log.
   */
  showAgain(token) {
    this.#token = token;
    this.#shownIn = this.#agenda.engine;
    this.#adoptAll();
  }

  #adoptAll() {
    this.tellCore((core) => {
      core.noteLoaded(this.#token);
      const edits = [...this.#waiting.values()].map(({ edit }) => edit);
      this.#log?.handOver(core, edits, [...this.#conflicts.values()]);
      this.answers?.handOver(core);
    });
  }

  /** Sends what waits: the server may be back. */
  resume() {
    this.tellCore((core) => core.noteReached());
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
   * Sends what the core has noted of an event without a person: neither that nor a refusal is announced.
   */
  sendQuietly() {
    const { engine } = this.#agenda;
    if (engine) this.#carryOut(engine);
  }

  /** Takes back the last step. */
  undo() {
    return this.#turn(false, (core, number) => core.undo(number));
  }

  /** Does again what was taken back last. */
  redo() {
    return this.#turn(true, (core) => core.redo());
  }

  /**
   * @param {boolean} isRedo Whether it takes the next step, or the last one back.
   * @param {(core: Engine, number?: number) => Edit} edit What to do if that step is an edit, or if there is no step.
   */
  #turn(isRedo, edit) {
    const { engine, outage } = this.#agenda;
    if (!engine) return;
    this.#prepare(engine);
    const next = engine.nextStep(isRedo);
    if (next?.kind !== 'other') return this.#do((core) => edit(core, next?.number));
    if (outage && !next.canWait) return this.#refused(new HTTPError(outage), {});
    void this.#turnOther(this.#otherSteps.find(({ number }) => number === next.number));
  }

  /**
   * Takes back an edit, unless it has been taken back already.
   *
   * @param {Pick<SaidEdit, 'edit' | 'client'>} edit
   */
  undoEdit({ edit, client }) {
    // When a core is replaced, its edits are gone.
    if (client === this.client && this.#agenda.engine?.canUndo(edit))
      this.#do((core) => core.undo(edit));
  }

  /**
   * Notes that the user has just done something besides editing events.
   *
   * @param {() => unknown} undo As `OtherStep` has it.
   * @param {Pick<OtherStep, 'redo' | 'canWait'> & { done?: Promise<unknown> }} more `done` rejects if it isn't done
   *   after all.
   * @returns {() => void} Undoes it, unless it's already undone.
   */
  noteUndoable(undo, { done, redo, canWait } = {}) {
    /** @type {OtherStep} */
    const step = { undo, redo, canWait };
    this.#otherSteps = [...this.#otherSteps, step].slice(-otherStepsMax);
    const { engine } = this.#agenda;
    if (engine && engine === this.#named) noteIn(step, engine);
    done?.catch(() => this.#endTurn(step, 'gone'));
    return () => void (step.isUndone || this.#turnOther(step));
  }

  /** @param {OtherStep | undefined} step Is undone, or redone. */
  async #turnOther(step) {
    const { engine } = this.#agenda;
    if (!step || !engine) return;
    this.#prepare(engine);
    if (!engine.beginTurn(step.number ?? 0)) return;
    /** @type {Parameters<Engine['endTurn']>[1]} */
    let turn = 'failed';
    try {
      if ((await (step.isUndone ? step.redo : step.undo)?.()) !== false) turn = 'done';
    } catch (error) {
      // A step that the server refuses for good mustn't block the steps before it.
      const isFinal = error instanceof CoreError || error instanceof HTTPError;
      if (isFinal && !isPassing(error)) turn = 'gone';
      this.#refused(error, {});
    }
    if (turn === 'done') step.isUndone = !step.isUndone;
    this.#endTurn(step, turn);
  }

  /** @param {OtherStep} step @param {Parameters<Engine['endTurn']>[1]} turn */
  #endTurn(step, turn) {
    this.#named?.endTurn(step.number ?? 0, turn);
    if (turn === 'gone' || (step.isUndone && !step.redo))
      this.#otherSteps = this.#otherSteps.filter((other) => other !== step);
  }

  /**
   * @param {(engine: Engine) => Edit} make
   * @param {Refusable} [draft]
   * @returns {Edit | null} Null if the core refused it.
   */
  #do(make, draft = {}) {
    const engine = this.#agenda.engine;
    if (!engine) return null;
    this.#prepare(engine);
    try {
      const edit = make(engine);
      // An edit that is undone or redone keeps what its form had.
      if (!this.#offers.has(edit.edit)) this.#offers.set(edit.edit, draft);
      this.#carryOut(engine);
      this.#agenda.changed();
      tell(this, 'edit', { ...edit, client: this.client, now: draft.now });
      return edit;
    } catch (error) {
      this.#refused(error, draft);
      return null;
    }
  }

  /** @param {unknown} error @param {Refusable} draft @param {WaitingEdit} [edit] One that has waited. */
  #refused(error, draft, edit) {
    const { unsaved } = draft;
    if (unsaved) this.#drafts?.keep({ ...unsaved, text: isPassing(error) ? '' : explain(error) });
    if (edit && !unsaved) return this.tellLate(error, draft, edit);
    tell(this, 'refused', { error, isLate: edit !== undefined, ...draft });
  }

  /**
   * Tells that something was refused that has waited, and keeps that on the device until the user has seen it.
   *
   * @param {unknown} error @param {Refusable} draft @param {WaitingEdit | WaitingAnswer} refused
   */
  tellLate(error, draft, refused) {
    const refusal = error instanceof HTTPError && this.#log?.keepRefusal(refused, error);
    tell(this, 'refused', { error, isLate: true, ...draft, refusal: refusal || undefined });
  }

  /** @param {{ client: string, place: number }} refusal The user has seen it. */
  dismissRefusal(refusal) {
    void this.#log?.forgetRefusal(refusal);
  }

  // What the core wants.

  /** @param {Engine} engine Gets the time, and its name as a client. */
  #prepare(engine) {
    engine.setNow(clock.nowSeconds());
    if (engine === this.#named) return;
    if (this.#named) this.client = newClient();
    this.#named = engine;
    this.#offers.clear();
    engine.beginClient(this.client);
    this.#otherSteps = this.#otherSteps.filter(({ isUndone }) => !isUndone);
    for (const step of this.#otherSteps) noteIn(step, engine);
    this.#log?.begin(this.client);
  }

  /**
   * Says something to a core, unless it has been replaced.
   *
   * @param {(core: Engine) => void} act @param {Engine | null} [engine]
   */
  tellCore(act, engine = this.#agenda.engine) {
    if (!engine || engine !== this.#agenda.engine || this.#isOver) return;
    this.#prepare(engine);
    act(engine);
    this.#carryOut(engine);
  }

  /** @param {Engine} engine */
  #carryOut(engine) {
    const { isAway, effects, ...waiting } = engine.takeEffects();
    this.waiting = waiting;
    const isNews = isAway || this.isAway;
    this.#isLate = isNews;
    this.isAway = isAway;
    /** @type {Map<string, Waiting>} */
    const gone = new Map();
    const joined = this.#joinedBy(effects);
    for (const effect of effects) this.#carryOutOne(effect, engine, gone, joined);
    if (isNews) tell(this, 'waiting', { sent: 0 });
  }

  /** @param {Effect[]} effects @returns {Waiting[]} The edits that become one with others by them. */
  #joinedBy(effects) {
    const told = new Set(
      effects.flatMap((each) =>
        each.do === 'tellRefused' || each.do === 'tellTookBack' ? keyOf(each) : [],
      ),
    );
    return effects
      .flatMap((each) =>
        each.do === 'forget' && !told.has(keyOf(each))
          ? (this.#waiting.get(keyOf(each)) ?? [])
          : [],
      )
      .filter(({ isMade }) => !isMade);
  }

  /**
   * @param {Effect} effect @param {Engine} engine @param {Map<string, Waiting>} gone What waits no more.
   * @param {Waiting[]} joined What has become one with another edit.
   */
  #carryOutOne(effect, engine, gone, joined) {
    switch (effect.do) {
      case 'keep':
        return void this.#keep(this.#note(effect, joined), engine);
      case 'forget': {
        const waiting = this.#waiting.get(keyOf(effect));
        if (!waiting) return;
        gone.set(keyOf(effect), waiting);
        this.#waiting.delete(keyOf(effect));
        for (const { unsaved } of waiting.drafts) if (unsaved) this.#drafts?.remove(unsaved.id);
        return void this.#log?.forget(effect, waiting.isMade && !this.#waiting.size);
      }
      case 'keepConflict':
        this.#conflicts.set(keyOf(effect), effect);
        void this.#log?.keepConflict(effect);
        return tell(this, 'gave-way', effect);
      case 'forgetConflict':
        this.#conflicts.delete(keyOf(effect));
        return void this.#log?.forgetConflict(effect);
      case 'send':
        return void this.#send(effect, engine);
      case 'read':
        return void this.#read(effect, engine);
      case 'wake':
        return void setTimeout(
          () => this.tellCore((core) => core.wake(effect.number), engine),
          effect.seconds * 1000,
        );
      case 'show':
        return this.#agenda.arrived();
      case 'tellSaved':
        return tell(this, 'waiting', { sent: effect.count });
      case 'tellNotUsed':
        return tell(this, 'not-used', effect);
      case 'tellTookBack':
        this.#takenBack.set(effect, gone.get(keyOf(effect))?.drafts ?? []);
        return tell(this, 'took-back', effect);
      case 'tellRefused': {
        const error = isOneOf(this.#refusal, effect.why)
          ? this.#refusal
          : new HTTPError(/** @type {Failure} */ (effect.why));
        for (const draft of this.#draftsOf(effect, gone.get(keyOf(effect))?.drafts))
          this.#refused(
            error,
            { ...draft, title: draft.title || effect.title },
            this.#isLate ? effect : undefined,
          );
        return;
      }
      default:
        this.answers?.carryOut(effect, engine);
    }
  }

  /** @param {WaitingEdit} edit @param {Waiting[]} joined @returns {Waiting} */
  #note(edit, joined) {
    const known = this.#waiting.get(keyOf(edit));
    const isKept = known?.isKept;
    const drafts = this.#draftsOf(edit, [...(known?.drafts ?? []), ...joinedDrafts(edit, joined)]);
    const waiting = { edit, drafts, isKept, isAsked: true };
    this.#waiting.set(keyOf(edit), waiting);
    return waiting;
  }

  /**
   * @param {WaitingEdit} edit @param {Refusable[]} [known]
   * @returns {Refusable[]} What to offer: of each occurrence, or new event, the form that was filled in last; if
   *   there was no form, the last step.
   */
  #draftsOf({ steps }, known) {
    const offers = new Set(known);
    for (const { edit, isUndo } of steps) {
      const offer = this.#offers.get(edit);
      if (!offer) continue;
      offers.delete(offer);
      if (!isUndo) offers.add(offer);
    }
    /** @type {Map<string, Refusable>} */
    const last = new Map();
    for (const offer of offers) if (offer.unsaved) last.set(offer.unsaved.key, offer);
    return last.size > 0 ? [...last.values()] : [[...offers].at(-1) ?? {}];
  }

  /** @param {Waiting} waiting @param {Engine | null} engine */
  async #keep(waiting, engine) {
    const { edit, drafts } = waiting;
    const isKept = (await this.#log?.keep(edit, drafts)) === true;
    const isLast = this.#waiting.get(keyOf(edit)) === waiting;
    if (isLast) Object.assign(waiting, { isKept, isAsked: false });
    // Meanwhile it may have been made.
    else if (!this.#isOver && !this.#waiting.has(keyOf(edit))) void this.#log?.forget(edit);
    this.tellCore(
      (core) => core.noteKept(edit.client, edit.place, edit.sentClient, edit.sentNumber, isKept),
      engine,
    );
  }

  /** @param {EditRequest} request @param {Engine} engine */
  async #send(request, engine) {
    const answer = await this.#answer(request);
    if (answer[0] === 'made')
      for (const waiting of this.#waiting.values())
        waiting.isMade = isSentAs(waiting.edit, request);
    // A core that was loaded meanwhile sends it again, under the same number.
    this.tellCore((core) => core.noteAnswer(...answer), engine);
    tell(this, 'saving');
  }

  /** @param {EditRequest} request @returns {Promise<Parameters<Engine['noteAnswer']>>} */
  async #answer({ client, number, changes }) {
    if (this.#agenda.outage) return ['unsent', '', false];
    const send = () => sendEdit(this.#agenda.people.me, client, number, changes);
    try {
      const saved = await send().catch(async (error) => {
        if (!isOneOf(error, 'server-away')) throw error;
        await pause(againMs);
        return send();
      });
      this.noteMade(changes, saved);
      return ['made', '', true, saved];
    } catch (error) {
      this.#refusal = error;
      const sent = [...this.#waiting.values()].filter(({ edit }) =>
        isSentAs(edit, { client, number }),
      );
      return refusalOf(
        error,
        sent.some(({ isKept }) => isKept),
      );
    }
  }

  /** @param {EditRequest['changes']} changes @param {Saved[]} saved What the server has made. */
  noteMade(changes, saved) {
    tell(this, 'made', { changes, saved, token: this.#token });
  }

  /** @param {{ calendar: string, href: string }} place @param {Engine} engine */
  async #read({ calendar, href }, engine) {
    const nothing = { etag: '', ical: '', unanswered: false };
    const { kind, etag, ical, unanswered } = await this.#fetch(calendar, href).then(
      (event) => ({ ...nothing, kind: /** @type {const} */ ('found'), ...event }),
      (error) => ({
        ...nothing,
        kind: /** @type {'gone' | 'away'} */ (isOneOf(error, 'not-found') ? 'gone' : 'away'),
      }),
    );
    this.tellCore((core) => core.noteRead(kind, calendar, href, etag, ical, unanswered), engine);
  }

  /** @param {Pick<WaitingEdit, 'client' | 'place'>} edit Undoes it, or an answer, before it's sent. */
  takeBack({ client, place }) {
    this.tellCore((core) => core.takeBackEdit(client, place));
  }

  /** @param {WaitingEdit} edit One that was taken back, and waits again. */
  putBack(edit) {
    const drafts = this.#takenBack.get(edit) ?? [];
    this.#waiting.set(keyOf(edit), { edit, drafts, isKept: false });
    this.tellCore((core) => this.#log?.handOver(core, [edit], []));
  }

  /** @param {EditConflict} conflict The user has seen it. */
  dismiss({ client, place }) {
    this.tellCore((core) => core.dismissConflict(client, place));
  }

  /** @param {EditConflict} conflict Its own side becomes an edit. */
  useMine({ client, place }) {
    let edit = /** @type {Edit | undefined} */ (undefined);
    this.tellCore((core) => {
      edit = core.useMine(client, place);
    });
    if (edit) tell(this, 'edit', { ...edit, of: 'mineUsed', client: this.client });
  }

  /** Sends no more, because the session is over; the device keeps what waits. */
  stop() {
    this.#isOver = true;
    this.#waiting.clear();
    this.answers?.stop();
    this.waiting = { n: 0, isKept: true };
  }

  /** Forgets what waits: the user signs out. */
  async end() {
    this.stop();
    await this.#log?.forgetAll();
  }

  // Live records.

  /**
   * Whether a live record must not be applied: the core has taken it, because an edit of the event, or an
   * answer to it, is on its way.
   *
   * @param {SyncRecord} record @param {string} token @returns {boolean}
   */
  keepsBack(record, token) {
    this.#token = token || this.#token;
    const { engine } = this.#agenda;
    if (!engine || (record.type !== 'event' && record.type !== 'event-removed')) return false;
    const { calendar, href } = record;
    const isThere = record.type === 'event';
    const { etag, ical, unanswered = false } = isThere ? record : { etag: '', ical: '' };
    const isTaken = engine.takeRecord(token, isThere, calendar, href, etag, ical, unanswered);
    if (isTaken) {
      this.#agenda.noteGroupRecord(record);
      this.#carryOut(engine);
    }
    return isTaken;
  }
}
