import { answerEvent } from '../api/events.js';
import { answerProposal } from '../api/groups.js';
import { HTTPError } from '../api/http.js';

/**
 * @typedef {{ key: string, scope: 'this' | 'all', answer: Answer | 'none', comment?: string }}
 *   Given
 */

/**
 * @type {WeakMap<object, Answers>} One for each calendar page, so that its answers are sent in
 *   order.
 */
const ofPage = new WeakMap();

/** @param {Pick<EventModel, 'agenda' | 'edits'>} model */
export function answersIn({ agenda, edits }) {
  const answers = ofPage.get(edits) ?? new Answers(agenda, edits);
  ofPage.set(edits, answers);
  return answers;
}

/**
 * One's own answers to proposals, and to the events that came of them: seen at once, sent in the
 * order they were given, and put back when they are refused.
 */
export class Answers {
  #agenda;
  #edits;
  /**
   * @type {Map<string, { record: SyncRecord, count: number }>} Candidates that are being answered,
   *   as the server had them before.
   */
  #kept = new Map();
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * @param {Pick<Agenda, 'engine' | 'online' | 'people' | 'apply'>} agenda
   * @param {Pick<Edits, 'alone'>} edits
   */
  constructor(agenda, edits) {
    this.#agenda = agenda;
    this.#edits = edits;
  }

  /**
   * @param {Given} given
   * @returns {{ earlier: Answer | 'none', done: Promise<void> }} What takes it back, and when it is
   *   saved.
   */
  give({ key, scope, answer, comment }) {
    const { engine, online, people } = this.#agenda;
    if (!engine || !online) throw new HTTPError('offline', '');
    const { identity, ical, oldIcal, occurrence, earlier, ...object } = engine.answered(
      key,
      scope,
      answer,
      ...(comment === undefined ? [] : [comment]),
    );
    const group = people.ofCalendar(object.calendar);
    if (!group) throw new HTTPError('not-found', '');
    const form = {
      answer,
      ...(comment === undefined ? {} : { comment }),
      ...(occurrence ? { occurrence } : {}),
    };
    const sent = this.#last.then(() =>
      identity
        ? answerProposal(group.id, identity, { href: object.href, ...form })
        : answerEvent(object, form),
    );
    this.#last = sent.catch(() => {});
    const done = this.#edits.alone(object, () =>
      this.#keeping({ type: 'event', ...object, ical: oldIcal }, sent, ical),
    );
    this.#agenda.apply({ type: 'event', ...object, ical });
    return { earlier: earlier ?? 'none', done };
  }

  /**
   * @param {SyncRecord & { type: 'event' }} record As it was.
   * @param {Promise<{ etag?: string }>} sent
   * @param {string} ical As it is to be.
   */
  async #keeping(record, sent, ical) {
    const name = `${record.calendar}\n${record.href}`;
    const kept = this.#kept.get(name) ?? { record, count: 0 };
    this.#kept.set(name, kept);
    kept.count += 1;
    try {
      const { etag } = await sent;
      // What is saved next is a change of this.
      if (etag && kept.count === 1) this.#agenda.apply({ ...record, etag, ical });
    } catch (error) {
      // What others said meanwhile waits, and comes after it.
      this.#agenda.apply(kept.record);
      throw error;
    } finally {
      kept.count -= 1;
      if (kept.count === 0) this.#kept.delete(name);
    }
  }
}
