import { face } from '../../components/person-avatar.js';
import { element, hear, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** @type {([command: CommandName, label: Message, key?: string] | null)[]} */
const items = [
  ['settings', 'settings'],
  ['account', 'account'],
  ['shortcuts', 'shortcuts', '?'],
  null,
  ['hours', 'hoursPanel', 'h'],
  ['import', 'importFile'],
  ['export', 'exportAll'],
  ['print', 'print', 'Mod p'],
  ['bin', 'bin'],
  ['undo', 'undo', 'Mod z'],
  null,
  ['signOut', 'signOut'],
];

/** The account's picture and name, with a menu of commands for the whole calendar. */
export class AccountButton extends HTMLElement {
  #listeners = new AbortController();
  #agenda = /** @type {Agenda | null} */ (null);
  #person = { name: '', picture: '' };
  /** @type {typeof import('../../components/menu-button.js').menuButton | null} */
  #makeMenu = null;

  /** @param {{ agenda: Agenda, account: Account }} model */
  set model({ agenda, account }) {
    this.#agenda = agenda;
    this.#person.name = account.name || account.email;
  }

  /** @param {typeof import('../../components/menu-button.js').menuButton} make The menu's script comes later. */
  set menu(make) {
    this.#makeMenu = make;
    this.#show();
  }

  connectedCallback() {
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    this.#agenda?.addEventListener('calendars', () => this.#follow(), { signal });
    hear(document, 'account-changed', (change) => this.#change(change), signal);
    this.#show();
  }

  disconnectedCallback() {
    this.#listeners.abort();
  }

  /** Takes the name and picture from a group, which also gets changes made on another device. */
  #follow() {
    const { list, me } = this.#agenda?.people ?? { list: [], me: '' };
    const own = list.flatMap(({ members }) => members).find(({ id }) => id === me);
    if (own) this.#change({ name: own.name, picture: own.picture });
  }

  /** @param {Partial<{ name: string, picture: string }>} change */
  #change(change) {
    const person = { ...this.#person, ...change };
    if (person.name === this.#person.name && person.picture === this.#person.picture) return;
    this.#person = person;
    const hadFocus = this.contains(document.activeElement);
    this.#show();
    if (hadFocus) this.querySelector('button')?.focus();
  }

  #show() {
    const { name, picture } = this.#person;
    const label = t('accountMenu', { name });
    const content = [
      face({ name, picture }, 'avatar'),
      element('span', { class: 'side-account', dir: 'auto', text: name }),
    ];
    this.replaceChildren(
      this.#makeMenu?.({
        label,
        class: 'account-button',
        content,
        items: items.map(
          (item) =>
            item && {
              text: t(item[1]),
              key: item[2] ?? '',
              run: () => tell(this, 'command', { name: item[0] }),
            },
        ),
      }) ??
        element(
          'button',
          { type: 'button', class: 'account-button', disabled: true, 'aria-label': label },
          ...content,
        ),
    );
  }
}

customElements.define('account-button', AccountButton);
