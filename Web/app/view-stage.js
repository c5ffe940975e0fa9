import { deviceStorage } from '../dom/device-storage.js';
import '../components/app-shell.js';
import { hear } from '../dom/element.js';
import { showTitle } from '../dom/page-title.js';
import { animateChange } from '../dom/view-transition.js';
import { isReadOnly, readOnlyText } from '../i18n/calendar-owners.js';
import { dateText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';
import { rememberView } from '../state/opening-view.js';
import { viewNames } from '../state/route.js';
import { ViewHistory } from '../state/view-history.js';
import { withLazyParts } from './lazy-loading.js';
import '../views/day/day-panel.js';
import '../views/month/month-view.js';
import { views } from '../views/views.js';

/** Holds the views, shows one of them, and moves between them. */
export class ViewStage {
  /** @type {ViewName} */
  name = 'month';
  #model;
  #notices;
  #shell = document.createElement('app-shell');
  #month = document.createElement('month-view');
  #day = document.createElement('day-panel');
  /** @type {CalendarView} */
  #view = this.#month;
  /** @type {Map<string, CalendarView>} */
  #made = new Map([['month-view', this.#month]]);
  /** The view asked for last. One whose script arrives late must not replace it. */
  #asked = '';
  #isBusy = false;
  #spoken = '';
  #history;
  /** Completes the animated change of views under way. */
  #finishTransition = () => {};

  /**
   * @param {{ agenda: Agenda, settings: Settings, notices: Notices, query: string, signal:
   *   AbortSignal }} given
   */
  constructor({ agenda, settings, notices, query, signal }) {
    this.#model = { agenda, settings };
    this.#notices = notices;
    this.#history = new ViewHistory(
      query,
      (place, isShown) => this.#returned(place, isShown),
      signal,
    );
    this.#listen(signal);
  }

  get shell() {
    return this.#shell;
  }
  get dayList() {
    return this.#day;
  }
  /** The day the user is looking at; that's not the selected day if that is far out of sight. */
  get date() {
    return this.#view.looked ?? this.#view.date;
  }
  get range() {
    return this.date === this.#view.date ? this.#view.range : { first: this.date, last: this.date };
  }
  /**
   * The page on the screen, whose month may differ from the selected day's. The agenda has no
   * pages.
   */
  get page() {
    return { name: this.name, date: this.name === 'agenda' ? this.date : this.#view.step(0) };
  }

  /**
   * @param {HTMLElement} side
   * @param {{ view: ViewName, date: string | null, isSheet: boolean, page: string }} route
   */
  start(side, { view, date, isSheet, page }) {
    const state = this.#history.here;
    // After a reload, the view under a page is the one that it was opened over.
    const start = date ?? ((page && state?.date) || this.#model.agenda.today);
    const name = (page && state?.view) || view;
    this.#month.model = { ...this.#model, date: start };
    this.#day.monthDrag = this.#month.drag;
    const choices = Object.entries(views).map(([name, { label, letter }]) => ({
      name: /** @type {ViewName} */ (name),
      label: t(label),
      letter,
    }));
    this.#shell.parts = { side, panel: this.#day, views: choices };
    const { reminders, toasts, voice } = this.#notices;
    document.body.replaceChildren(this.#shell, reminders, toasts, voice);
    const top = state?.date === start ? state.top : undefined;
    if (page) this.#history.openPage(page, { view: name, date: start });
    this.#open(
      views[name] ? name : 'month',
      (shown) => {
        // At once: Back may lead here before the view has come to rest.
        this.#history.stay({ ...this.#history.here, view: this.name, date: start, top });
        if (top !== undefined) shown.restore(start, top);
        if (isSheet) this.#showDayAtStart(start);
      },
      start,
    );
  }

  /** @param {AbortSignal} signal */
  #listen(signal) {
    /** @type {Record<string, (detail: any) => void>} */
    const handlers = {
      'view-title': () => this.#shell.showTitle(this.#view.heading),
      'view-rest': (detail) => this.#rested(detail),
      'event-pick-up': ({ key }) => this.#moveByKeys(key),
      announce: ({ text }) => this.#notices.voice.say(text),
      'view-open': ({ view, date }) => this.show(view, date),
      'day-picked': (detail) => this.#picked(detail),
      'day-closed': () => this.#closeDay(),
      'day-moved': ({ date }) => this.#listMoved(date),
      'view-size': () => {
        this.#day.fit();
        this.#fitMonth();
      },
      'day-list-closed': () => this.#closeDayList(),
      'day-turned': (event) => this.#turnDay(event),
      'event-pasted': (pasted) => {
        this.showDay();
        this.#day.focusEvent(pasted);
      },
      'day-wanted': ({ date }) => {
        this.#shell.closeSide();
        this.jump(date);
      },
      'range-selected': ({ first, last }) =>
        this.#notices.voice.say(
          t('selectedRange', { start: dateText(first, 'full'), end: dateText(last, 'full') }),
        ),
      'page-opened': ({ page, isStep }) =>
        this.#history.openPage(page, { view: this.name, date: this.date }, isStep),
      'page-left': () => this.#history.leavePage(),
      'shell-view': ({ view }) => this.show(view),
      'shell-today': () => this.today(),
      'shell-step': (steps) => this.step(steps),
    };
    for (const [name, run] of Object.entries(handlers)) hear(document, name, run, signal);
  }

  /** @param {boolean} isBusy Whether events are still being loaded. */
  set busy(isBusy) {
    this.#isBusy = this.#view.busy = this.#day.isBusy = isBusy;
    if (!isBusy) this.showDay();
  }

  redraw() {
    this.#view.redraw();
    this.showDay();
  }

  settingsChanged() {
    for (const view of this.#made.values()) view.settingsChanged();
    this.showDay();
  }

  /**
   * Goes to another view, or to another date in this one, as a step in the history.
   *
   * @param {ViewName} name @param {string} [date]
   */
  show(name, date = this.date) {
    if (!views[name]) return;
    if (name === this.name) return this.jump(date);
    if (this.#history.here?.isSheet) this.#hideDay();
    const hadFocus =
      this.#view.contains(document.activeElement) || document.activeElement === document.body;
    this.#open(
      name,
      (view) => {
        this.#history.go({ view: name, date });
        if (hadFocus) view.focusDay();
      },
      date,
    );
  }

  /**
   * Puts a view into the page, once it is loaded.
   *
   * @param {ViewName} name @param {(view: CalendarView) => void} shown @param {string} date
   * @param {boolean} [animates] Whether to animate the change from one view to the other.
   */
  #open(name, shown, date, animates = this.#view.isConnected) {
    const tag = views[name]?.tag ?? 'month-view';
    this.#asked = name;
    const put = () => {
      const known = this.#made.get(tag);
      /** @type {CalendarView} */
      const view = known ?? document.createElement(tag);
      view.shown = name;
      if (!known) view.model = { ...this.#model, date };
      this.#made.set(tag, view);
      this.#place(view, name);
      view.goTo(date);
      view.redraw();
      shown(view);
      this.showDay();
      return view;
    };
    const go = () => {
      if (animates) this.#animateTo(name, date, put);
      else put();
    };
    if (customElements.get(tag)) go();
    else
      withLazyParts(this.#notices, () => {
        if (this.#asked === name) go();
      });
  }

  /**
   * A view of less time grows out of its place in one of more time, and shrinks back into it.
   *
   * @param {ViewName} name @param {string} date @param {() => CalendarView} put
   */
  #animateTo(name, date, put) {
    this.#finishTransition();
    const before = this.name;
    const grows = viewNames.indexOf(name) < viewNames.indexOf(before);
    const host = this.#view.parentElement ?? this.#shell;
    this.#finishTransition = animateChange(
      host,
      grows ? this.#view.placeOf?.(date, name) : this.#view,
      () => {
        const view = put();
        return grows ? view : view.placeOf?.(date, before);
      },
    );
  }

  /** @param {CalendarView} view @param {ViewName} name */
  #place(view, name) {
    this.#view = view;
    this.name = name;
    rememberView(name, deviceStorage());
    this.#shell.show(view, name);
    view.busy = this.#isBusy;
    this.#shell.showTitle(view.heading);
  }

  /** @param {string} date @param {boolean} [glides] Whether to scroll there smoothly. */
  jump(date, glides = false) {
    this.#finishTransition();
    if (this.#history.here?.isSheet) this.#hideDay();
    this.#history.go({ view: this.name, date });
    this.#view.goTo(date, glides);
    this.showDay();
  }

  today() {
    this.jump(this.#model.agenda.today, true);
  }

  /** @param {number} steps Pages of the view. */
  step(steps) {
    this.jump(this.#view.step(steps), this.name !== 'month');
  }

  /** @param {string} start Where the edited event now is: a date, or a local time. */
  follow(start) {
    this.#view.follow(start.slice(0, 10), start.slice(11));
    this.showDay();
  }

  /** Focuses the view. */
  focus() {
    this.#view.focusDay();
  }

  /**
   * Focuses the view when nothing else has the focus, except if the date is out of sight, because
   * that would scroll the view.
   */
  refocus() {
    if (this.date === this.#view.date) this.focus();
  }

  escape() {
    const {
      date,
      range: { first, last },
    } = this.#month;
    if (this.#view !== this.#month) return;
    if (first !== last) this.#month.select(date, date);
    else this.#closeDay();
  }

  /** Updates the list of the selected day, which only the month has. */
  showDay() {
    if (this.#view !== this.#month) return;
    const { date } = this.#month;
    this.#day.show(date, this.#model.agenda.today, this.#model.agenda.engine?.day(date) ?? []);
  }

  /**
   * @param {{
   *   date: string,
   *   open: boolean,
   *   byKey?: boolean,
   *   isAsked?: boolean,
   *   opensDay?: boolean,
   *   isWhole?: boolean,
   * }} picked
   *   `isAsked` is whether the list itself is asked for, which then opens again beside the month.
   *   `opensDay` is whether the day itself opens if its list is already below the month.
   *   `isWhole` is whether the list takes the whole screen of a phone but for one week.
   */
  #picked({ date, open, byKey = false, isAsked = byKey, opensDay = false, isWhole = false }) {
    if (opensDay && this.#month.coveredPx > 0 && date === this.#month.date)
      return this.show('day', date);
    this.#month.select(date, date);
    this.showDay();
    if (!open) return;
    if (isAsked && this.#model.settings.values.dayListHidden)
      this.#model.settings.change({ dayListHidden: false });
    this.#day.open(true, isWhole);
    this.#listMoved(date);
    if (byKey) this.#day.focusFirst();
  }

  /**
   * Gives the month what the list of a day leaves, and the history a step for a list that covers it.
   *
   * @param {string} date
   */
  #listMoved(date) {
    const { here } = this.#history;
    if (this.#fitMonth()) this.#history.openSheet(date);
    else if (here?.isSheet) this.#history.closeSheet(date);
    // At once, as the day may be opened before the strip has come to rest.
    else this.#history.stay({ ...here, view: 'month', date });
    this.#month.reveal(date, true);
  }

  /** @returns Whether the list of the day is a sheet over the month. */
  #fitMonth() {
    const { isSheet, coveredPx } = this.#day;
    this.#shell.classList.toggle('day-open', isSheet);
    this.#month.coveredPx = coveredPx;
    return isSheet;
  }

  /**
   * Starts to move an event by keyboard, from the day's list or the agenda.
   *
   * @param {string} key
   */
  #moveByKeys(key) {
    const event = this.#model.agenda.engine?.event(key);
    if (!event) return;
    if (isReadOnly(event.calendar)) return this.#notices.show(readOnlyText(event.calendar));
    const view = this.#view;
    withLazyParts(this.#notices, ({ moveByKeys }) =>
      moveByKeys(event, {
        view,
        follow: (date) => this.follow(date),
        say: (text) => this.#notices.voice.say(text),
        done: () => view.focusDay(),
      }),
    );
  }

  /**
   * Puts the month before the day in the history, so that Back leads there.
   *
   * @param {string} date
   */
  #showDayAtStart(date) {
    this.#history.stay({ view: 'month', date });
    this.#picked({ date, open: true, isWhole: true });
  }

  /** Leaves the day as Back would, but the month stays where it is. */
  #closeDay() {
    this.#history.closeSheet(this.#month.date);
    this.#hideDay();
  }

  /**
   * Goes from a day's list to the month, where the pressed key then moves on from that day.
   *
   * @param {KeyboardEvent} event
   */
  #turnDay(event) {
    event.preventDefault();
    this.#month.focusDay();
    document.activeElement?.dispatchEvent(new KeyboardEvent(event.type, event));
  }

  /** Closes the list beside the month until it's asked for. */
  #closeDayList() {
    const hadFocus = this.#day.contains(document.activeElement);
    this.#model.settings.change({ dayListHidden: true });
    this.#hideDay();
    if (hadFocus) this.#month.focusDay();
  }

  #hideDay() {
    const hadFocus = this.#day.contains(document.activeElement);
    this.#day.open(false);
    this.#fitMonth();
    if (hadFocus) this.#month.focusDay();
  }

  /** @param {{ date: string, top: number }} rest */
  #rested({ date, top }) {
    const { here, isArriving } = this.#history;
    // Back has left this view, which only waits for the next one.
    if (isArriving) return;
    this.#history.stay({ view: this.name, date, top, isSheet: here?.isSheet });
    const title = this.#view.said || this.#view.heading.map(({ value }) => value).join('');
    showTitle(`${title} · ${t('appName')}`);
    if (this.#spoken !== '' && title !== this.#spoken) this.#notices.voice.say(title);
    this.#spoken = title;
  }

  /** @param {import('../state/view-history.js').Place} place @param {boolean} isShown */
  #returned({ view: name, date, top, isSheet, step }, isShown) {
    this.#finishTransition();
    const day = date || this.#model.agenda.today;
    if (!isSheet) this.#hideDay();
    this.#asked = name;
    const settle = (/** @type {CalendarView} */ view) => {
      this.#history.arrive(step);
      if (top === undefined) view.goTo(day);
      else view.restore(day, top);
      if (isSheet) this.#picked({ date: day, open: true, isWhole: true });
      this.showDay();
    };
    if (name === this.name) settle(this.#view);
    else this.#open(name, settle, day, !isShown);
  }
}
