import { element, tell } from '../../dom/element.js';
import { icon } from '../../dom/icons.js';
import { keyText } from '../../i18n/key-names.js';
import { t } from '../../i18n/strings.js';
import './account-button.js';
import './small-month.js';

/** The side panel: the palette, quick add, a small month, the calendars, and the account. */
export class SideBar extends HTMLElement {
  /** @param {{ agenda: Agenda, account: Account, settings: Settings }} model */
  set model({ agenda, account, settings }) {
    const list = document.createElement('calendar-list');
    list.agenda = agenda;
    const month = document.createElement('small-month');
    month.model = { agenda, settings };
    const own = document.createElement('account-button');
    own.model = { agenda, account };
    this.replaceChildren(
      element(
        'div',
        { class: 'side-fields' },
        this.#field('search', t('searchOrJump'), 'palette', 'Mod k'),
        this.#field('plus', t('quickField'), 'quickAdd', 'q'),
      ),
      month,
      list,
      own,
    );
  }

  /**
   * A button that looks like the field it leads to.
   *
   * @param {import('../../dom/icons.js').IconName} sign @param {string} text
   * @param {CommandName} command @param {string} key
   */
  #field(sign, text, command, key) {
    return element(
      'button',
      {
        type: 'button',
        class: `side-field ${command === 'quickAdd' ? 'quick' : ''}`,
        onclick: () => tell(this, 'command', { name: command }),
      },
      icon(sign),
      element('span', { text }),
      element('kbd', { 'aria-hidden': 'true', text: keyText(key) }),
    );
  }
}

customElements.define('side-bar', SideBar);
