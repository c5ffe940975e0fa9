import { askDiscard, openDialog } from '../../components/modal-dialog.js';
import { iconButton } from '../../components/icon-button.js';
import { element, renew } from '../../lib/dom.js';
import { t } from '../../lib/strings.js';
import { exportSomePath } from '../../lib/export-paths.js';

/** More have no key, and no place. */
const setsMax = 9;

/** Saved choices of calendars to show: one click or one key each. */
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

  get #sets() { return this.#settings?.values.sets ?? []; }

  #show() {
    const agenda = this.#agenda;
    if (!agenda) return;
    this.hidden = agenda.switches.length < 2 && this.#sets.length === 0;
    const shown = agenda.shownIDs.join();
    renew(this,
      element('div', { class: 'side-head' }, element('h2', { text: t('sets') }),
        this.#sets.length < setsMax && iconButton('plus', t('saveSet'), () => this.#edit(null), { 'data-for': 'new' })),
      element('ul', { class: 'sets' }, ...this.#sets.map((set, index) => {
        const isOn = agenda.switches.filter((id) => set.calendars.includes(id)).join() === shown;
        return element('li', {},
          element('button', {
            type: 'button', class: 'side-item', 'aria-pressed': String(isOn), 'data-for': String(index), onclick: () => agenda.showOnly(set.calendars),
          }, element('span', { text: set.name }), element('kbd', { 'aria-hidden': 'true', text: String(index + 1) })),
          iconButton('more', t('editSet', { name: set.name }), () => this.#edit(index), { 'data-for': `${index} edit` }));
      })));
  }

  /** @param {number | null} index Of the set to rename, take anew or delete; a new one without. */
  #edit(index) {
    const known = index === null ? null : this.#sets[index] ?? null;
    const name = element('input', { type: 'text', required: true, maxlength: 100, value: known?.name ?? '', 'aria-label': t('name'), placeholder: t('name'), autocomplete: 'off' });
    const put = (/** @type {CalendarSet[]} */ sets) => {
      close();
      this.#settings?.change({ sets });
    };
    const replaced = (/** @type {CalendarSet | null} */ set) => this.#sets.flatMap((other, place) => (place === index ? set ?? [] : other));
    const form = element('form', {
      class: 'jump',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const set = { name: name.value.trim(), calendars: known?.calendars ?? this.#agenda?.shownIDs ?? [] };
        if (set.name !== '') put(known ? replaced(set) : [...this.#sets, set]);
      },
    }, name, element('button', { type: 'submit', class: 'primary', text: t('save') }));
    const renew = () => known && put(replaced({ ...known, calendars: this.#agenda?.shownIDs ?? [] }));
    const { close } = openDialog({
      title: t(known ? 'set' : 'saveSet'), mayClose: () => name.value === (known?.name ?? '') || askDiscard(), body: [form, element('p', { class: 'dialog-text', text: t('setHint') })],
      foot: known ? [
        element('button', { type: 'button', class: 'danger', text: t('deleteSet'), onclick: () => put(replaced(null)) }),
        ...this.#exportLink(known),
        element('button', { type: 'button', class: 'quiet', text: t('renewSet'), onclick: renew })] : [],
    });
    name.focus();
  }

  /** @param {CalendarSet} set A calendar of it may have been deleted meanwhile. */
  #exportLink({ name, calendars }) {
    const known = calendars.filter((id) => this.#agenda?.calendars.has(id));
    if (known.length === 0) return [];
    return [element('a', { class: 'quiet', href: exportSomePath(known, name), download: `${name}.ics`, text: t('exportCalendar') })];
  }
}

customElements.define('set-list', SetList);
