import { element, tell } from '../dom/element.js';
import { icon } from '../dom/icons.js';
import { t } from '../i18n/strings.js';
import { select } from './form/field.js';

/** The name under which the browser keeps whether the user is in a group. */
const groupedName = 'meantime-grouped';

/**
 * Switches between the views: with buttons side by side where there is room, otherwise with a list.
 * Fires `shell-view`.
 */
export class ViewSwitch extends HTMLElement {
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  #list = element('select');
  /** The name of the view, which a phone's bar has no room to show in the list itself. */
  #name = element('span', { class: 'view-name', 'aria-hidden': 'true' });

  /** @param {ViewChoice[]} choices */
  set choices(choices) {
    const tellView = (/** @type {string} */ name) => tell(this, 'shell-view', { view: name });
    this.#list = select(
      choices.map(({ name, label }) => [name, label]),
      'month',
      { 'aria-label': t('view'), class: 'view-choice', onchange: () => tellView(this.#list.value) },
    );
    this.#buttons = choices.map(({ name, label, letter }) =>
      element('button', {
        type: 'button',
        text: label,
        'data-name': name,
        title: `${label} (${letter.toUpperCase()})`,
        onclick: () => tellView(name),
      }),
    );
    this.replaceChildren(
      element('span', { class: 'view-list' }, icon('views'), this.#name, this.#list),
      element(
        'div',
        { class: 'view-buttons', role: 'group', 'aria-label': t('view') },
        ...this.#buttons,
      ),
    );
    this.hidden = choices.length < 2;
    // Groups arrive with the events. Until then use the state of the last visit, so that nothing
    // moves.
    this.grouped = Boolean(localStorage.getItem(groupedName));
  }

  /** @param {boolean} isGrouped Whether the user is in a group; only then there is a board. */
  set grouped(isGrouped) {
    localStorage.setItem(groupedName, isGrouped ? '1' : '');
    this.classList.toggle('grouped', isGrouped);
    // Not every browser can hide an option.
    this.#list.querySelector('option[value="board"]')?.toggleAttribute('disabled', !isGrouped);
  }

  /** @param {ViewName} name */
  set shown(name) {
    this.#list.value = name;
    this.#name.textContent = this.#list.selectedOptions[0]?.textContent ?? '';
    for (const button of this.#buttons)
      button.ariaPressed = String(button.dataset['name'] === name);
  }
}

customElements.define('view-switch', ViewSwitch);
