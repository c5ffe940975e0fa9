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
    const item = (/** @type {Message} */ message, /** @type {string} */ event) =>
      element(
        'li',
        {},
        element('button', {
          type: 'button',
          class: 'side-item',
          text: t(message),
          onclick: () => tell(this, event),
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
        item('search', 'shell-search'),
        item('quickAdd', 'side-quick'),
        item('hoursPanel', 'side-hours'),
        item('importFile', 'side-import'),
        item('print', 'side-print'),
        item('bin', 'side-bin'),
        item('settings', 'side-settings'),
        item('shortcuts', 'side-shortcuts'),
        item('account', 'side-account'),
        item('signOut', 'side-sign-out'),
      ),
      element('p', { class: 'side-account', text: account.name || account.email }),
    );
  }
}

customElements.define('side-bar', SideBar);
