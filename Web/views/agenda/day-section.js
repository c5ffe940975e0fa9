import { OccurrenceButton } from '../../components/occurrence-button.js';
import { element, putInOrder, tell } from '../../dom/element.js';
import { dateText, nearDayText, numberText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { rowsOf } from '../../layout/agenda-strip.js';
import { dayNumber } from '../../time/civil-date.js';

let made = 0;

/**
 * A day of the list: its heading, and its rows that are near the screen. Sections are reused for
 * other days.
 */
export class DaySection {
  element = element('section', { role: 'group', class: 'agenda-day' });
  /** @type {import('../../layout/agenda-strip.js').ListedDay} */
  day = { date: '', more: 0, events: [], topPx: 0, heightPx: 0 };
  /** @type {Map<number, AgendaRow>} */
  rows = new Map();
  /** @type {AgendaRow[]} */
  #spare = [];
  #heading = element('h2', {
    id: `agenda-day-${(made += 1)}`,
    onclick: () => tell(this.element, 'view-open', { view: 'day', date: this.day.date }),
  });
  #list = element('ul', { class: 'agenda-rows' });

  constructor() {
    this.element.setAttribute('aria-labelledby', this.#heading.id);
    this.element.append(this.#heading, this.#list);
  }

  /** @param {import('../../layout/agenda-strip.js').ListedDay} day @param {string} today */
  show(day, today) {
    const isSame = this.day === day;
    this.day = day;
    this.place();
    if (isSame && this.element.classList.contains('today') === (day.date === today)) return;
    this.element.dataset['date'] = day.date;
    this.element.style.height = `${day.heightPx}px`;
    this.element.classList.toggle('today', day.date === today);
    this.#name(day.date, dayNumber(day.date) - dayNumber(today));
    for (const [index, row] of this.rows) if (index >= rowsOf(day)) this.#free(index, row);
    for (const [index, row] of this.rows) row.show(day, index);
  }

  place() {
    this.element.style.top = `${this.day.topPx}px`;
  }

  /** @param {string} date @param {number} fromToday Days from today; negative for the past. */
  #name(date, fromToday) {
    const near = Math.abs(fromToday) <= 1 ? nearDayText(fromToday) : '';
    this.#heading.ariaLabel = [dateText(date, 'full'), near].filter(Boolean).join(', ');
    this.#heading.replaceChildren(
      element('span', { class: 'agenda-number', text: numberText(Number(date.slice(8))) }),
      element('span', { class: 'agenda-weekday', text: dateText(date, 'weekdayLong') }),
      element('span', { class: 'agenda-month', text: dateText(date, 'monthYear') }),
      element('span', { class: 'agenda-near', text: near }),
    );
  }

  /**
   * @param {number} first
   * @param {number} last
   * @param {boolean} isLine Whether an event takes a single line.
   * @param {number} rowPx
   */
  showRows(first, last, isLine, rowPx) {
    for (const [index, row] of this.rows) {
      if ((index < first || index > last) && !row.element.contains(document.activeElement))
        this.#free(index, row);
    }
    for (let index = first; index <= last; index += 1) {
      if (this.rows.has(index)) continue;
      const row = this.#spare.pop() ?? new AgendaRow();
      row.isLine = isLine;
      row.element.style.transform = `translateY(${index * rowPx}px)`;
      row.show(this.day, index);
      this.rows.set(index, row);
      this.#list.append(row.element);
    }
  }

  /** @param {number} index @param {AgendaRow} row */
  #free(index, row) {
    this.rows.delete(index);
    row.element.remove();
    this.#spare.push(row);
  }

  sort() {
    putInOrder(
      this.#list,
      [...this.rows].sort(([a], [b]) => a - b).map(([, row]) => row.element),
    );
  }
}

/** A row of a day: an event, or on an empty day a button for a new one. */
class AgendaRow {
  element = element('li');
  isLine = false;
  #date = '';
  #event = new OccurrenceButton();
  #new = element('button', {
    type: 'button',
    class: 'quiet',
    text: t('newEvent'),
    onclick: () =>
      tell(this.element, 'event-new', { first: this.#date, last: this.#date, allDay: false }),
  });
  #empty = element(
    'div',
    { class: 'agenda-empty' },
    element('span', { text: t('noEvents') }),
    this.#new,
  );
  /** A button that opens the day, for the events that aren't listed. */
  #more = element('button', {
    type: 'button',
    class: 'quiet',
    onclick: () => tell(this.element, 'view-open', { view: 'day', date: this.#date }),
  });

  /** @param {AgendaDay} day @param {number} index */
  show(day, index) {
    const event = day.events[index];
    this.#date = day.date;
    this.element.ariaSetSize = String(rowsOf(day));
    this.element.ariaPosInSet = String(index + 1);
    const isMore = !event && day.more > 0;
    if (event) this.#event.show(event, day.date, this.isLine, true);
    else if (isMore) this.#more.textContent = t('moreOfOthers', { n: day.more });
    else this.#new.ariaLabel = t('newEventOn', { date: dateText(day.date, 'dayWeekday') });
    const shown = event ? this.#event.element : isMore ? this.#more : this.#empty;
    (event || isMore ? shown : this.#new).tabIndex = -1;
    if (this.element.firstChild !== shown) this.element.replaceChildren(shown);
  }

  get button() {
    return this.element.querySelector('button');
  }
}
