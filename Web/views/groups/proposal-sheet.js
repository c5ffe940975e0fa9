import { confirmChoice, failing } from './asking.js';
import { answerRow, wordOf } from './answer-row.js';
import { openDialog } from '../../components/modal-dialog.js';
import { element, renew } from '../../lib/dom.js';
import { dateText, timeText } from '../../lib/format.js';
import { ruleSentence } from '../../lib/rule-sentence.js';
import { t } from '../../lib/strings.js';
import { initialsOf, titleOf } from '../../lib/whose.js';

/** How far ahead a proposal that repeats is compared with one's own. */
const conflictDays = 366;
/** The longest comment the server takes is 500 bytes; letters may have four. */
const commentLettersMax = 200;

/** @param {Pick<Placed, 'allDay' | 'start' | 'end'>} time @returns {string} */
export function whenText({ allDay, start, end }) {
  const side = (/** @type {string} */ at) => (allDay ? dateText(at, 'full') : `${dateText(at, 'full')}, ${timeText(at)}`);
  if (start === end) return side(start);
  const last = !allDay && start.slice(0, 10) === end.slice(0, 10) ? timeText(end) : side(end);
  return t('fromTo', { start: side(start), end: last });
}

/** A proposal: its times, who answered what, one's own answer to each and what else one has then. */
export class ProposalSheet {
  #agenda;
  #actions;
  #key;
  #explain;
  #body = element('div', { class: 'proposal' });
  #problem = element('p', { class: 'form-problem', role: 'alert' });
  #comment = element('input', { type: 'text', maxlength: commentLettersMax, autocomplete: 'off', 'aria-label': t('comment'), placeholder: t('comment') });
  #one = element('input', { type: 'checkbox', class: 'switch', role: 'switch' });
  #close = () => {};

  /**
   * @param {Agenda} agenda @param {string} key Of a candidate, or of one occurrence of it.
   * @param {ProposalActions} actions @param {(error: unknown) => string} explain
   */
  constructor(agenda, key, actions, explain) {
    this.#agenda = agenda;
    this.#key = key;
    this.#actions = actions;
    this.#explain = explain;
  }

