import { iconButton } from '../../components/icon-button.js';
import { sideHint } from '../../components/side-hint.js';
import { element, redrawKeepingFocus, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { setsMax } from '../../state/settings.js';

/**
 * A hint about what sets are for, and where there's a keyboard, which keys switch between them.
 *
 * @param {Settings | null} settings
 */
function hint(settings) {
  const keys = matchMedia('(pointer: coarse)').matches ? [] : [t('setKeysHint')];
  const text = [t('setHint'), ...keys].join(' ');
  return sideHint({ name: 'sets', part: t('sets'), text, settings });
}

/** The saved sets of visible calendars, each a click or a key away. Fires `set-edit`. */
export class SetList extends HTMLElement {
  #listeners = new AbortController();
  #agenda = /** @type {Agenda | null} */ (null);
  #settings = /** @type {Settings | null} */ (null);

  /** @param {{ agenda: Agenda, settings: Settings }} model */
  set model({ agenda, settings }) {
    this.#agenda = agenda;
    this.#settings = settings;
  }

  connectedCallback() {
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    this.#agenda?.addEventListener('calendars', () => this.#show(), { signal });
    this.#settings?.addEventListener('change', () => this.#show(), { signal });
    this.#show();
  }

  disconnectedCallback() {
    this.#listeners.abort();
  }

  get #sets() {
    return this.#settings?.values.sets ?? [];
  }

  #show() {
    const agenda = this.#agenda;
    if (!agenda) return;
    this.hidden = agenda.switches.length < 2 && this.#sets.length === 0;
    const shown = agenda.shownIDs.join();
    redrawKeepingFocus(
      this,
      element(
        'div',
        { class: 'side-head' },
        element('h2', { text: t('sets') }),
        this.#sets.length < setsMax &&
          iconButton('plus', t('saveSet'), () => tell(this, 'set-edit', { index: null }), {
            'data-for': 'new',
          }),
      ),
      this.#sets.length === 0 ? hint(this.#settings) : '',
      element(
        'ul',
        { class: 'sets' },
        ...this.#sets.map((set, index) => {
          const isOn = agenda.switches.filter((id) => set.calendars.includes(id)).join() === shown;
          return element(
            'li',
            {},
            element(
              'button',
              {
                type: 'button',
                class: 'side-item',
                'aria-pressed': String(isOn),
                'data-for': String(index),
                onclick: () => agenda.showOnly(set.calendars),
              },
              element('span', { text: set.name }),
              element('kbd', { 'aria-hidden': 'true', text: String(index + 1) }),
            ),
            iconButton(
              'more',
              t('editSet', { name: set.name }),
              () => tell(this, 'set-edit', { index }),
              { 'data-for': `${index} edit` },
            ),
          );
        }),
      ),
    );
  }
}

/**
 * Adds the sets to the side panel, above the account.
 *
 * @param {{ agenda: Agenda, settings: Settings, side: HTMLElement }} page
 */
export function showSets({ agenda, settings, side }) {
  const list = document.createElement('set-list');
  list.model = { agenda, settings };
  side.querySelector('account-button')?.before(list);
}

customElements.define('set-list', SetList);
