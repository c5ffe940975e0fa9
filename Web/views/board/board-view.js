import { choiceField } from '../../components/form/choice-field.js';
import { element, focusedIn, redrawKeepingFocus, tell } from '../../dom/element.js';
import { dateText, monthsText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { RestTimer } from '../../interaction/scroll-rest.js';
import { pageStart } from '../../layout/hour-strip.js';
import { GroupFreeTime } from '../../state/free-time.js';
import { addDays, dateOfDay, withinBounds } from '../../time/civil-date.js';
import { BoardKeys } from './board-keys.js';
import { boardTable } from './board-table.js';

const weekDays = 7;
/** How long nothing must move for the view to be at rest. */
const restMs = 200;

/**
 * A week of a group: a row per member, a column per day, and the common times above the members.
 */
export class BoardView extends HTMLElement {
  #listeners = new AbortController();
  #top = element('div', { class: 'board-top' });
  #table = element('table', { class: 'board', role: 'grid' });
  #scroller = element('div', { class: 'board-scroll' }, this.#table);
  #keys = new BoardKeys(this.#table, (pages) => tell(this, 'shell-step', pages));
  #rest = new RestTimer(restMs, () =>
    tell(this, 'view-rest', { date: this.#date, top: this.#scroller.scrollTop }),
  );
  #agenda = /** @type {Agenda | null} */ (null);
  #settings = /** @type {Settings | null} */ (null);
  #freeTime = /** @type {GroupFreeTime | null} */ (null);
  #date = '';
  /** A description of what the table shows, so that it isn't redrawn every minute. */
  #drawn = '';

  /** @param {ViewModel} model */
  set model({ agenda, settings, date }) {
    this.#agenda = agenda;
    this.#settings = settings;
    this.#freeTime = new GroupFreeTime(agenda);
    this.#set(date);
  }

  connectedCallback() {
    this.dataset['view'] = 'board';
    this.replaceChildren(this.#top, this.#scroller);
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    this.#keys.listen(signal);
    this.#table.addEventListener('click', ({ target }) => this.#clicked(target), { signal });
    this.#table.addEventListener(
      'dblclick',
      ({ target, clientX, clientY }) => this.#make(target, { x: clientX, y: clientY }),
      { signal },
    );
    this.#table.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter' && this.#make(event.target)) event.preventDefault();
      },
      { signal },
    );
    this.#table.addEventListener('focusin', () => this.#met(), { signal });
    this.#scroller.addEventListener('scroll', () => this.#rest.moved(), { signal, passive: true });
  }

  disconnectedCallback() {
    this.#listeners.abort();
    this.#rest.stop();
    this.#glance('');
  }

  get date() {
    return this.#date;
  }
  get range() {
    return { first: this.#date, last: this.#date };
  }
  get #first() {
    return dateOfDay(pageStart(this.#date, weekDays, this.#settings?.firstWeekday ?? 1));
  }
  get heading() {
    return monthsText(this.#first, addDays(this.#first, weekDays - 1));
  }
  get said() {
    return t('fromTo', {
      start: dateText(this.#first, 'dayLong'),
      end: dateText(addDays(this.#first, weekDays - 1), 'dayLong'),
    });
  }
  set busy(/** @type {boolean} */ isBusy) {
    this.#table.ariaBusy = String(isBusy);
  }

  /**
   * @param {string} id A group to view only while its board is shown; empty for none.
   */
  #glance(id) {
    const agenda = this.#agenda;
    if (!agenda || agenda.people.glance === id) return;
    agenda.people.glance = id;
    agenda.showAsChosen();
  }

  /**
   * Finds the group to show: the one whose view was chosen, else one that's viewed only while the
   * board is shown.
   *
   * @returns {Group | null}
   */
  #look() {
    const people = this.#agenda?.people;
    if (!people) return null;
    const isChosen = people.groups.has(this.#settings?.values.groupView ?? '');
    this.#glance(isChosen ? '' : ((people.groups.get(people.boardOf) ?? people.list[0])?.id ?? ''));
    people.boardOf = people.view?.id ?? '';
    return people.view;
  }

  settingsChanged() {
    this.redraw();
  }

  redraw() {
    const [agenda, settings, common] = [this.#agenda, this.#settings, this.#freeTime];
    if (!agenda?.engine || !settings || !common || !this.isConnected) return;
    // Don't replace an element while it's being pressed.
    if (this.querySelector(':active')) {
      requestAnimationFrame(() => this.redraw());
      return;
    }
    const group = this.#look();
    const board = agenda.engine.board(
      this.#first,
      weekDays,
      group?.members.map(({ id }) => id) ?? [agenda.people.me],
    );
    tell(this, 'view-cut', board);
    common.forget();
    const look = {
      group,
      board,
      weekend: settings.values.weekendTint ? settings.weekend : [],
      isVisible: (/** @type {string} */ id) => agenda.isVisible(id),
      common: common.members.length > 0 ? common.on(board.days.map(({ date }) => date)) : [],
    };
    const shown = settings.values.hiddenCalendars;
    const drawn = JSON.stringify([
      group,
      agenda.people.list.length,
      board,
      look.weekend,
      look.common,
      shown,
    ]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#showTop(group);
    this.#table.ariaLabel = group ? t('boardOf', { group: group.name }) : t('board');
    const hadFocus = focusedIn(this.#table) !== null;
    const isFirst = !this.#table.tHead;
    redrawKeepingFocus(this.#table, ...boardTable(look));
    if (isFirst) this.#reveal();
    // The element with the focus may be gone.
    if (hadFocus && !focusedIn(this.#table)) this.#keys.focus();
    else this.#keys.keepTabStop();
  }

  /**
   * @param {Group | null} group The group, named above the table with buttons to propose and find
   *   times.
   */
  #showTop(group) {
    this.#top.dataset['color'] = group?.color ?? '';
    if (!group) {
      const make = element('button', {
        type: 'button',
        class: 'quiet',
        text: t('newGroup'),
        onclick: () => tell(this, 'group-edit', { id: null }),
      });
      return this.#top.replaceChildren(element('p', { text: t('noGroupYet') }), make);
    }
    const list = this.#agenda?.people.list ?? [];
    const choice = choiceField(
      list.map(({ id, name, color }) => [id, name, color]),
      group.id,
      {
        'aria-label': t('group'),
        'data-for': 'group',
        onchange: () => tell(this, 'group-board', { id: choice.value }),
      },
    );
    const button = (/** @type {Message} */ label, /** @type {string} */ event) =>
      element('button', {
        type: 'button',
        class: 'quiet',
        text: t(label),
        'data-for': event,
        onclick: () => tell(this, event, { id: group.id }),
      });
    redrawKeepingFocus(
      this.#top,
      list.length > 1 ? choice : element('h2', { dir: 'auto', text: group.name }),
      button('propose', 'group-propose'),
      button('findTime', 'group-find-time'),
    );
  }

  /** @param {EventTarget | null} target */
  #clicked(target) {
    const button = target instanceof Element ? target.closest('button') : null;
    const { key, day, start, end } = button?.dataset ?? {};
    if (key) tell(this, 'event-open', { key });
    else if (day) tell(this, 'view-open', { view: 'day', date: day });
    else if (start && end)
      tell(this, 'group-propose', {
        id: this.#agenda?.people.view?.id,
        draft: { allDay: '0', start, end },
      });
  }

  /**
   * @param {EventTarget | null} target
   * @param {{ x: number, y: number }} [at]
   * @returns {boolean} Whether it opened the sheet for a new event: the target is a day's empty
   *   space, or without `at` (for keys) the cell itself.
   */
  #make(target, at) {
    const cell =
      target instanceof Element && !target.closest('button, th') ? target.closest('td') : null;
    const date = cell?.dataset['date'];
    if (!date || (!at && cell !== target)) return false;
    tell(this, 'event-quick', { first: date, last: date, allDay: false, at });
    return true;
  }

  #met() {
    if (this.#keys.at.date === this.#date || !focusedIn(this.#table)) return;
    this.#date = this.#keys.at.date;
    this.#rest.moved();
  }

  /** @param {string} date */
  #set(date) {
    this.#date = withinBounds(date);
    this.#keys.at = { row: this.#keys.at.row, date: this.#date, mark: '' };
  }

  /** @param {string} date */
  goTo(date) {
    const hadFocus = focusedIn(this.#table) !== null;
    this.#set(date);
    this.redraw();
    this.#keys.keepTabStop();
    tell(this, 'view-title');
    this.#reveal();
    if (hadFocus) this.#keys.focus();
    this.#rest.moved();
  }

  /** If not all days fit, scrolls the date's column beside the names. */
  #reveal() {
    this.#table
      .querySelector(`thead [data-date="${this.#date}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'start' });
  }

  /** @param {string} date @param {number} top */
  restore(date, top) {
    this.goTo(date);
    this.#scroller.scrollTop = top;
  }

  /** @param {string} date */
  follow(date) {
    if (date < this.#first || date >= addDays(this.#first, weekDays)) this.goTo(date);
  }

  /** @param {number} steps @returns {string} */
  step(steps) {
    return addDays(this.#date, steps * weekDays);
  }

  focusDay() {
    this.#keys.focus();
  }

  /** @param {{ uid: string, start: string }} pasted The event that gets the focus. */
  focusPasted({ uid, start }) {
    this.follow(start.slice(0, 10));
    // It isn't drawn before the next frame otherwise.
    this.redraw();
    const event = [...this.#table.querySelectorAll('button')].find(
      ({ dataset }) => dataset['uid'] === uid && dataset['start'] === start,
    );
    event?.focus({ preventScroll: true });
    event?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

customElements.define('board-view', BoardView);
