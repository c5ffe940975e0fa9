import { answerRow, answerScopes } from '../../components/answer-row.js';
import { openDialog } from '../../components/modal-dialog.js';
import { placePopover } from '../../components/popover-position.js';
import { element, redrawKeepingFocus } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { conflictList, deadlineText, ruleText, whenText } from './proposal-facts.js';

/** How many days of a repeating candidate are compared with the user's events. */
const conflictDays = 366;

/** @typedef {{ proposal: ProposalDetail, event: EventDetail }} Shown */

/**
 * A card beside a candidate in the calendar: when it is, what the user has then, and the three
 * answers.
 */
export class AnswerCard {
  #agenda;
  #key;
  #actions;
  #body = element('div', { class: 'proposal answer-card' });
  /** @type {'this' | 'all'} */
  #scope = 'all';
  #isChosen = false;
  #close = () => {};

  /**
   * @param {Agenda} agenda @param {string} key A candidate's, or that of one occurrence of it.
   * @param {{ give: (scope: 'this' | 'all', answer: Answer) => void, open: (isForOne: boolean) =>
   *   void }} actions `open` opens the sheet; for one date if the user chose that here.
   */
  constructor(agenda, key, actions) {
    this.#agenda = agenda;
    this.#key = key;
    this.#actions = actions;
  }

  /** @param {DOMRect | undefined} at The place of what was pressed. */
  open(at) {
    const shown = this.#read();
    if (!shown) return;
    const end = new AbortController();
    // Ask for all dates first, as the sheet does; for this one if all are answered.
    this.#scope = shown.event.repeats && shown.proposal.own !== null ? 'this' : 'all';
    this.#agenda.addEventListener('change', () => this.#show(), { signal: end.signal });
    const all = element('button', {
      type: 'button',
      class: 'quiet',
      text: t('openProposal'),
      onclick: () => {
        this.#close();
        this.#actions.open(this.#isChosen && this.#scope === 'this');
      },
    });
    const { dialog, close } = openDialog({
      title: shown.proposal.title,
      kind: 'popover',
      body: [this.#body],
      foot: [all],
      closed: () => end.abort(),
    });
    this.#close = close;
    this.#show();
    if (at) placePopover(dialog, at);
    const first =
      this.#body.querySelector('.answer[aria-pressed="true"]') ??
      this.#body.querySelector('.answer:enabled') ??
      all;
    if (first instanceof HTMLElement) first.focus();
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
    const { yes = 0, maybe = 0, no = 0, missing = 0 } = event.proposal ?? {};
    const rule = ruleText(this.#agenda.engine, event.start, event.repeatText);
    const deadline = deadlineText(proposal);
    const fact = (/** @type {string} */ text, kind = 'tally') =>
      text ? [element('p', { class: kind, dir: 'auto', text })] : [];
    redrawKeepingFocus(
      this.#body,
      element('p', { class: 'card-when', text: whenText(event) }),
      ...fact(rule),
      ...fact(proposal.location),
      ...fact(
        `${t('proposedBy', { name: proposal.organizerName })} · ${t('tally', { yes, maybe, no, missing })}`,
      ),
      ...fact(deadline, proposal.over ? 'closed' : 'tally'),
      ...this.#conflicts(event),
      ...(event.repeats
        ? [answerScopes(event.start, this.#scope, (scope) => this.#answerFor(scope))]
        : []),
      answerRow(
        t('answersTitle'),
        this.#own(shown),
        (answer) => this.#answer(answer),
        proposal.over,
      ),
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
    this.#close();
    this.#actions.give(this.#scope, answer);
  }
}
