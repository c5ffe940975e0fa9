import { answerRow, answerScopes } from '../../components/answer-row.js';
import { ignoreSecondPress, openDialog } from '../../components/modal-dialog.js';
import { markOpen } from '../../components/open-mark.js';
import { placePopover } from '../../components/popover-position.js';
import { unsavedNote } from '../../components/unsaved-note.js';
import { element, redrawKeepingFocus } from '../../dom/element.js';
import { isOfEvent } from '../../dom/place-on-screen.js';
import { capital } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';
import { conflictList, deadlineText, ruleText, tallyText, whenText } from './proposal-facts.js';

/** How many days of a repeating candidate are compared with the user's events. */
const conflictDays = 366;

/** @typedef {{ proposal: ProposalDetail, event: EventDetail }} Shown */

/**
 * A card beside a candidate in the calendar: when it is, the user's conflicts, and the three
 * answers. After an answer it continues with the proposal's next time that needs one.
 */
export class AnswerCard {
  #agenda;
  #key;
  #actions;
  #body = element('div', { class: 'proposal answer-card' });
  /** @type {'this' | 'all'} */
  #scope = 'all';
  #isChosen = false;
  #mark = new AbortController();
  #close = () => {};

  /**
   * @param {Agenda} agenda @param {string} key A candidate's, or that of one occurrence of it.
   * @param {{ give: (key: string, scope: 'this' | 'all', answer: Answer) => void, open: (key: string,
   *   isForOne: boolean) => void }} actions `open` opens the sheet; for one date if the user chose
   *   that here.
   */
  constructor(agenda, key, actions) {
    this.#agenda = agenda;
    this.#key = key;
    this.#actions = actions;
  }

  /** @param {DOMRect | undefined} at The place of the pressed element. */
  open(at) {
    const shown = this.#read();
    if (!shown) return;
    const end = new AbortController();
    this.#resetScope(shown);
    this.#markOpen();
    this.#agenda.addEventListener('change', () => this.#show(), { signal: end.signal });
    const all = element('button', {
      type: 'button',
      class: 'quiet',
      text: t('openProposal'),
      onclick: () => {
        this.#close();
        this.#actions.open(this.#key, this.#isChosen && this.#scope === 'this');
      },
    });
    const { dialog, close } = openDialog({
      title: shown.proposal.title,
      kind: 'popover',
      isModal: false,
      isPart: (target) => isOfEvent(target, this.#key),
      body: [this.#body],
      foot: [all],
      closed: () => {
        end.abort();
        this.#mark.abort();
      },
    });
    this.#close = close;
    this.#show();
    if (at) placePopover(dialog, at);
    if (!this.#focusAnswer()) all.focus();
  }

  #markOpen() {
    this.#mark.abort();
    this.#mark = new AbortController();
    markOpen(this.#key, this.#mark.signal);
  }

  /** Asks for all dates first, as the sheet does; for this one if all are answered. */
  #resetScope(/** @type {Shown} */ { event, proposal }) {
    this.#scope = event.repeats && proposal.own !== null ? 'this' : 'all';
    this.#isChosen = false;
  }

  /** @returns {boolean} Whether there is an answer to focus. */
  #focusAnswer() {
    const first =
      this.#body.querySelector('.answer[aria-pressed="true"]') ??
      this.#body.querySelector('.answer:enabled');
    if (first instanceof HTMLElement) first.focus();
    return first !== null;
  }

  /** @returns {Shown | null} Null if it's no longer a proposal. */
  #read() {
    const { engine } = this.#agenda;
    try {
      return engine
        ? { proposal: engine.proposal(this.#key), event: engine.event(this.#key) }
        : null;
    } catch {
      return null;
    }
  }

  #show() {
    const shown = this.#read();
    if (!shown) return this.#close();
    const { proposal, event } = shown;
    const rule = ruleText(this.#agenda.engine, event.start, event.repeatText);
    const deadline = deadlineText(proposal);
    const fact = (/** @type {string} */ text, kind = 'tally') =>
      text ? [element('p', { class: kind, dir: 'auto', text })] : [];
    redrawKeepingFocus(
      this.#body,
      ...fact(this.#placeText(shown), 'card-place'),
      element('p', { class: 'card-when', text: whenText(event) }),
      ...fact(capital(rule)),
      ...fact(proposal.location),
      ...fact(
        `${t('proposedBy', { name: proposal.organizerName })} · ${tallyText(event.proposal ?? {})}`,
      ),
      ...fact(deadline, proposal.over ? 'closed' : 'tally'),
      ...this.#conflicts(event),
      ...(event.repeats
        ? [answerScopes(event.start, this.#scope, (scope) => this.#answerFor(scope))]
        : []),
      answerRow(
        proposal.candidates.length > 1 ? whenText(event) : t('answersTitle'),
        this.#own(shown),
        (answer) => this.#answer(answer),
        proposal.over,
      ),
      ...unsavedNote(event),
    );
  }

  /** @param {Shown} shown @returns {string} Which of several times it is, and how many wait. */
  #placeText({ proposal: { candidates, href } }) {
    if (candidates.length < 2) return '';
    const n = candidates.findIndex((candidate) => candidate.href === href) + 1;
    const waiting = this.#waiting().length;
    return [
      t('timeOf', { n, count: candidates.length }),
      ...(waiting > 0 ? [t('timesWait', { n: waiting })] : []),
    ].join(' · ');
  }

  /** @returns {WaitingCandidate[]} The times of this proposal that wait for the user's answer. */
  #waiting() {
    const { engine } = this.#agenda;
    const identity = this.#read()?.proposal.identity;
    return (engine?.waitingCandidates() ?? []).filter(
      ({ proposal }) => proposal.identity === identity,
    );
  }

  /** @param {Shown} shown @returns {Answer | null} The user's answer to the chosen scope. */
  #own({ proposal, event }) {
    return this.#scope === 'all' && event.repeats ? proposal.own : (event.proposal?.own ?? null);
  }

  /** @param {EventDetail} event */
  #conflicts({ start }) {
    const many = this.#scope === 'all';
    const found = this.#agenda.engine?.conflictsOf(
      start.slice(0, 10),
      many ? conflictDays : 1,
      this.#key,
    );
    if (!found) return [];
    return conflictList(found, many && found.times > 1);
  }

  /** @param {'this' | 'all'} scope */
  #answerFor(scope) {
    this.#scope = scope;
    this.#isChosen = true;
    this.#show();
  }

  /** @param {Answer} answer */
  #answer(answer) {
    this.#actions.give(this.#key, this.#scope, answer);
    const [next] = this.#waiting();
    const dialog = this.#body.closest('dialog');
    // The answer may have been refused, so that the same time still needs one.
    if (!next || !dialog || next.key === this.#key) return this.#close();
    this.#key = next.key;
    this.#markOpen();
    const shown = this.#read();
    if (!shown) return this.#close();
    this.#resetScope(shown);
    this.#show();
    ignoreSecondPress(dialog);
    this.#focusAnswer();
  }
}
