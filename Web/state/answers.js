import { answerEvent } from '../api/events.js';
import { answerProposal } from '../api/groups.js';
import { HTTPError } from '../api/http.js';
import { tell } from '../dom/element.js';
import { clock } from '../time/clock.js';
import { refusalOf } from './edit-queue.js';

/**
 * @typedef {{ key: string, scope: 'this' | 'all', answer: Answer | 'none', comment?: string }}
 *   Given
 */
/** @typedef {'saved' | 'waits'} Outcome */
/**
 * An answer that the server doesn't have yet. `isKept` says whether the device has it, and is undefined
 * until it has answered; `isAsked` says that it was asked to keep it.
 *
 * @typedef {{ answer: WaitingAnswer, isKept: boolean | undefined, isAsked: boolean, hasWaited: boolean,
 *   done: Promise<Outcome>, ends: (outcome: Outcome) => void, fails: (error: unknown) => void,
 *   saved: Promise<void>, isSaved: () => void, isRefused: (error: unknown) => void }} Waiting
 */

/** @param {Pick<EventModel, 'agenda' | 'edits'>} model @returns {Answers} */
export function answersIn({ agenda, edits }) {
  edits.answers ??= new Answers(agenda, edits);
  return edits.answers;
}

/** @param {{ client: string, place: number }} named */
const keyOf = ({ client, place }) => `${client} ${place}`;

/**
 * The user's answers to proposals, to groups' events and to invitations: the core decides what is shown, kept
 * and sent, and when; this carries it out.
 */
class Answers {
  #agenda;
  #edits;
  /** @type {Map<string, Waiting>} */
  #waiting = new Map();
  /** @type {Map<string, Waiting>} Those that have just ended. */
  #gone = new Map();
  /** @type {import('./edit-log.js').EditLog | null} */
  #log = null;
  /** @type {unknown} Why the server refused an answer last. */
  #refusal = null;

  /**
   * @param {Pick<Agenda, 'engine' | 'outage' | 'people'>} agenda
   * @param {EventTarget & Pick<EditQueue, 'tellCore' | 'noteMade' | 'tellLate' | 'isAway'>} edits
   */
  constructor(agenda, edits) {
    this.#agenda = agenda;
    this.#edits = edits;
    edits.addEventListener('waiting', () => {
      if (!edits.isAway) return;
      for (const waiting of this.#waiting.values()) {
        waiting.hasWaited = true;
        waiting.ends('waits');
      }
    });
  }

