import { iconButton } from '../../components/icon-button.js';
import { menuButton } from '../../components/menu-button.js';
import { face } from '../../components/person-avatar.js';
import { sideHint } from '../../components/side-hint.js';
import { warningSign } from '../../components/warning-sign.js';
import { element, redrawKeepingFocus, tell } from '../../dom/element.js';
import { icon } from '../../dom/icons.js';
import { t } from '../../i18n/strings.js';

/** How many members are listed until "show all" is pressed. */
const listedMax = 12;
/** @type {[label: Message, event: string][]} What a group's menu offers, and the events that fires. */
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
  /** Groups that list all their members. @type {Set<string>} */
  #whole = new Set();
  /** Colours of people whose groups' colours would clash. @type {Map<string, string>} */
  #colors = new Map();

  /** @param {{ agenda: Agenda, settings: Settings }} model */
  set model({ agenda, settings }) {
    this.#agenda = agenda;
    this.#settings = settings;
  }

  connectedCallback() {
    this.#listeners = new AbortController();
    for (const change of ['calendars', 'overfull'])
      this.#agenda?.addEventListener(change, () => this.#show(), {
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
      groups.length === 0
        ? sideHint({
            name: 'groups',
            part: t('groups'),
            text: t('groupHint'),
            settings: this.#settings,
          })
        : '',
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
        element(
          'button',
          {
            type: 'button',
            class: 'side-item',
            'aria-pressed': String(isView),
            title: isView ? t('showEverything') : t('onlyNamed', { name }),
            'data-for': id,
            onclick: look,
          },
          element('span', { text: name }),
        ),
        this.#menu(group),
      ),
      element(
        'ul',
        { class: 'calendars' },
        this.#calendar(group),
        ...listed.map((member) => this.#member(group, member)),
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

  /** @param {Group} group @returns {HTMLElement} Everything that one can do with the group. */
  #menu({ id, name }) {
    const run = (/** @type {string} */ event) => () => tell(this, event, { id });
    const menu = menuButton({
      label: t('editGroupNamed', { name }),
      class: 'icon-button',
      content: [icon('more')],
      items: [
        ...actions.map(([message, event]) => ({ text: t(message), run: run(event) })),
        null,
        { text: t('groupSettings'), run: run('group-edit') },
      ],
    });
    menu.firstElementChild?.setAttribute('data-for', `${id} edit`);
    return menu;
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
