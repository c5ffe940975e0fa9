import { iconButton } from '../../components/icon-button.js';
import { face } from '../../components/person-avatar.js';
import { warningSign } from '../../components/warning-sign.js';
import { element, redrawKeepingFocus, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** How many members are listed until "show all" is pressed. */
const listedMax = 12;
/** @type {[label: Message, event: string][]} The buttons of a group, and the events they fire. */
const actions = [
  ['propose', 'group-propose'],
  ['findTime', 'group-find-time'],
  ['board', 'group-board'],
];

/**
 * The groups in the sidebar, each with its calendar and its members. A click shows or hides them.
 * Fires `group-edit`.
 */
export class GroupList extends HTMLElement {
  #listeners = new AbortController();
  #agenda = /** @type {Agenda | null} */ (null);
  #settings = /** @type {Settings | null} */ (null);
  #waiting = /** @type {import('../../state/pending-proposals.js').PendingProposals | null} */ (
    null
  );
  /** Groups that list all their members. @type {Set<string>} */
  #whole = new Set();
  /** Colours of people whose groups' colours would clash. @type {Map<string, string>} */
  #colors = new Map();

  /**
   * @param {{ agenda: Agenda, settings: Settings, waiting:
   *   import('../../state/pending-proposals.js').PendingProposals }} model
   */
  set model({ agenda, settings, waiting }) {
    this.#agenda = agenda;
    this.#settings = settings;
    this.#waiting = waiting;
  }

  connectedCallback() {
    this.#listeners = new AbortController();
    for (const change of ['calendars', 'overfull'])
      this.#agenda?.addEventListener(change, () => this.#show(), {
        signal: this.#listeners.signal,
      });
    this.#waiting?.addEventListener('change', () => this.#show(), {
      signal: this.#listeners.signal,
    });
    this.#show();
  }

  disconnectedCallback() {
    this.#listeners.abort();
  }

  #show() {
    const { people } = this.#agenda ?? {};
    const groups = people?.list ?? [];
    this.#colors = people?.colors ?? new Map();
    redrawKeepingFocus(
      this,
      element(
        'div',
        { class: 'side-head' },
        element('h2', { text: t('groups') }),
        iconButton('plus', t('newGroup'), () => tell(this, 'group-edit', { id: null }), {
          'data-for': 'new',
        }),
      ),
      groups.length === 0 ? element('p', { class: 'side-hint', text: t('groupHint') }) : '',
      ...groups.map((group) => this.#group(group)),
    );
  }

  /** @param {Group} group */
  #group(group) {
    const { id, name } = group;
    const people = this.#agenda?.people;
    const isView = people?.view === group;
    const look = () => this.#settings?.change({ groupView: isView ? '' : id });
    // In the group's view the user is one of the members; elsewhere their calendars are listed.
    const members = group.members.filter((member) => isView || member.id !== people?.me);
    const listed = this.#whole.has(id) ? members : members.slice(0, listedMax);
    const rest = members.length - listed.length;
    return element(
      'section',
      { class: 'group', 'aria-label': name },
      element(
        'div',
        { class: 'group-head' },
        element('button', {
          type: 'button',
          class: 'side-item',
          'aria-pressed': String(isView),
          title: t(isView ? 'showEverything' : 'showGroupOnly'),
          'data-for': id,
          text: name,
          onclick: look,
        }),
        iconButton('more', t('editGroupNamed', { name }), () => tell(this, 'group-edit', { id }), {
          'data-for': `${id} edit`,
        }),
      ),
      this.#asked(group),
      element(
        'ul',
        { class: 'calendars' },
        this.#calendar(group),
        ...listed.map((member) => this.#member(group, member)),
      ),
      element(
        'div',
        { class: 'group-ways' },
        ...actions.map(([message, event]) =>
          element('button', {
            type: 'button',
            text: t(message),
            'data-for': `${id} ${event}`,
            onclick: () => tell(this, event, { id }),
          }),
        ),
      ),
      rest > 0 &&
        element('button', {
          type: 'button',
          class: 'side-item',
          text: t('showAllMembers', { n: members.length }),
          onclick: () => {
            this.#whole.add(id);
            this.#show();
          },
        }),
    );
  }

  /** @param {Group} group Gets a button if proposals wait for an answer; it opens the first. */
  #asked({ id, calendar }) {
    const list = this.#waiting?.list.filter((each) => each.calendar === calendar) ?? [];
    const [first] = list;
    const times = this.#waiting?.countTimes(list) ?? 0;
    const text = t('waitingForAnswer', { n: list.length });
    return first
      ? element('button', {
          type: 'button',
          class: 'side-item waiting',
          'data-for': `${id} waiting`,
          text: times > list.length ? `${text} (${t('proposedTimes', { n: times })})` : text,
          onclick: () => tell(this, 'group-answer', { key: first.key }),
        })
      : null;
  }

  /** @param {Group} group */
  #calendar({ id, name, calendar }) {
    const known = this.#agenda?.calendars.get(calendar);
    if (!known) return null;
    return this.#item({
      id: calendar,
      color: known.color,
      name: t('groupCalendar'),
      named: t('groupCalendarOf', { name }),
      overfull: t('groupOverfull', { name }),
      mark: `${id} ${calendar}`,
    });
  }

  /** @param {Group} group @param {Member} member */
  #member({ id: group }, { id, name, color, picture }) {
    return this.#item({
      id,
      color: this.#colors.get(id) ?? color,
      name,
      named: name,
      overfull: t('memberOverfull', { name }),
      mark: `${group} ${id}`,
      portrait: face({ name, picture }),
    });
  }

  /**
   * @param {{ id: string, color: string, name: string, named: string, overfull: string, mark:
   *   string, portrait?: HTMLElement }} item A click shows or hides it; the button after it hides
   *   all the others. `overfull` is what to say when not all of its events are loaded.
   */
  #item({ id, color, name, named, overfull, mark, portrait }) {
    const agenda = this.#agenda;
    const isAlone = agenda?.shownIDs.join() === id;
    const box = element('input', {
      type: 'checkbox',
      'data-for': mark,
      'aria-label': named,
      onchange: () => agenda?.show(id, box.checked),
    });
    box.checked = agenda?.isVisible(id) ?? true;
    const only = () => agenda?.showOnly(isAlone ? agenda.switches : [id]);
    return element(
      'li',
      { 'data-color': color },
      element(
        'label',
        {},
        box,
        portrait,
        element('span', { class: 'calendar-name', dir: 'auto', text: name }),
      ),
      agenda?.overfull.has(id) && warningSign(overfull),
      id !== agenda?.people.me &&
        iconButton('only', isAlone ? t('showAll') : t('onlyNamed', { name: named }), only, {
          'data-for': `${mark} only`,
          'aria-pressed': String(isAlone),
        }),
    );
  }
}

customElements.define('group-list', GroupList);
