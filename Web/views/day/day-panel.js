import { iconButton } from '../../components/icon-button.js';
import { OccurrenceButton } from '../../components/occurrence-button.js';
import { element, focusedIn, hear, tell } from '../../dom/element.js';
import { dateText, timeColumn } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { DragPress } from '../../interaction/drag-press.js';
import { addDays } from '../../time/civil-date.js';
import { DayStages } from './day-stages.js';

/** How many events are listed until "show all" is pressed. */
const shownMax = 20;

/**
 * @typedef {Omit<import('../../interaction/drag-press.js').DragActions<HeldEvent>, 'grab'> & { take:
 *   (key: string, date: string) => HeldEvent | null }} MonthDrag
 */

/**
 * The events of the selected day: beside the month, below a phone's, or else in a sheet over it.
 */
export class DayPanel extends HTMLElement {
  #name = element('span', { class: 'day-name' });
  #dateText = element('span', { class: 'day-date' });
  #heading = element(
    'h2',
    { id: 'day-title', tabindex: -1 },
    element(
      'button',
      {
        type: 'button',
        class: 'day-title',
        title: t('openThisDay'),
        onclick: () => tell(this, 'view-open', { view: 'day', date: this.#date }),
      },
      this.#name,
      ' ',
      this.#dateText,
    ),
  );
  #list = element('ul', { class: 'day-events' });
  #empty = element(
    'div',
    { class: 'day-empty' },
    element('p', { text: t('noEventsOn') }),
    element('button', {
      type: 'button',
      class: 'quiet',
      text: t('newEvent'),
      onclick: () => this.#new(),
    }),
  );
  #summary = element('span', { class: 'day-summary', 'aria-hidden': 'true' });
  #stages = new DayStages(this, () => tell(this, 'day-moved', { date: this.#date }));
  #date = '';
  /** Whether events are still being loaded, so that nobody knows yet that there are none. */
  isBusy = true;
  /** The identifier of an event that was just created, until it shows; empty for none. */
  #made = '';
  /** @type {typeof import('./now-in-list.js').markNow | null} */
  #markNow = null;
  /** What to show after a drag: until then, an event that a finger holds must stay in the page. */
  #waiting = /** @type {[string, string, ListedOccurrence[]] | null} */ (null);

  #monthDrag = /** @type {MonthDrag | null} */ (null);
  #end = new AbortController();

  /** @param {MonthDrag} drag Drags events from the list to a day of the month. */
  set monthDrag(drag) {
    this.#monthDrag = drag;
  }

  #isOpen = false;

