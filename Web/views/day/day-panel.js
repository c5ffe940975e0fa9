import { element, tell } from '../../lib/dom.js';
import { dateText, spanText, timeText } from '../../lib/format.js';
import { icon } from '../../lib/icons.js';
import { t } from '../../lib/strings.js';

/** The events of the selected day: beside the month where there is room, a sheet below elsewhere. */
export class DayPanel extends HTMLElement {
  #heading = element('h2', { id: 'day-title', tabindex: -1 });
  #list = element('ul', { class: 'day-events' });
  #empty = element('div', { class: 'day-empty' }, element('p', { text: t('noEventsOn') }),
    element('button', { type: 'button', class: 'quiet', text: t('newEvent'), onclick: () => this.#new() }));
  #date = '';

  connectedCallback() {
    this.setAttribute('role', 'region');
    this.setAttribute('aria-labelledby', 'day-title');
    const add = element('button', { type: 'button', class: 'icon-button day-add', 'aria-label': t('newEvent'), onclick: () => this.#new() }, icon('plus'));
    const close = element('button', { type: 'button', class: 'icon-button day-close', 'aria-label': t('close'), onclick: () => tell(this, 'day-closed') }, icon('close'));
    this.replaceChildren(element('div', { class: 'day-head' }, this.#heading, add, close), this.#list, this.#empty);
    this.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') tell(this, 'day-closed');
    });
  }

  /** @param {string} date @param {string} today @param {Occurrence[]} events */
  show(date, today, events) {
    const focusedKey = document.activeElement instanceof HTMLElement && this.#list.contains(document.activeElement) ? document.activeElement.dataset['key'] : undefined;
    this.#date = date;
    const relative = date === today ? `${t('today')}, ` : '';
    this.#heading.replaceChildren(
      element('span', { class: 'day-name', text: `${relative}${dateText(date, 'weekdayLong')}` }),
      element('span', { class: 'day-date', text: dateText(date, 'dayLong') }));
    this.#list.replaceChildren(...events.map((event) => this.#item(event)));
    this.#list.hidden = events.length === 0;
    this.#empty.hidden = events.length > 0;
    if (focusedKey) [...this.#list.querySelectorAll('button')].find((button) => button.dataset['key'] === focusedKey)?.focus();
  }

  /** Takes the keyboard into the day: to its first event, or to the way to add one. */
  focusFirst() {
    const first = this.querySelector('.day-events button') ?? this.#empty.querySelector('button');
    if (first instanceof HTMLElement) first.focus();
  }

  #new() {
    tell(this, 'event-new', { first: this.#date, last: this.#date, allDay: false });
  }

  /** @param {Occurrence} event */
  #item(event) {
    const title = event.title || t('untitled');
    const span = spanText(event, this.#date);
    const where = [event.calendarName, event.location].filter(Boolean).join(' · ');
    const states = [event.status === 'tentative' && t('tentative'), event.status === 'cancelled' && t('cancelled'), event.repeats && t('repeats')];
    const name = [title, event.allDay ? t('allDay') : '', span, ...states, event.calendarName, event.location].filter(Boolean).join(', ');
    const button = element('button', {
      type: 'button',
      class: `occurrence ${event.past ? 'past' : ''} ${event.status}`,
      'aria-label': name,
      'data-uid': event.uid, 'data-start': event.start, 'data-key': event.key, 'data-color': event.color,
      onclick: () => tell(this, 'event-open', { key: event.key }),
    },
    element('span', { class: 'occurrence-time' }, ...this.#times(event)),
    element('span', { class: 'occurrence-text' },
      element('strong', { dir: 'auto', text: title }),
      event.allDay && span ? element('small', { text: span }) : null,
      element('small', { dir: 'auto', text: where }),
      event.zone ? element('small', { text: event.zone.replaceAll('_', ' ') }) : null),
    event.repeats ? icon('repeat') : null);
    return element('li', {}, button);
  }

  /** @param {Occurrence} event The hour it starts over the hour it ends; an arrow where it goes on. */
  #times(event) {
    if (event.allDay) return [element('span', { text: t('allDay') })];
    const start = event.start.slice(0, 10) < this.#date ? '…' : timeText(event.start);
    const end = event.end.slice(0, 10) > this.#date ? '…' : timeText(event.end);
    return [element('span', { text: start }), event.end === event.start ? null : element('span', { class: 'end', text: end })]
      .filter((part) => part !== null).map((part) => /** @type {Node} */ (part));
  }
}

customElements.define('day-panel', DayPanel);
