import { AnswerComment } from '../../components/answer-comment.js';
import { answerList } from '../../components/answer-list.js';
import { answerRow, showAnswer } from '../../components/answer-row.js';
import { unsavedNote } from '../../components/unsaved-note.js';
import { element, redrawKeepingFocus } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { capital } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';
import { conflictList, ruleText, tallyText, whenText } from './proposal-facts.js';
import { singleDates } from './single-date-answers.js';

/** How many days of a repeating candidate are compared with the user's events. */
const conflictDays = 366;

/** @typedef {ProposalDetail['candidates'][number]} Candidate */
/**
 * @typedef {object} CandidateActions The actions of the sheet for its candidates.
 * @property {ProposalActions['answer']} answer
 * @property {(work: () => Promise<unknown>) => Promise<boolean>} run Shows an error in the sheet.
 * @property {(error: unknown) => string} explain
 * @property {(candidate: Candidate) => unknown} confirm @property {(candidate: Candidate) =>
 *   unknown} takeAway
 */
/**
 * @typedef {object} CandidateState
 * @property {Candidate} candidate @property {boolean} isThis Whether the sheet was opened for it.
 * @property {boolean} isForOne Whether the sheet was opened to answer a single date of it.
 * @property {string} key If it repeats, that of the occurrence that the sheet was opened for.
 * @property {ProposalDetail} detail The proposal, with the answers to that occurrence.
 * @property {Member[]} members @property {boolean} mayEnd @property {boolean} mayRemove
 */

/**
 * One candidate of a proposal: the user's conflicts and answer, and everybody else's answers. It's
 * updated in place, so that typed text, opened parts and pressed buttons in it stay.
 */
