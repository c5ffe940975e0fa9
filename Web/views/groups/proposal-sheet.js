import { confirmChoice, failureOf } from '../../components/confirm-dialog.js';
import { askDiscard } from '../../components/modal-dialog.js';
import { markOpen } from '../../components/open-mark.js';
import { openSideCard } from '../../components/side-card.js';
import { element, focusedIn, putInOrder, redrawKeepingFocus, tell } from '../../dom/element.js';
import { isOfEvent, placeOfEvent } from '../../dom/place-on-screen.js';
import { t } from '../../i18n/strings.js';
import { can } from '../../state/people.js';
import { CandidateItem } from './candidate-item.js';
import { askDeadline } from './deadline-dialog.js';
import { deadlineText, ruleText, whenText } from './proposal-facts.js';
import { whyNotNow } from './server-needed.js';

/**
 * The sheet of a proposal: its candidates, everybody's answers, and for each candidate the user's
 * own answer and conflicts.
 */
export class ProposalSheet {
  #agenda;
  #actions;
  #key;
  /** The calendar the proposal is in. */
  #calendar = '';
  #explain;
  #isForOne;
  #lead = element('div', { class: 'proposal-lead' });
  #list = element('ul', { class: 'candidates' });
  #body = element('div', { class: 'proposal' }, this.#lead, this.#list);
  #problem = element('p', { class: 'form-problem', role: 'alert' });
  /** What the problem says while there's no server. */
  #waits = '';
  /** @type {Map<string, CandidateItem>} By the candidates' hrefs. */
  #items = new Map();
  #suggest = element('button', {
    type: 'button',
    class: 'quiet',
    text: t('suggestTime'),
    onclick: () => this.#openSuggestion(),
  });
  #close = () => {};

  /**
   * @param {Agenda} agenda @param {string} key A candidate's, or that of one occurrence of it.
   * @param {ProposalActions} actions
   * @param {(error: unknown) => string} explain
   * @param {boolean} isForOne Whether to answer only that occurrence.
   */
  constructor(agenda, key, actions, explain, isForOne) {
    this.#agenda = agenda;
    this.#key = key;
    this.#actions = actions;
    this.#explain = explain;
    this.#isForOne = isForOne;
  }

  open() {
    const proposal = this.#read();
    if (!proposal) return;
    const { title } = proposal;
    const { close, signal } = openSideCard(
      {
        title,
        body: [this.#body, this.#problem],
        foot: this.#foot(proposal),
        isPart: (target) => isOfEvent(target, this.#key),
        mayClose: () => this.#keepTyped(),
        keep: () => void this.#keepLater(title),
      },
      placeOfEvent(this.#key),
    );
    this.#close = close;
    markOpen(this.#key, signal);
    this.#agenda.addEventListener('change', () => this.#show(), { signal });
    this.#agenda.addEventListener('status', () => this.#heardServer(), { signal });
    this.#show();
    // Show the candidate that the sheet was opened for.
    const place = proposal.candidates.findIndex(({ href }) => href === proposal.href);
    if (place > 0)
      this.#items
        .get(proposal.candidates[place]?.href ?? '')
        ?.element.scrollIntoView({ block: 'nearest' });
  }

  /**
   * Saves typed comments.
   *
   * @returns {Promise<boolean>} Whether the sheet may close: all are saved, or the user discards
   *   the rest.
   */
  async #keepTyped() {
    return (await this.#saveTyped()) || askDiscard();
  }

  /**
   * Saves typed comments after the sheet was left, and offers to open it again if one is refused.
   *
   * @param {string} title
   */
  async #keepLater(title) {
    if (!(await this.#saveTyped())) tell(document, 'form-left', { title, open: () => this.open() });
  }

  /** @returns {Promise<boolean>} Whether all typed comments are saved. */
  async #saveTyped() {
    const items = [...this.#items.values()];
    const kept = await Promise.all(items.map((item) => item.keep()));
    if (kept.includes('refused')) return false;
    // The items show it inside the sheet, which is about to close, so show it on the page too.
    const said = items.map((item) => item.said).find(Boolean);
    if (said) this.#actions.say(said);
    return true;
  }

  async #openSuggestion() {
    if (this.#cannot('noSuggestingNow')) return;
    const [proposal, group] = [this.#read(), this.#group];
    if (!group || !proposal || !(await this.#keepTyped())) return;
    this.#close();
    this.#actions.suggest(group, proposal, this.#key);
  }

  /**
   * @param {string} [key]
   * @returns {ProposalDetail | null} Null if it's no longer a proposal.
   */
  #read(key = this.#key) {
    try {
      const proposal = this.#agenda.engine?.proposal(key) ?? null;
      this.#calendar = proposal?.calendar ?? this.#calendar;
      return proposal;
    } catch {
      return null;
    }
  }

  get #group() {
    return this.#agenda.people.ofCalendar(this.#calendar);
  }

  #show() {
    const proposal = this.#read();
    if (!proposal) return this.#close();
    const facts = [proposal.location, proposal.notes]
      .filter(Boolean)
      .map((text) => element('p', { class: 'dialog-text', dir: 'auto', text }));
    this.#suggest.disabled = proposal.over;
    redrawKeepingFocus(
      this.#lead,
      element('p', {
        class: 'dialog-text',
        text: t('proposedBy', { name: proposal.organizerName }),
      }),
      ...this.#deadline(proposal),
      ...facts,
    );
    this.#showCandidates(proposal);
  }

  /** @param {ProposalDetail} proposal */
  #showCandidates(proposal) {
    const places = new Set(proposal.candidates.map(({ href }) => href));
    for (const [href, item] of this.#items) {
      if (places.has(href)) continue;
      const hadFocus = focusedIn(item.element);
      item.element.remove();
      this.#items.delete(href);
      if (hadFocus) this.#suggest.focus();
    }
    putInOrder(
      this.#list,
      proposal.candidates.map((candidate) => this.#item(candidate, proposal).element),
    );
  }

  /** @param {Candidate} candidate @param {ProposalDetail} proposal */
  #item(candidate, proposal) {
    const { me } = this.#agenda.people;
    const isThis = candidate.href === proposal.href;
    const key = isThis ? this.#key : candidate.key;
    const mayEnd = this.#mayEnd(proposal);
    const state = {
      candidate,
      key,
      isThis,
      isForOne: isThis && this.#isForOne,
      detail: isThis ? proposal : (this.#read(key) ?? { ...proposal, answers: [], own: null }),
      members: this.#group?.members ?? [],
      mayEnd,
      mayRemove: proposal.candidates.length > 1 && (mayEnd || candidate.suggester === me),
    };
    const known = this.#items.get(candidate.href);
    known?.show(state);
    const item =
      known ??
      new CandidateItem(this.#agenda, state, {
        answer: (given) => this.#actions.answer(given),
        run: (work) => this.#run(work),
        explain: this.#explain,
        confirm: (chosen) => this.#confirm(chosen),
        takeAway: (chosen) => this.#takeAway(chosen),
      });
    this.#items.set(candidate.href, item);
    return item;
  }

  /** @param {ProposalDetail} proposal */
  #deadline(proposal) {
    const text = deadlineText(proposal);
    const { deadline, identity, over } = proposal;
    const change =
      this.#mayEnd(proposal) &&
      element('button', {
        type: 'button',
        class: 'quiet',
        'data-for': 'deadline',
        text: t(deadline ? 'changeDeadline' : 'setDeadline'),
        onclick: () => {
          const group = this.#group;
          if (group && !this.#cannot('noDeadlineNow'))
            askDeadline(
              deadline,
              this.#actions.deadlineOf,
              (chosen) => this.#actions.setDeadline(group.id, identity, chosen),
              this.#explain,
            );
        },
      });
    if (!text && !change) return [];
    return [
      element(
        'div',
        { class: over ? 'deadline closed' : 'deadline' },
        text ? element('p', { text }) : null,
        change,
      ),
    ];
  }

  /** @param {ProposalDetail} proposal */
  #mayEnd({ organizer }) {
    return organizer === this.#agenda.people.me || can(this.#group, 'decide');
  }

  /** @param {ProposalDetail} proposal */
  #foot(proposal) {
    const withdraw = element('button', {
      type: 'button',
      class: 'danger',
      text: t('withdraw'),
      onclick: () => this.#withdraw(proposal),
    });
    return this.#mayEnd(proposal) ? [withdraw, this.#suggest] : [this.#suggest];
  }

  /**
   * Says why something can't be done while there's no server, before anything is asked.
   *
   * @param {import('./server-needed.js').Needed} message
   */
  #cannot(message) {
    this.#waits = this.#problem.textContent = whyNotNow(this.#agenda, message);
    return this.#waits !== '';
  }

  #heardServer() {
    if (!this.#agenda.outage && this.#problem.textContent === this.#waits)
      this.#problem.textContent = '';
  }

  /** @param {() => Promise<unknown>} work */
  async #run(work) {
    this.#problem.textContent = '';
    this.#problem.textContent = await failureOf(work, this.#explain);
    return this.#problem.textContent === '';
  }

  /** @param {Candidate} candidate */
  async #confirm(candidate) {
    const [proposal, group] = [this.#read(), this.#group];
    if (!proposal || !group || this.#cannot('noChoosingNow')) return;
    const { identity, candidates, title } = proposal;
    const others = candidates.length - 1;
    // Say whether it repeats, because more than one date becomes an event then.
    const time = [
      whenText(candidate),
      ruleText(this.#agenda.engine, candidate.start, candidate.repeatText).replace(/\.$/, ''),
    ]
      .filter(Boolean)
      .join(', ');
    const text =
      others > 0 ? t('turnIntoEventText', { time, n: others }) : t('turnIntoEventOnly', { time });
    if (!(await confirmChoice(title, text, t('turnIntoEvent')))) return;
    if (await this.#run(() => this.#actions.confirm(group.id, identity, candidate.href)))
      this.#close();
  }

  /** @param {Candidate} candidate */
  async #takeAway({ href, ...candidate }) {
    const [proposal, group] = [this.#read(), this.#group];
    if (!proposal || !group || this.#cannot('noRemovingNow')) return;
    const { identity, candidates, title } = proposal;
    if (
      !(await confirmChoice(
        title,
        t('takeTimeAwayText', { time: whenText(candidate) }),
        t('takeTimeAway'),
        true,
      ))
    )
      return;
    const other = candidates.find((left) => left.href !== href);
    // If the sheet's own candidate is removed, it continues with another.
    if (other && proposal.href === href) this.#key = other.key;
    await this.#run(() => this.#actions.takeAway(group.id, identity, href));
  }

  /** @param {ProposalDetail} proposal */
  async #withdraw({ identity, title }) {
    const group = this.#group;
    if (!group || this.#cannot('noWithdrawingNow')) return;
    if (!(await confirmChoice(title, t('withdrawText'), t('withdraw'), true))) return;
    if (await this.#run(() => this.#actions.withdraw(group.id, identity))) this.#close();
  }
}
