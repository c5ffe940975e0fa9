import { iconButton } from '../../components/icon-button.js';
import { element, focusedIn, tell } from '../../lib/dom.js';
import { initialsOf } from '../../lib/people.js';
import { t } from '../../lib/strings.js';

/** The groups with their calendar and their members: switched on and off, looked at by themselves, and kept behind a button. */
export class GroupList extends HTMLElement {
  #listeners = new AbortController();
  /** @type {Agenda | null} */
  #agenda = null;

  /** @param {Agenda} agenda */
  set agenda(agenda) {
    this.#agenda = agenda;
  }

  connectedCallback() {
    this.#listeners = new AbortController();
    this.#agenda?.addEventListener('calendars', () => this.#show(), { signal: this.#listeners.signal });
    this.#show();
  }

  disconnectedCallback() {
    this.#listeners.abort();
  }

  #show() {
    const agenda = this.#agenda;
    if (!agenda) return;
    const focused = focusedIn(this)?.dataset['for'];
    this.replaceChildren(
      element('div', { class: 'side-head' }, element('h2', { text: t('groups') }),
        iconButton('plus', t('newGroup'), () => tell(this, 'group-edit', { id: null }))),
      ...agenda.groups.list.map((group) => this.#group(agenda, group)));
    /** @type {NodeListOf<HTMLElement>} */
    const controls = this.querySelectorAll('[data-for]');
    if (focused) [...controls].find((control) => control.dataset['for'] === focused)?.focus();
  }

  /** @param {Agenda} agenda @param {Group} group */
  #group(agenda, group) {
    const { id, name, members, calendar, color } = group;
    const isViewed = agenda.groups.viewed === id;
    const look = element('button', {
      type: 'button', class: 'side-item group-name', 'aria-pressed': String(isViewed), 'data-for': `${id} look`, title: t('onlyGroup', { name }),
      onclick: () => agenda.viewGroup(isViewed ? '' : id),
    }, element('span', { text: name, dir: 'auto' }));
    const own = this.#row(`${id} calendar`, color, t('groupCalendar'), agenda.isVisible(calendar), (shown) => agenda.show(calendar, shown));
    const people = members.filter((member) => member.id !== agenda.account).map((member) =>
      this.#row(`${id} ${member.id}`, member.color, member.name, agenda.isPersonVisible(member.id), (shown) => agenda.showPerson(member.id, shown), initialsOf(member.name)));
    return element('section', { class: 'side-group', 'aria-label': name },
      element('div', { class: 'side-group-head' }, look,
        iconButton('more', t('editGroupNamed', { name }), () => tell(this, 'group-edit', { id }), { 'data-for': `${id} edit` })),
      element('ul', { class: 'calendars' }, own, ...people),
      element('div', { class: 'side-group-ways' },
        this.#way('propose', 'propose', { group: id }), this.#way('findTime', 'find-time', { group: id }), this.#way('board', 'board', { group: id })));
  }

  /** @param {Message} message @param {string} told @param {{ group: string }} detail */
  #way(message, told, detail) {
    return element('button', { type: 'button', class: 'quiet', text: t(message), 'data-for': `${detail.group} ${told}`, onclick: () => tell(this, `group-${told}`, detail) });
  }

  /**
   * @param {string} key @param {string} color @param {string} name @param {boolean} isOn
   * @param {(shown: boolean) => void} change @param {string} [initials]
   */
  #row(key, color, name, isOn, change, initials = '') {
    const box = element('input', { type: 'checkbox', 'data-for': key, onchange: () => change(box.checked) });
    box.checked = isOn;
    return element('li', { 'data-color': color }, element('label', {}, box,
      initials ? element('span', { class: 'initials', 'aria-hidden': 'true', text: initials }) : null,
      element('span', { class: 'calendar-name', dir: 'auto', text: name })));
  }
}

customElements.define('group-list', GroupList);
