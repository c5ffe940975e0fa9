import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import './calendar-list.js';
import './calendar-set-list.js';
import './small-month.js';

/** The sidebar: the calendars, and buttons for search, import, settings and the like. */
export class SideBar extends HTMLElement {
  /** @param {{ agenda: Agenda, account: Account, settings: Settings }} model */
  set model({ agenda, account, settings }) {
    const list = document.createElement('calendar-list');
    list.agenda = agenda;
    const item = (/** @type {Message} */ message, /** @type {CommandName} */ command) =>
      element(
        'li',
        {},
        element('button', {
          type: 'button',
          class: 'side-item',
          text: t(message),
          onclick: () => tell(this, 'command', { name: command }),
        }),
      );
    const sets = document.createElement('set-list');
    sets.model = { agenda, settings };
    const month = document.createElement('small-month');
    month.model = { agenda, settings };
    this.replaceChildren(
      month,
      list,
      sets,
      element(
        'ul',
        { class: 'side-items' },
        item('search', 'search'),
        item('quickAdd', 'quickAdd'),
        item('importFile', 'import'),
        item('print', 'print'),
        item('bin', 'bin'),
        item('settings', 'settings'),
        item('shortcuts', 'shortcuts'),
        item('account', 'account'),
        item('signOut', 'signOut'),
      ),
      element('p', { class: 'side-account', text: account.name || account.email }),
    );
  }
}

customElements.define('side-bar', SideBar);
