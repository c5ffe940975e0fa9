import { answerEvent } from '../api/events.js';
import { answerProposal } from '../api/groups.js';
import { HTTPError } from '../api/http.js';

/**
 * @typedef {{ key: string, scope: 'this' | 'all', answer: Answer | 'none', comment?: string }}
 *   Given
 */

/**
 * @type {WeakMap<object, Answers>} One object per calendar page, so that its answers are sent in
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
 * The user's answers to proposals, and to events that were proposals: shown at once, sent in order,
 * and taken back if the server refuses them.
 */
export class Answers {
  #agenda;
  #edits;
  /**
   * @type {Map<string, { record: SyncRecord, count: number }>} For each event that is being
   *   answered, the server's last version and the number of answers on their way.
   */
  #kept = new Map();
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * @param {Pick<Agenda, 'engine' | 'outage' | 'people' | 'apply'>} agenda
   * @param {Pick<EditQueue, 'runOutsideQueue'>} edits
   */
  constructor(agenda, edits) {
    this.#agenda = agenda;
    this.#edits = edits;
  }

  /**
   * @param {Given} given
   * @returns {{ earlier: Answer | 'none', done: Promise<void> }} The answer before this one, for
   *   undoing; and a promise that settles when this one is saved or refused.
   */
  give({ key, scope, answer, comment }) {
    const { engine, outage, people } = this.#agenda;
    if (!engine || outage) throw new HTTPError(outage || 'offline');
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
    const done = this.#edits.runOutsideQueue(object, () =>
      this.#keeping({ type: 'event', ...object, ical: oldIcal }, sent, ical),
    );
    this.#agenda.apply({ type: 'event', ...object, ical });
    return { earlier: earlier ?? 'none', done };
  }

  /**
   * @param {SyncRecord & { type: 'event' }} record The event before the answer.
   * @param {Promise<{ etag?: string }>} sent
   * @param {string} ical The event with the answer.
   */
  async #keeping(record, sent, ical) {
    const name = `${record.calendar}\n${record.href}`;
    const kept = this.#kept.get(name) ?? { record, count: 0 };
    this.#kept.set(name, kept);
    kept.count += 1;
    try {
      const { etag } = await sent;
      // The next save has to name this ETag.
      if (etag && kept.count === 1) this.#agenda.apply({ ...record, etag, ical });
    } catch (error) {
      // Records that arrived in the meantime are held back, and applied after this.
      this.#agenda.apply(kept.record);
      throw error;
    } finally {
      kept.count -= 1;
      if (kept.count === 0) this.#kept.delete(name);
    }
  }
}
