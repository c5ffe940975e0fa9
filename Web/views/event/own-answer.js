import { answerList } from '../../components/answer-list.js';
import { answerRow, answerScopes, showAnswer } from '../../components/answer-row.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { answersIn } from '../../state/answers.js';
import { explain } from '../../state/error-messages.js';

/**
 * Who is asked to an event of a group and what they said; who is asked says so here, and is done
 * with one press.
 */
export class OwnAnswer {
  #model;
  #event;
  /** @type {'this' | 'all'} */
  #scope;
  #row;
  #problem = element('p', { class: 'form-problem', role: 'alert' });
  /** Where one answers; nothing for who is not asked. */
  element = /** @type {HTMLElement | null} */ (null);
  /** Who said what. */
  list = element('div');
  /** Until what was said is saved; a change that is saved next is one of that. */
  saved = Promise.resolve();

  /**
   * @param {EventModel} model
   * @param {EventDetail} event
   * @param {AbortSignal} signal When it is gone.
   */
  constructor(model, event, signal) {
    this.#model = model;
    this.#event = event;
    this.#scope = event.repeats ? 'this' : 'all';
    const { agenda } = model;
    this.#row = answerRow(t('ownAnswer'), this.#given, (answer) => this.#give(answer));
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
        this.#problem,
      );
    this.#show();
    agenda.addEventListener('change', () => this.#read(), { signal });
  }

  get #own() {
    const {
      agenda: { people, calendars },
    } = this.#model;
    const isOfGroup = calendars.get(this.#event.calendar)?.level === 'group';
    return isOfGroup
      ? this.#event.attendees.find(({ account }) => account === people.me)
      : undefined;
  }

  /**
   * @returns {Answer | null} What was said to as much as is answered now, as far as that is known
   *   of this date.
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
    this.list.replaceChildren(
      answerList(this.#event.attendees, people.ofCalendar(this.#event.calendar)?.members ?? []),
    );
  }

  #read() {
    try {
      this.#event = this.#model.agenda.engine?.event(this.#event.key) ?? this.#event;
    } catch {
      // It is gone; the sheet says so when it is saved.
      return;
    }
    this.#show();
  }

  /** @param {Answer | 'none'} answer */
  #give(answer) {
    const { key } = this.#event;
    const scope = this.#scope;
    const refused = (/** @type {unknown} */ error) => {
      this.#problem.textContent = explain(error);
    };
    const give = (/** @type {Answer | 'none'} */ given) =>
      answersIn(this.#model).give({ key, scope, answer: given });
    this.#problem.textContent = '';
    try {
      const { earlier, done } = give(answer);
      this.#model.edits.done(() => give(earlier).done.catch(refused));
      this.saved = done.catch(refused);
    } catch (error) {
      refused(error);
    }
  }
}