  /** How many pixels of the month it covers; 0 when it's beside the month. */
  get coveredPx() {
    if (this.#stages.isPhone) return this.#stages.coveredPx;
    return this.isSheet ? this.offsetHeight : 0;
  }

  /** Whether it lies over the month, and Back puts it away; on a phone it's a part of the page. */
  get isSheet() {
    if (this.#stages.isPhone) return this.#stages.stage === 'list';
    return this.#isOpen && getComputedStyle(this).position === 'fixed';
  }

  /**
   * @param {boolean} isOpen Whether it shows; on a phone, whether it's more than its handle.
   * @param {boolean} [isWhole] Whether it takes a phone's screen but for one week.
   */
  open(isOpen, isWhole = false) {
    const { stage } = this.#stages;
    this.#isOpen = isOpen;
    if (isWhole) this.#stages.put('list');
    else if (stage === (isOpen ? 'month' : 'list')) this.#stages.put('half');
  }

  /** Fits it to a new size of the month. */
  fit() {
    this.#stages.put(this.#stages.stage);
  }

  /**
   * Adds what its first list does without. It shows with the next list.
   *
   * @param {typeof import('./list-pull.js').ListPull} Pull
   * @param {typeof import('./now-in-list.js').markNow} markNow
   */
  complete(Pull, markNow) {
    const turn = (/** @type {number} */ days) =>
      tell(this, 'day-picked', { date: addDays(this.#date, days), open: true });
    new Pull(this, this.#list, this.#stages, turn, this.#end.signal);
    this.#markNow = markNow;
    this.#date = '';
  }

  disconnectedCallback() {
    this.#end.abort();
  }

  /**
   * Listens to presses until the panel is removed. Otherwise `DragPress`, which also listens on the
   * document, would keep the whole calendar in memory after signing out.
   */
  #listenToPresses() {
    const put = () => {
      this.classList.remove('carrying');
      if (this.#waiting) this.show(...this.#waiting);
    };
    new DragPress(
      this,
      {
        grab: (event) => {
          const item = event.target instanceof Element ? event.target.closest('.occurrence') : null;
          return item instanceof HTMLElement
            ? (this.#monthDrag?.take(item.dataset['key'] ?? '', this.#date) ?? null)
            : null;
        },
        lift: (grabbed, event) => {
          this.#waiting = null;
          this.classList.add('carrying');
          return this.#monthDrag?.lift(grabbed, event) ?? null;
        },
        // Keep the sheet away while the user is asked for the scope, so that the days below show.
        drop: async () => {
          await this.#monthDrag?.drop();
          put();
        },
        cancel: () => {
          this.#monthDrag?.cancel();
          put();
        },
      },
      this.#end.signal,
    );
  }

  connectedCallback() {
    this.#end = new AbortController();
    hear(document, 'event-created', ({ uid }) => (this.#made = uid), this.#end.signal);
    this.#listenToPresses();
    this.#stages.handle.replaceChildren(this.#summary);
    this.fit();
    this.setAttribute('role', 'region');
    this.setAttribute('aria-labelledby', 'day-title');
    this.replaceChildren(
      this.#stages.handle,
      element(
        'div',
        { class: 'day-head' },
        this.#heading,
        iconButton('plus', t('newEvent'), () => this.#new(), { class: 'day-add' }),
        iconButton('close', t('close'), () => this.#close(), { class: 'day-close' }),
      ),
      this.#list,
      this.#empty,
    );
    this.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape') tell(this, 'day-closed');
        const key = event.target instanceof HTMLElement ? event.target.dataset['key'] : undefined;
        // The month takes these keys, from the day that is listed.
        if (key && /^Arrow(Left|Right)$/.test(event.key)) tell(this, 'day-turned', event);
        if (!key || event.ctrlKey || event.metaKey || event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        tell(this, 'event-pick-up', { key });
      },
      { signal: this.#end.signal },
    );
  }

  /** @param {string} date @param {string} today @param {ListedOccurrence[]} events */
  show(date, today, events) {
    if (this.classList.contains('carrying')) return void (this.#waiting = [date, today, events]);
    const focusedKey = focusedIn(this.#list)?.dataset['key'];
    const isOther = date !== this.#date || this.#list.hidden;
    this.#date = date;
    this.style.setProperty('--time', timeColumn());
    const relative = date === today ? `${t('today')}, ` : '';
    this.#name.textContent = `${relative}${dateText(date, 'weekdayLong')}`;
    this.#dateText.textContent = dateText(date, 'dayLong');
    const count = events.length === 0 ? t('noEvents') : t('eventCount', { n: events.length });
    this.#summary.textContent = `${dateText(date, 'weekdayLong')}, ${dateText(date, 'dayLong')} · ${count}`;
    const rest = events.length - shownMax;
    const all = element('button', {
      type: 'button',
      class: 'quiet',
      text: t('showAllEvents', { n: events.length }),
      onclick: () => this.#list.replaceChildren(...events.map((event) => this.#item(event))),
    });
    this.#list.replaceChildren(
      ...events.filter(({ room }) => room < shownMax).map((event) => this.#item(event)),
      ...(rest > 0 ? [element('li', {}, all)] : []),
    );
    this.#list.hidden = events.length === 0;
    this.#empty.hidden = events.length > 0 || this.isBusy;
    if (isOther) this.#list.scrollTop = 0;
    if (date === today) this.#markNow?.(this.#list, events, today, isOther);
    this.#showMade();
    if (focusedKey)
      [...this.#list.querySelectorAll('button')]
        .find((button) => button.dataset['key'] === focusedKey)
        ?.focus();
  }

  /** Scrolls once to the event that was created last. */
  #showMade() {
    if (this.#made === '') return;
    const made = this.#list.querySelector(`[data-uid="${CSS.escape(this.#made)}"]`);
    if (!made) return;
    this.#made = '';
    made.classList.add('made');
    made.scrollIntoView({ block: 'nearest' });
  }

  /** Focuses the day's first event, or the button for a new one. */
  focusFirst() {
    const first = this.querySelector('.day-events button') ?? this.#empty.querySelector('button');
    if (first instanceof HTMLElement) first.focus();
  }

  /**
   * Focuses an event, if the list shows it.
   *
   * @param {{ uid: string, start: string }} event
   */
  focusEvent({ uid, start }) {
    const isTucked = this.#stages.isPhone && this.#stages.stage === 'month';
    const row = [...this.#list.querySelectorAll('button')].find(
      ({ dataset }) => dataset['uid'] === uid && start.startsWith(dataset['start'] ?? ' '),
    );
    const isShown = row && row.offsetWidth > 0 && getComputedStyle(row).visibility === 'visible';
    if (isShown && !isTucked) row.focus();
  }

  /** Closing the sheet leaves the day; closing the panel beside the month keeps it closed. */
  #close() {
    const isSheet = getComputedStyle(this).position === 'fixed';
    tell(this, isSheet ? 'day-closed' : 'day-list-closed');
  }

  #new() {
    tell(this, 'event-new', { first: this.#date, last: this.#date, allDay: false });
  }

  /** @param {ListedOccurrence} event */
  #item(event) {
    const button = new OccurrenceButton();
    button.show(event, this.#date);
    return element('li', {}, button.element);
  }
}

customElements.define('day-panel', DayPanel);
