import { confirmChoice, failing } from './asking.js';
import { askDeadline } from './deadline-dialog.js';
import { conflictList, deadlineText, ruleText, whenText } from './proposal-facts.js';
import { answerList } from '../../components/answer-list.js';
import { answerRow } from '../../components/answer-row.js';
import { openDialog } from '../../components/modal-dialog.js';
import { element, renew } from '../../lib/dom.js';
import { dateText } from '../../lib/format.js';
import { t } from '../../lib/strings.js';

/** How far ahead a proposal that repeats is compared with one's own. */
const conflictDays = 366;
/** The longest comment the server takes is 500 bytes; letters may have four. */
const commentLettersMax = 200;

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
  #suggest = element('button', { type: 'button', class: 'quiet', text: t('suggestTime'), onclick: () => {
    const [proposal, group] = [this.#read(), this.#group];
    if (!group || !proposal) return;
    this.#close();
    this.#actions.suggest(group, proposal);
  } });
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
    this.#suggest.disabled = this.#comment.disabled = this.#one.disabled = proposal.over;
    renew(this.#body,
      element('p', { class: 'dialog-text', text: t('proposedBy', { name: proposal.organizerName }) }),
      ...this.#deadline(proposal), ...facts,
      element('ul', { class: 'candidates' }, ...proposal.candidates.map((candidate) => this.#candidate(candidate, proposal))),
      this.#comment, answerList(proposal.answers, this.#group?.members ?? []));
  }

  /** @param {ProposalDetail} proposal */
  #deadline(proposal) {
    const text = deadlineText(proposal);
    const { deadline, identity, over } = proposal;
    const change = this.#mayEnd(proposal) && element('button', { type: 'button', class: 'quiet', 'data-for': 'deadline', text: t(deadline ? 'changeDeadline' : 'setDeadline'), onclick: () => {
      const group = this.#group;
      if (group) askDeadline(deadline, (local) => this.#actions.setDeadline(group.id, identity, local), this.#explain);
    } });
    if (!text && !change) return [];
    return [element('div', { class: over ? 'deadline closed' : 'deadline' }, text ? element('p', { text }) : null, change)];
  }

  /** @param {ProposalDetail['candidates'][number]} candidate @param {ProposalDetail} proposal */
  #candidate(candidate, proposal) {
    const isThis = candidate.key.slice(0, candidate.key.lastIndexOf('/')) === this.#key.slice(0, this.#key.lastIndexOf('/'));
    const { yes = 0, maybe = 0, no = 0, missing = 0 } = candidate.proposal ?? {};
    const own = isThis ? proposal.answers.find(({ account }) => account === this.#agenda.people.me)?.answer ?? null : candidate.proposal?.own ?? null;
    const rule = ruleText(this.#agenda.engine, candidate.start, candidate.repeatText);
    const repeat = rule ? element('p', { class: 'dialog-text', text: rule }) : null;
    const row = answerRow(whenText(candidate), own, (answer) => this.#answer(candidate, answer, isThis), proposal.over);
    for (const [index, button] of [...row.children].entries()) if (button instanceof HTMLElement) button.dataset['for'] = `${candidate.href} ${index}`;
    const mayEnd = this.#mayEnd(proposal);
    const mayRemove = proposal.candidates.length > 1 && (mayEnd || candidate.suggester === this.#agenda.people.me);
    return element('li', { class: 'candidate', 'data-href': candidate.href },
      element('strong', { text: whenText(candidate) }), repeat,
      element('p', { class: 'tally', text: t('tally', { yes, maybe, no, missing }) }),
      ...conflictList(this.#agenda.engine?.conflicts(candidate.start.slice(0, 10), conflictDays, candidate.key), candidate.repeats), row,
      isThis && candidate.repeats ? this.#oneOnly() : null,
      mayEnd || mayRemove ? element('div', { class: 'candidate-ends' },
        mayEnd ? element('button', { type: 'button', class: 'quiet', 'data-for': `${candidate.href} event`, text: t('turnIntoEvent'), onclick: () => this.#confirm(proposal, candidate) }) : null,
        mayRemove ? element('button', { type: 'button', class: 'quiet', 'data-for': `${candidate.href} away`, text: t('takeTimeAway'), onclick: () => this.#takeAway(proposal, candidate) }) : null) : null);
  }

  #oneOnly() {
    const { event } = { event: this.#agenda.engine?.event(this.#key) };
    const when = event ? dateText(event.occurrenceStart.slice(0, 10), 'full') : '';
    return element('label', { class: 'toggle' }, element('span', { text: t('onlyOccurrence', { date: when }) }), this.#one);
  }

  /** @param {ProposalDetail} proposal */
  #mayEnd({ organizer }) {
    return organizer === this.#agenda.people.me || (this.#group?.role ?? 'member') !== 'member';
  }

  /** @param {ProposalDetail} proposal */
  #foot(proposal) {
    const withdraw = element('button', { type: 'button', class: 'danger', text: t('withdraw'), onclick: () => this.#withdraw(proposal) });
    return this.#mayEnd(proposal) ? [withdraw, this.#suggest] : [this.#suggest];
  }

  /** @param {() => Promise<unknown>} work */
  async #run(work) {
    this.#problem.textContent = '';
    this.#problem.textContent = await failing(work, this.#explain);
    return this.#problem.textContent === '';
  }

  /** @param {ProposalDetail['candidates'][number]} candidate @param {Answer} answer @param {boolean} isThis */
  #answer({ key, repeats }, answer, isThis) {
    const one = isThis && repeats && this.#one.checked;
    void this.#run(async () => this.#actions.answer({ key: one ? this.#key : key, scope: one ? 'this' : 'all', answer, ...(isThis ? { comment: this.#comment.value.trim() } : {}) }));
  }

  /** @param {ProposalDetail} proposal @param {ProposalDetail['candidates'][number]} candidate */
  async #confirm({ identity, candidates, title }, candidate) {
    const others = candidates.length - 1;
    const text = others > 0 ? t('turnIntoEventText', { time: whenText(candidate), n: others }) : t('turnIntoEventOnly', { time: whenText(candidate) });
    const group = this.#group;
    if (!group || !await confirmChoice(title, text, t('turnIntoEvent'))) return;
    if (await this.#run(() => this.#actions.confirm(group.id, identity, candidate.href))) this.#close();
  }

  /** @param {ProposalDetail} proposal @param {ProposalDetail['candidates'][number]} candidate */
  async #takeAway({ identity, candidates, title }, { key, href, ...candidate }) {
    const group = this.#group;
    if (!group || !await confirmChoice(title, t('takeTimeAwayText', { time: whenText(candidate) }), t('takeTimeAway'), true)) return;
    const other = candidates.find((left) => left.href !== href);
    // The sheet goes on with another time when its own is the one that goes.
    if (other && this.#key.slice(0, this.#key.lastIndexOf('/')) === key.slice(0, key.lastIndexOf('/'))) this.#key = other.key;
    await this.#run(() => this.#actions.takeAway(group.id, identity, href));
  }

  /** @param {ProposalDetail} proposal */
  async #withdraw({ identity, title }) {
    const group = this.#group;
    if (!group || !await confirmChoice(title, t('withdrawText'), t('withdraw'), true)) return;
    if (await this.#run(() => this.#actions.withdraw(group.id, identity))) this.#close();
  }
}