  open() {
    const end = new AbortController();
    const proposal = this.#read();
    if (!proposal) return;
    const own = proposal.answers.find(({ account }) => account === this.#agenda.people.me);
    this.#comment.value = own?.comment ?? '';
    this.#agenda.addEventListener('change', () => this.#show(), { signal: end.signal });
    const { close } = openDialog({ title: proposal.title, kind: 'sheet', body: [this.#body, this.#problem], foot: this.#foot(proposal), closed: () => end.abort() });
    this.#close = close;
    this.#show();
  }

  /** @returns {ProposalDetail | null} Nothing when it is no proposal any more. */
  #read() {
    try {
      return this.#agenda.engine?.proposal(this.#key) ?? null;
    } catch {
      return null;
    }
  }

  get #group() {
    return this.#agenda.people.ofCalendar(this.#key.split('/')[0] ?? '');
  }

  #show() {
    const proposal = this.#read();
    if (!proposal) return this.#close();
    const facts = [proposal.location, proposal.notes].filter(Boolean).map((text) => element('p', { class: 'dialog-text', dir: 'auto', text }));
    const deadline = proposal.deadline && t(proposal.over ? 'deadlineOver' : 'deadlineUntil', { time: `${dateText(proposal.deadline, 'full')}, ${timeText(proposal.deadline)}` });
    renew(this.#body,
      element('p', { class: 'dialog-text', text: t('proposedBy', { name: proposal.organizerName }) }),
      ...(deadline ? [element('p', { class: 'dialog-text', text: deadline })] : []), ...facts,
      element('ul', { class: 'candidates' }, ...proposal.candidates.map((candidate) => this.#candidate(candidate, proposal))),
      this.#comment, this.#list(proposal));
  }

  /** @param {ProposalDetail['candidates'][number]} candidate @param {ProposalDetail} proposal */
  #candidate(candidate, proposal) {
    const isThis = candidate.key.slice(0, candidate.key.lastIndexOf('/')) === this.#key.slice(0, this.#key.lastIndexOf('/'));
    const { yes = 0, maybe = 0, no = 0, missing = 0 } = candidate.proposal ?? {};
    const own = isThis ? proposal.answers.find(({ account }) => account === this.#agenda.people.me)?.answer ?? null : candidate.proposal?.own ?? null;
    const said = candidate.repeatText && this.#agenda.engine?.ruleTimes(candidate.start, '', candidate.repeatText, 0);
    const repeat = said ? element('p', { class: 'dialog-text', text: ruleSentence(said, document.documentElement.lang) }) : null;
    const row = answerRow(whenText(candidate), own, (answer) => this.#answer(proposal, candidate, answer, isThis));
    for (const [index, button] of [...row.children].entries()) if (button instanceof HTMLElement) button.dataset['for'] = `${candidate.href} ${index}`;
    const mayEnd = this.#mayEnd(proposal);
    return element('li', { class: 'candidate', 'data-href': candidate.href },
      element('strong', { text: whenText(candidate) }), repeat,
      element('p', { class: 'tally', text: t('tally', { yes, maybe, no, missing }) }),
      ...this.#conflicts(candidate), row,
      isThis && candidate.repeats ? this.#oneOnly() : null,
      mayEnd ? element('button', { type: 'button', class: 'quiet', 'data-for': `${candidate.href} event`, text: t('turnIntoEvent'), onclick: () => this.#confirm(proposal, candidate) }) : null);
  }

  #oneOnly() {
    const { event } = { event: this.#agenda.engine?.event(this.#key) };
    const when = event ? dateText(event.occurrenceStart.slice(0, 10), 'full') : '';
    return element('label', { class: 'toggle' }, element('span', { text: t('onlyOccurrence', { date: when }) }), this.#one);
  }

  /** @param {ProposalDetail['candidates'][number]} candidate */
  #conflicts(candidate) {
    const found = this.#agenda.engine?.conflicts(candidate.start.slice(0, 10), conflictDays, candidate.key);
    if (!found) return [];
    if (found.found.length === 0) return [element('p', { class: 'no-conflict', text: t('noConflicts') })];
    const items = found.found.map(({ start, events }) => element('li', {},
      candidate.repeats ? `${dateText(start.slice(0, 10), 'short')}: ` : '',
      events.map((event) => `${titleOf(event)}${event.allDay ? '' : ` ${timeText(event.start)}–${timeText(event.end)}`}`).join(', ')));
    return [element('p', { class: 'conflict', text: candidate.repeats ? t('conflictsOf', { n: found.found.length, all: found.times }) : t('conflict') }),
      element('ul', { class: 'conflicts' }, ...items)];
  }

  /** @param {ProposalDetail} proposal */
  #list({ answers }) {
    return element('section', { 'aria-label': t('answersTitle') }, element('h3', { text: t('answersTitle') }),
      element('ul', { class: 'answer-list' }, ...answers.map(({ name, account, answer, comment, one }) => element('li', {
        class: answer ?? 'none', 'data-color': this.#group?.members.find(({ id }) => id === account)?.color ?? 'grey',
      }, element('span', { class: 'initials', 'aria-hidden': 'true', text: initialsOf(name) }), element('span', { dir: 'auto', text: name }),
      element('strong', { text: one ? t('onlyThisOnce', { answer: wordOf(answer) }) : wordOf(answer) }),
      comment ? element('q', { dir: 'auto', text: comment }) : null))));
  }

  /** @param {ProposalDetail} proposal */
  #mayEnd({ organizer }) {
    return organizer === this.#agenda.people.me || (this.#group?.role ?? 'member') !== 'member';
  }

  /** @param {ProposalDetail} proposal */
  #foot(proposal) {
    const suggest = element('button', { type: 'button', class: 'quiet', text: t('suggestTime'), onclick: () => {
      const group = this.#group;
      if (!group) return;
      this.#close();
      this.#actions.suggest(group, proposal);
    } });
    const withdraw = element('button', { type: 'button', class: 'danger', text: t('withdraw'), onclick: () => this.#withdraw(proposal) });
    return this.#mayEnd(proposal) ? [withdraw, suggest] : [suggest];
  }

  /** @param {() => Promise<unknown>} work */
  async #run(work) {
    this.#problem.textContent = '';
    this.#problem.textContent = await failing(work, this.#explain);
    return this.#problem.textContent === '';
  }

  /** @param {ProposalDetail} proposal @param {ProposalDetail['candidates'][number]} candidate @param {Answer} answer @param {boolean} isThis */
  #answer({ identity }, { href, repeats }, answer, isThis) {
    const occurrence = isThis && repeats && this.#one.checked ? { occurrence: this.#key.slice(this.#key.lastIndexOf('/') + 1) } : {};
    const group = this.#group;
    if (group) void this.#run(() => this.#actions.answer(group.id, identity, { href, answer, comment: this.#comment.value.trim(), ...occurrence }));
  }

  /** @param {ProposalDetail} proposal @param {ProposalDetail['candidates'][number]} candidate */
  async #confirm({ identity, candidates, title }, candidate) {
    const others = candidates.length - 1;
    const text = others > 0 ? t('turnIntoEventText', { time: whenText(candidate), n: others }) : t('turnIntoEventOnly', { time: whenText(candidate) });
    const group = this.#group;
    if (!group || !await confirmChoice(title, text, t('turnIntoEvent'))) return;
    if (await this.#run(() => this.#actions.confirm(group.id, identity, candidate.href))) this.#close();
  }

  /** @param {ProposalDetail} proposal */
  async #withdraw({ identity, title }) {
    const group = this.#group;
    if (!group || !await confirmChoice(title, t('withdrawText'), t('withdraw'), true)) return;
    if (await this.#run(() => this.#actions.withdraw(group.id, identity))) this.#close();
  }
}
