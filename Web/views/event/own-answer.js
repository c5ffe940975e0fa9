import { AnswerComment } from '../../components/answer-comment.js';
import { answerList } from '../../components/answer-list.js';
import { answerRow, answerScopes, showAnswer } from '../../components/answer-row.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { answersIn } from '../../state/answers.js';
import { explain } from '../../state/error-messages.js';
import { undeliveredAnswer } from './undelivered-answer.js';

/**
 * The answers to an invitation or to a group's event: everybody's, and if the user is asked, buttons
 * for their own answer, which are saved at once.
 */
export class OwnAnswer {
  #model;
  #event;
  /** @type {'this' | 'all'} */
  #scope;
  #row;
  #comment;
  #problem = element('p', { class: 'form-problem', role: 'alert' });
  /** The buttons for the user's own answer; null if the user isn't asked. */
  element = /** @type {HTMLElement | null} */ (null);
  /** A note that the organizer didn't get the user's answer; empty if they did. */
  undelivered;
  /** Everybody's answers. */
  list = element('div');
  /**
   * Settles when the answer is saved, or waits. The sheet waits for it, so that its change is based on it.
   *
   * @type {Promise<unknown>}
   */
  saved = Promise.resolve();

  /**
   * @param {EventModel} model
   * @param {EventDetail} event
   * @param {AbortSignal} signal Aborts when the sheet closes.
   */
  constructor(model, event, signal) {
    this.#model = model;
    this.#event = event;
    this.undelivered = undeliveredAnswer(event, model.agenda);
    this.#scope = event.repeats ? 'this' : 'all';
    const { agenda } = model;
    this.#row = answerRow(t('ownAnswer'), this.#given, (answer) => this.#give(answer));
    this.#comment = new AnswerComment(
      async (comment, answer) => this.#send(answer ?? this.#given ?? 'none', comment),
      explain,
      () => this.#row.matches(':active'),
    );
    const scopes = event.repeats
      ? answerScopes(event.start, this.#scope, (scope) => this.#answerFor(scope))
      : null;
    if (this.#own)
      this.element = element(
        'section',
        { class: 'own-answer' },
        element('h3', { text: t('ownAnswer') }),
        scopes,
        this.#row,
        this.#comment.element,
        this.#problem,
      );
    this.#show();
    agenda.addEventListener('change', () => this.#read(), { signal });
  }

  get #own() {
    const { calendar, attendees, decidesGuests } = this.#event;
    const level = this.#model.agenda.calendars.get(calendar)?.level;
    // Whoever invites takes part anyway.
    const isAsked = level === 'group' || (level === 'own' && !decidesGuests);
    return isAsked ? attendees.find(({ isViewer }) => isViewer) : undefined;
  }

  /**
   * @returns {Answer | null} The user's answer to the chosen scope; null for all dates if the known
   *   answer is only for this one.
   */
  get #given() {
    const own = this.#own;
    return own && (this.#scope === 'this' || !own.one) ? own.answer : null;
  }

  /** @param {'this' | 'all'} scope */
  #answerFor(scope) {
    this.#scope = scope;
    this.#show();
  }

  #show() {
    const {
      agenda: { people },
    } = this.#model;
    showAnswer(this.#row, this.#given, false);
    this.#comment.show({
      label: t('comment'),
      saved: this.#given ? (this.#own?.comment ?? '') : '',
      isOver: false,
      isShown: this.#given !== null,
    });
    this.list.replaceChildren(
      answerList(this.#event.attendees, people.ofCalendar(this.#event.calendar)?.members ?? []),
    );
  }

  #read() {
    try {
      this.#event = this.#model.agenda.engine?.event(this.#event.key) ?? this.#event;
    } catch {
      // The event is gone; the sheet reports that when it's saved.
      return;
    }
    this.#show();
  }

  /** @param {Answer} answer */
  #give(answer) {
    const refused = (/** @type {unknown} */ error) => {
      this.#problem.textContent = explain(error);
    };
    this.#problem.textContent = '';
    if (this.#comment.isTouched) {
      this.saved = this.#comment.keep(answer);
      return;
    }
    try {
      this.saved = this.#send(answer).catch(refused);
    } catch (error) {
      refused(error);
    }
  }

  /**
   * @param {Answer | 'none'} answer
   * @param {string} [comment] Without it, the earlier comment stays.
   */
  #send(answer, comment) {
    const { key } = this.#event;
    const scope = this.#scope;
    const give = (/** @type {Answer | 'none'} */ given, /** @type {string | undefined} */ said) =>
      answersIn(this.#model).give({
        key,
        scope,
        answer: given,
        ...(said !== undefined && { comment: said }),
      });
    const { earlier, done, saved } = give(answer, comment);
    // A comment alone is changed where it's typed.
    if (earlier !== answer)
      this.#model.edits.noteUndoable(() => give(earlier, undefined).done, {
        done: saved,
        canWait: true,
        redo: () => give(answer, comment).done,
      });
    return done;
  }
}
