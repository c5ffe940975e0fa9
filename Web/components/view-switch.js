import { deviceStorage, keepIn, readFrom } from '../dom/device-storage.js';
import { element, tell } from '../dom/element.js';
import { icon } from '../dom/icons.js';
import { t } from '../i18n/strings.js';

/** The name under which the browser keeps whether the user is in a group. */
const groupedName = 'meantime-grouped';
/** The views that stand in a menu where there's no room for all words. */
const rareViews = ['days', 'agenda', 'board'];

/**
 * Switches between the views by their names. Where there's no room for all, the rarer ones are in a
 * menu at the end. Fires `shell-view`.
 */
export class ViewSwitch extends HTMLElement {
  /** @type {ViewChoice[]} */
  #choices = [];
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  /** The view shown. */
  #shown = '';
  #menu = element('div', { class: 'view-more' });
  #drawn = '';
  /** @type {typeof import('./menu-button.js').menuButton | null} */
  #makeMenu = null;

  /** @param {ViewChoice[]} choices */
  set choices(choices) {
    this.#choices = choices;
    this.#buttons = choices.map(({ name, label, letter }) =>
      element('button', {
        type: 'button',
        text: label,
        class: rareViews.includes(name) && 'rare',
        'data-name': name,
        'data-word': label,
        title: `${label} (${letter.toUpperCase()})`,
        onclick: () => tell(this, 'shell-view', { view: name }),
      }),
    );
    this.replaceChildren(
      element(
        'div',
        { class: 'view-buttons', role: 'group', 'aria-label': t('view') },
        ...this.#buttons,
        this.#menu,
      ),
    );
    this.hidden = choices.length < 2;
    // Groups arrive with the events. Until then use the state of the last visit, so that nothing
    // moves.
    this.grouped = Boolean(readFrom(deviceStorage(), groupedName));
  }

  /** @param {boolean} isGrouped Whether the user is in a group; only then there is a board. */
  set grouped(isGrouped) {
    keepIn(deviceStorage(), groupedName, isGrouped ? '1' : '');
    this.classList.toggle('grouped', isGrouped);
    this.#drawMenu();
  }

  /** @param {typeof import('./menu-button.js').menuButton} make The menu's script comes later. */
  set menu(make) {
    this.#makeMenu = make;
    this.#drawMenu();
  }

  /** @param {ViewName} name */
  set shown(name) {
    this.#shown = name;
    for (const button of this.#buttons)
      button.ariaPressed = String(button.dataset['name'] === name);
    this.#drawMenu();
  }

  #drawMenu() {
    const rare = this.#choices.filter(
      ({ name }) =>
        rareViews.includes(name) && (name !== 'board' || this.classList.contains('grouped')),
    );
    const shown = rare.find(({ name }) => name === this.#shown);
    const drawn = JSON.stringify([shown?.name, rare.length, this.#makeMenu !== null]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#menu.classList.toggle('chosen', shown !== undefined);
    const content = [shown ? element('span', { text: shown.label }) : icon('more')];
    this.#menu.replaceChildren(
      this.#makeMenu?.({
        label: shown ? t('viewNamed', { view: shown.label }) : t('otherViews'),
        class: 'view-menu',
        content,
        items: rare.map(({ name, label }) => ({
          text: label,
          isChecked: name === this.#shown,
          run: () => tell(this, 'shell-view', { view: name }),
        })),
      }) ??
        element(
          'button',
          { type: 'button', class: 'view-menu', disabled: true, 'aria-label': t('otherViews') },
          ...content,
        ),
    );
  }
}

customElements.define('view-switch', ViewSwitch);