  /** @returns {boolean} Whether something would be lost, or sent late, if the page were left now. */
  get pending() {
    return [...this.#waiting.values()].some(
      ({ isKept, isAsked }) => isAsked || !(isKept && this.#edits.isAway),
    );
  }

  /**
   * @param {Given} given
   * @returns {{ earlier: Answer | 'none', done: Promise<Outcome>, saved: Promise<void> }} The answer
   *   before this one, for undoing. `done` settles when it's saved, waits, or is refused; `saved` when it
   *   waits no more.
   */
  give({ key, scope, answer, comment }) {
    /** @type {NamedAnswer | undefined} */
    let given;
    this.#edits.tellCore((core) => {
      given = core.giveAnswer(key, scope, answer, comment);
    });
    if (!given) throw new HTTPError(this.#agenda.outage || 'not-signed-in');
    // One that changes nothing isn't sent.
    const { done, saved } = this.#waiting.get(keyOf(given)) ?? {
      done: Promise.resolve(/** @type {Outcome} */ ('saved')),
      saved: Promise.resolve(),
    };
    return { earlier: given.earlier, done, saved };
  }

  /** @param {WaitingAnswer} answer One that was taken back, and waits again. */
  putBack(answer) {
    const again = { ...answer, made: String(clock.nowSeconds()) };
    this.#edits.tellCore((core) => core.adoptAnswer(again));
    const waiting = this.#waiting.get(keyOf(answer));
    if (waiting) waiting.hasWaited = true;
  }

  /** @param {import('./edit-log.js').EditLog} log Keeps them on the device from now on. */
  keepIn(log) {
    this.#log = log;
    for (const waiting of this.#waiting.values()) void this.#keep(waiting, this.#agenda.engine);
  }

  /** @param {WaitingAnswer[]} left What closed tabs have left on the device. */
  takeOver(left) {
    for (const answer of left) this.#note(answer, true).hasWaited = true;
  }

  /** @param {Engine} core One that may not know them. */
  handOver(core) {
    // The server may have any of them.
    for (const { answer } of this.#waiting.values()) core.adoptAnswer({ ...answer, hasLeft: true });
  }

  /** Sends no more, because the session is over; the device keeps what waits. */
  stop() {
    this.#waiting.clear();
  }

  /** @param {AnswerEffect} effect @param {Engine} engine */
  carryOut(effect, engine) {
    switch (effect.do) {
      case 'keepAnswer':
        return void this.#keep(this.#note(effect), engine);
      case 'forgetAnswer':
        void this.#log?.forgetAnswer(effect);
        return this.#end(keyOf(effect));
      case 'sendAnswer':
        return void this.#send(effect, engine);
      case 'tellRefusedAnswer':
        return this.#refuse(effect);
      case 'tellTookBackAnswer':
        return tell(this.#edits, 'took-back', effect);
    }
  }

  /** @param {string} key Of an answer that waits no more. */
  #end(key) {
    const waiting = this.#waiting.get(key);
    if (!waiting) return;
    this.#waiting.delete(key);
    this.#gone.set(key, waiting);
    // If it was refused, one of the next effects says so.
    queueMicrotask(() => {
      this.#gone.delete(key);
      waiting.isSaved();
      waiting.ends('saved');
    });
  }

  /** @param {TellRefusedAnswer} effect */
  #refuse(effect) {
    const { why, title } = effect;
    const isKnown = this.#refusal instanceof HTTPError && this.#refusal.code === why;
    const error = isKnown ? this.#refusal : new HTTPError(/** @type {Failure} */ (why));
    const waiting = this.#gone.get(keyOf(effect));
    waiting?.isRefused(error);
    // Whoever gave it has been told that it waits, perhaps in another page.
    if (!waiting || waiting.hasWaited) this.#edits.tellLate(error, { title }, effect);
    else waiting.fails(error);
  }

  /** @param {WaitingAnswer} answer @param {boolean} [isKept] @returns {Waiting} */
  #note(answer, isKept) {
    const known = this.#waiting.get(keyOf(answer));
    const waiting = known ?? newWaiting(answer);
    Object.assign(waiting, { answer, isKept: isKept ?? known?.isKept });
    this.#waiting.set(keyOf(answer), waiting);
    return waiting;
  }

  /** @param {Waiting} waiting @param {Engine | null} engine */
  async #keep(waiting, engine) {
    const { answer } = waiting;
    waiting.isAsked = true;
    const isKept = (await this.#log?.keepAnswer(answer)) === true;
    Object.assign(waiting, { isKept, isAsked: false });
    this.#edits.tellCore(
      (core) => core.noteKept(answer.client, answer.place, '', 0, isKept),
      engine,
    );
  }

  /** @param {SendAnswer} request @param {Engine} engine */
  async #send(request, engine) {
    const reply = await this.#reply(request);
    // A core that was loaded meanwhile sends it again, which is harmless.
    this.#edits.tellCore((core) => core.noteAnswer(...reply), engine);
  }

  /** @param {SendAnswer} request @returns {Promise<Parameters<Engine['noteAnswer']>>} */
  async #reply({ calendar, href, proposal, answer, occurrence, comment, ical }) {
    const { outage, people } = this.#agenda;
    if (outage) return ['unsent', '', false];
    const group = people.ofCalendar(calendar);
    if (proposal && !group) return ['refused', 'not-found', true];
    const form = {
      account: people.me,
      answer,
      ...(comment === undefined ? {} : { comment }),
      ...(occurrence ? { occurrence } : {}),
    };
    try {
      const { etag, token } = await (proposal && group
        ? answerProposal(group.id, proposal, { href, ...form })
        : answerEvent({ calendar, href }, form));
      // Something else may answer in the server's place.
      if (!etag) throw new HTTPError('server-away');
      // The server writes an answer to an invitation itself, with what came of telling the organizer.
      if (ical && group) this.#edits.noteMade([{ calendar, href, ical }], [{ etag, token }]);
      return ['made', '', true, [{ etag, token }]];
    } catch (error) {
      this.#refusal = error;
      const isOurs = error instanceof HTTPError && error.code !== 'failed';
      return refusalOf(isOurs ? error : new HTTPError('server-away'), true);
    }
  }
}

/** @param {WaitingAnswer} answer @returns {Waiting} */
function newWaiting(answer) {
  const nothing = () => {};
  const waiting = { answer, isKept: undefined, isAsked: false, hasWaited: false };
  /** @type {Pick<Waiting, 'ends' | 'fails'>} */
  let first = { ends: nothing, fails: nothing };
  /** @type {Pick<Waiting, 'isSaved' | 'isRefused'>} */
  let last = { isSaved: nothing, isRefused: nothing };
  const done = new Promise((/** @type {Waiting['ends']} */ ends, fails) => {
    first = { ends, fails };
  });
  const saved = new Promise((/** @type {(nothing: void) => void} */ isSaved, isRefused) => {
    last = { isSaved, isRefused };
  });
  // Nobody may be listening.
  done.catch(nothing);
  saved.catch(nothing);
  return { ...waiting, ...first, ...last, done, saved };
}
