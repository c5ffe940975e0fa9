import { calendarSwitch } from '../../components/calendar-switch.js';
import { iconButton } from '../../components/icon-button.js';
import { element, redrawKeepingFocus, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** The user's own calendars with their colours. A click shows or hides one; a button edits it. */
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
    this.#agenda?.addEventListener('calendars', () => this.#show(), {
      signal: this.#listeners.signal,
    });
    this.#show();
  }

  disconnectedCallback() {
    this.#listeners.abort();
  }

  #show() {
    const calendars = this.#agenda?.ownCalendars ?? [];
    const isSomeHidden = this.#agenda?.switches.some((id) => !this.#agenda?.isVisible(id));
    const showAll = () => this.#agenda?.showOnly(this.#agenda.switches);
    redrawKeepingFocus(
      this,
      element(
        'div',
        { class: 'side-head' },
        element('h2', { text: t('calendars') }),
        iconButton('plus', t('newCalendar'), () => tell(this, 'calendar-edit', { id: null })),
      ),
      element(
        'ul',
        { class: 'calendars' },
        ...calendars.map((each) => calendarSwitch(this.#agenda, each)),
      ),
      isSomeHidden
        ? element('button', {
            type: 'button',
            class: 'side-item',
            text: t('showAll'),
            onclick: showAll,
          })
        : '',
    );
  }
}

customElements.define('calendar-list', CalendarList);