export class CandidateItem {
  #agenda;
  #actions;
  /** @type {CandidateState} */
  #state;
  #isAllShown = false;
  #facts = element('div', { class: 'candidate-facts' });
  #conflicts = element('div', { class: 'candidate-conflicts' });
  #one = element('input', {
    type: 'checkbox',
    class: 'switch',
    role: 'switch',
    onchange: () => this.#showOwn(),
  });
  #oneText = element('span');
  #oneRow = element('label', { class: 'toggle' }, this.#oneText, this.#one);
  #row;
  #waits = element('div');
  #comment;
  #tally = element('span');
  #list = element('div');
  #single = element('div', { class: 'single-dates' });
  #said = element(
    'details',
    { class: 'who-said', ontoggle: () => this.#showSingle() },
    element('summary', {}, this.#tally),
    this.#list,
    this.#single,
  );
  #ends = element('div', { class: 'candidate-ends' });
  element;

  /** @param {Agenda} agenda @param {CandidateState} state @param {CandidateActions} actions */
  constructor(agenda, state, actions) {
    this.#agenda = agenda;
    this.#actions = actions;
    this.#state = state;
    this.#row = answerRow(whenText(state.candidate), null, (answer) => this.#answer(answer));
    this.#comment = new AnswerComment(
      (comment, answer) => this.#send(answer, comment),
      actions.explain,
      () => this.#row.matches(':active'),
    );
    this.#one.checked = state.isForOne || (state.isThis && this.#own?.one === true);
    this.#said.open = state.isThis || this.#commentCount > 0;
    this.element = element(
      'li',
      { class: 'candidate', 'data-href': state.candidate.href },
      this.#facts,
      this.#conflicts,
      this.#row,
      this.#waits,
      this.#oneRow,
      this.#comment.element,
      this.#said,
      this.#ends,
    );
    this.show(state);
  }

  /** Saves a typed comment. */
  keep() {
    return this.#comment.keep();
  }

  /** @returns {string} What it says of a comment that was saved. */
  get said() {
    return this.#comment.said;
  }

  /** @param {CandidateState} state */
  show(state) {
    this.#state = state;
    const { candidate, key, isThis, detail, members } = state;
    const { engine } = this.#agenda;
    const when = whenText(candidate);
    const rule = ruleText(engine, candidate.start, candidate.repeatText);
    const suggester = members.find(({ id }) => id === candidate.suggester);
    const name =
      suggester?.id === this.#agenda.people.me
        ? t('memberYou', { name: suggester.name })
        : suggester?.name;
    this.#facts.replaceChildren(
      element('strong', { text: when }),
      ...[capital(rule), name ? t('suggestedBy', { name }) : '']
        .filter(Boolean)
        .map((text) => element('p', { class: 'tally', dir: 'auto', text })),
    );
    this.#showConflicts();
    this.#waits.replaceChildren(...unsavedNote(candidate));
    const event = isThis ? engine?.event(key) : undefined;
    const comments = this.#commentCount;
    this.#tally.textContent = [
      tallyText((event ?? candidate).proposal ?? {}),
      comments > 0 && t('tallyComments', { n: comments }),
    ]
      .filter(Boolean)
      .join(', ');
    this.#list.replaceChildren(answerList(detail.answers, members, when));
    this.#showSingle();
    this.#oneRow.hidden = !this.#mayBeOne;
    this.#oneText.textContent = event
      ? t('onlyOccurrence', { date: dateText(event.occurrenceStart.slice(0, 10), 'full') })
      : '';
    this.#one.disabled = detail.over;
    this.#showEnds();
    this.#showOwn();
  }

  /**
   * Shows answers to single dates, but only while opened, because it takes many queries to the
   * core.
   */
  #showSingle() {
    const { candidate, key } = this.#state;
    const { engine, today } = this.#agenda;
    this.#single.replaceChildren(
      ...(engine && candidate.repeats && this.#said.open
        ? singleDates(engine, candidate.key, key, today)
        : []),
    );
  }

  /** How many of the others wrote a comment. */
  get #commentCount() {
    const { me } = this.#agenda.people;
    return this.#state.detail.answers.filter(({ account, comment }) => account !== me && comment)
      .length;
  }

  get #mayBeOne() {
    return this.#state.isThis && this.#state.candidate.repeats;
  }

  get #isOne() {
    return this.#mayBeOne && this.#one.checked;
  }

  /** @returns {GivenAnswer | undefined} The user's answer to the occurrence in question. */
  get #own() {
    return this.#state.detail.answers.find(({ account }) => account === this.#agenda.people.me);
  }

  /** @returns {Answer | null} The user's answer to the one date, or else to all of the proposal. */
  get #ownAnswer() {
    return this.#isOne ? (this.#own?.answer ?? null) : this.#state.detail.own;
  }

  #showOwn() {
    const { candidate, detail, isThis } = this.#state;
    showAnswer(this.#row, this.#ownAnswer, detail.over);
    // If the occurrence has its own answer, the comment is only about that date.
    const saved = this.#own?.one && !this.#isOne ? '' : (this.#own?.comment ?? '');
    this.#comment.show({
      label: `${t('comment')}, ${whenText(candidate)}`,
      saved,
      isOver: detail.over,
      isShown: isThis || this.#ownAnswer !== null,
    });
  }

  #showConflicts() {
    const {
      candidate: { start, repeats, key },
    } = this.#state;
    redrawKeepingFocus(
      this.#conflicts,
      ...conflictList(
        this.#agenda.engine?.conflictsOf(start.slice(0, 10), conflictDays, key),
        repeats,
        {
          isAll: this.#isAllShown,
          turn: (isAll) => {
            this.#isAllShown = isAll;
            this.#showConflicts();
          },
        },
      ),
    );
  }

  #showEnds() {
    const { candidate, mayEnd, mayRemove } = this.#state;
    const button = (
      /** @type {string} */ mark,
      /** @type {string} */ text,
      /** @type {() => unknown} */ onclick,
    ) => element('button', { type: 'button', class: 'quiet', 'data-for': mark, text, onclick });
    redrawKeepingFocus(
      this.#ends,
      ...(mayEnd
        ? [button('event', t('turnIntoEvent'), () => this.#actions.confirm(candidate))]
        : []),
      ...(mayRemove
        ? [button('away', t('takeTimeAway'), () => this.#actions.takeAway(candidate))]
        : []),
    );
    this.#ends.hidden = !mayEnd && !mayRemove;
  }

  /** @param {Answer} answer */
  #answer(answer) {
    if (this.#comment.isTouched) void this.#comment.keep(answer);
    else void this.#actions.run(() => this.#send(answer));
  }

  /**
   * @param {Answer | undefined} answer If undefined, the earlier answer stays.
   * @param {string} [comment]
   */
  async #send(answer, comment) {
    const given = answer ?? this.#ownAnswer ?? 'none';
    // A single date without an answer can't have a comment, so the comment goes to the whole
    // candidate.
    const isOne = this.#isOne && given !== 'none';
    return this.#actions.answer({
      key: isOne ? this.#state.key : this.#state.candidate.key,
      scope: isOne ? 'this' : 'all',
      answer: given,
      ...(comment === undefined ? {} : { comment }),
    });
  }
}
