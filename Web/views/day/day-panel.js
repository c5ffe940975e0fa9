import { iconButton } from '../../components/icon-button.js';
import { element, focusedIn, tell } from '../../lib/dom.js';
import { dateText, spanText, timeText } from '../../lib/format.js';
import { t } from '../../lib/strings.js';

/** Events that a day lists before it is asked for all. */
const shownMax = 20;

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
    this.replaceChildren(
      element('div', { class: 'day-head' }, this.#heading,
        iconButton('plus', t('newEvent'), () => this.#new(), { class: 'day-add' }),
        iconButton('close', t('close'), () => tell(this, 'day-closed'), { class: 'day-close' })),
      this.#list, this.#empty);
    this.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') tell(this, 'day-closed');
      const key = event.target instanceof HTMLElement ? event.target.dataset['key'] : undefined;
      if (!key || event.ctrlKey || event.metaKey || (event.key !== ' ' && event.key.toLowerCase() !== 'm')) return;
      event.preventDefault();
      event.stopPropagation();
      tell(this, 'event-carry', { key });
    });
  }

  /** @param {string} date @param {string} today @param {Occurrence[]} events */
  show(date, today, events) {
    const focusedKey = focusedIn(this.#list)?.dataset['key'];
    this.#date = date;
    const relative = date === today ? `${t('today')}, ` : '';
    this.#heading.replaceChildren(
      element('span', { class: 'day-name', text: `${relative}${dateText(date, 'weekdayLong')}` }),
      element('span', { class: 'day-date', text: dateText(date, 'dayLong') }));
    const rest = events.length - shownMax;
    const all = element('button', {
      type: 'button', class: 'quiet', text: t('showAllEvents', { n: events.length }),
      onclick: () => this.#list.replaceChildren(...events.map((event) => this.#item(event))),
    });
    this.#list.replaceChildren(...events.slice(0, shownMax).map((event) => this.#item(event)), ...(rest > 0 ? [element('li', {}, all)] : []));
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

  /** @param {Occurrence} event Few elements for each, as there may be many. */
  #item(event) {
    const title = event.title || t('untitled');
    const span = spanText(event, this.#date);
    const zone = event.zone === 'UTC' ? '' : event.zone?.replaceAll('_', ' ');
    const where = [event.calendarName, event.location].filter(Boolean).join(' · ');
    const states = [event.status === 'tentative' && t('tentative'), event.status === 'cancelled' && t('cancelled'), event.repeats && t('repeats')];
    const name = [title, event.allDay && t('allDay'), span, ...states, event.calendarName, event.location].filter(Boolean).join(', ');
    return element('li', {}, element('button', {
      type: 'button',
      class: `occurrence ${event.past ? 'past' : ''} ${event.status} ${event.repeats ? 'repeats' : ''}`,
      'aria-label': name,
      'data-uid': event.uid, 'data-start': event.start, 'data-key': event.key, 'data-color': event.color,
      onclick: () => tell(this, 'event-open', { key: event.key }),
    },
    element('span', { class: 'occurrence-time', text: this.#times(event) }),
    element('strong', { dir: 'auto', text: title }),
    element('small', { dir: 'auto', text: [event.allDay && span, where, zone].filter(Boolean).join('\n') })));
  }

  /** @param {Occurrence} event The hour it starts over the hour it ends; dots where it goes on. */
  #times(event) {
    if (event.allDay) return t('allDay');
    const start = event.start.slice(0, 10) < this.#date ? '…' : timeText(event.start);
    const end = event.end.slice(0, 10) > this.#date ? '…' : timeText(event.end);
    return event.end === event.start ? start : `${start}\n${end}`;
  }
}

customElements.define('day-panel', DayPanel);
