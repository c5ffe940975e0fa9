import { element, tell } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';
import { t } from '../../lib/strings.js';

/** The calendars with their colours: shown or hidden by a click, edited behind a button. */
export class CalendarList extends HTMLElement {
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
    const focused = document.activeElement instanceof HTMLElement && this.contains(document.activeElement) ? document.activeElement.dataset['for'] : '';
    const calendars = this.#agenda?.calendarList ?? [];
    const isSomeHidden = calendars.some(({ id }) => !this.#agenda?.isVisible(id));
    this.replaceChildren(
      element('div', { class: 'side-head' }, element('h2', { text: t('calendars') }),
        element('button', { type: 'button', class: 'icon-button', 'aria-label': t('newCalendar'), onclick: () => tell(this, 'calendar-edit', { id: null }) }, icon('plus'))),
      element('ul', { class: 'calendars' }, ...calendars.map((calendar) => this.#item(calendar))),
      ...(isSomeHidden ? [element('button', { type: 'button', class: 'side-item', text: t('showAll'), onclick: () => this.#agenda?.showOnly(calendars.map(({ id }) => id)) })] : []));
    /** @type {HTMLElement[]} */
    const controls = [...this.querySelectorAll('[data-for]')].map((control) => /** @type {HTMLElement} */ (control));
    if (focused) controls.find((control) => control.dataset['for'] === focused)?.focus();
  }

  /** @param {Calendar} calendar */
  #item(calendar) {
    const { id, name, color } = calendar;
    const box = element('input', { type: 'checkbox', 'data-for': id, onchange: () => this.#agenda?.show(id, box.checked) });
    box.checked = this.#agenda?.isVisible(id) ?? true;
    return element('li', { 'data-color': color },
      element('label', {}, box, element('span', { class: 'calendar-name', text: name })),
      element('button', { type: 'button', class: 'icon-button', 'aria-label': t('editCalendarNamed', { name }), 'data-for': `${id} edit`, onclick: () => tell(this, 'calendar-edit', { id }) }, icon('more')));
  }
}

customElements.define('calendar-list', CalendarList);
