import { signOut } from './api/session.js';
import { HTTPError } from './api/http.js';
import './components/app-shell.js';
import './components/live-region.js';
import './components/toast-stack.js';
import { addMonths } from './lib/civil-date.js';
import { clock } from './lib/clock.js';
import { newTimes } from './lib/event-times.js';
import { dateText } from './lib/format.js';
import { showPerf } from './lib/perf-meter.js';
import { shortcutOf, undoOf } from './lib/shortcuts.js';
import { t } from './lib/strings.js';
import { Agenda } from './state/agenda.js';
import { Edits } from './state/edits.js';
import { explain } from './state/explain.js';
import { LiveFeed } from './state/live-feed.js';
import { loadAll, prepare } from './state/loading.js';
import { monthPath, parseRoute } from './state/route.js';
import { openCalendarDialog } from './views/calendars/calendar-dialog.js';
import './views/calendars/side-bar.js';
import './views/day/day-panel.js';
import { draftOf, EventSheet } from './views/event/event-sheet.js';
import { openJump } from './views/help/jump-dialog.js';
import { openShortcuts } from './views/help/shortcuts-dialog.js';
import { acceptDrops, chooseFile } from './views/import/file-drop.js';
import { ImportDialog } from './views/import/import-dialog.js';
import './views/month/month-view.js';
import { openSettings } from './views/settings/settings-dialog.js';

/** The progress bar shows only when loading takes longer than this. */
const patienceMs = 300;
const minuteMs = 60_000;
const query = location.search;

/**
 * @template {string} Name
 * @param {Name} name @returns {any} A custom element; each is typed where it is defined.
 */
const make = (name) => document.createElement(name);

/** The calendar page of one account: it makes the views, hands them what they show, and does what they ask. */
export class Workspace {
  #options;
  #settings;
  #agenda;
  #edits;
  #feed;
  #end = new AbortController();
  #zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  /** @type {import('./components/app-shell.js').AppShell} */
  #shell = make('app-shell');
  /** @type {import('./views/month/month-view.js').MonthView} */
  #month = make('month-view');
  /** @type {import('./views/day/day-panel.js').DayPanel} */
  #day = make('day-panel');
  /** @type {import('./components/toast-stack.js').ToastStack} */
  #toasts = make('toast-stack');
  /** @type {import('./components/live-region.js').LiveRegion} */
  #voice = make('live-region');
  #spokenMonth = '';

  /**
   * @param {object} options
   * @param {import('./state/settings.js').Settings} options.settings
   * @param {string} options.locale
   * @param {Account} options.account
   * @param {() => Promise<import('./core/engine.js').Engine>} options.loadEngine
   * @param {() => void} options.signedOut
   */
  constructor(options) {
    this.#options = options;
    this.#settings = options.settings;
    this.#agenda = new Agenda(options.settings);
    this.#edits = new Edits(this.#agenda);
    this.#feed = new LiveFeed(this.#agenda, this.#edits);
  }

  /** @param {Promise<import('./core/engine.js').Engine>} engine */
  async start(engine) {
    const route = parseRoute(location.pathname, location.search);
    this.#build(route.date ?? this.#agenda.today);
    this.#listen();
    this.#listenToKeys();
    if (query.includes('perf')) showPerf();
    await this.#load(engine);
    if (route.draft) this.#openNew(route.date ?? this.#agenda.today, route.date ?? this.#agenda.today, false, route.draft);
  }

  /** @param {string} date */
  #build(date) {
    const side = make('side-bar');
    side.model = { agenda: this.#agenda, account: this.#options.account };
    this.#month.model = { agenda: this.#agenda, settings: this.#settings, date };
    this.#shell.parts = { side, main: this.#month, panel: this.#day };
    this.#shell.showTitle(date);
    document.body.replaceChildren(this.#shell, this.#toasts, this.#voice);
    const state = history.state;
    if (state?.topWeek && state.date === date) this.#month.restore(date, state.topWeek);
    this.#showDay();
  }

  /** @param {Promise<import('./core/engine.js').Engine>} loading */
  async #load(loading) {
    const startedAt = performance.now();
    try {
      const engine = await loading;
      await prepare(engine, this.#zone, this.#settings.firstWeekday);
      this.#agenda.use(engine);
      const token = await loadAll(this.#agenda, (done, total) => {
        if (performance.now() - startedAt > patienceMs || done === total) this.#shell.showProgress(done, total);
      });
      this.#feed.start(token, { reset: () => void this.#load(this.#options.loadEngine()) });
      this.#agenda.setOnline(true);
      document.documentElement.dataset['loaded'] = '';
    } catch (error) {
      this.#loadFailed(error);
    }
  }

  /** @param {unknown} error */
  #loadFailed(error) {
    if (error instanceof HTTPError && error.code === 'not-signed-in') return this.#leave();
    console.warn(error);
    this.#shell.showBanner(t('serverTrouble'));
    setTimeout(() => {
      if (this.#end.signal.aborted) return;
      this.#shell.showBanner('');
      void this.#load(this.#options.loadEngine());
    }, 4000);
  }

  #listen() {
    const { signal } = this.#end;
    this.#agenda.addEventListener('change', () => this.#redraw(), { signal });
    this.#agenda.addEventListener('status', () => this.#shell.showBanner(this.#agenda.online ? '' : t('offline')), { signal });
    this.#edits.addEventListener('edit', (event) => this.#edited(/** @type {CustomEvent<Edit>} */ (event).detail), { signal });
    this.#edits.addEventListener('refused', (event) => this.#refused(/** @type {CustomEvent} */ (event).detail), { signal });
    this.#settings.addEventListener('change', (event) => this.#settingsChanged(/** @type {CustomEvent} */ (event).detail), { signal });
    for (const [name, run] of Object.entries(this.#answers())) {
      this.#shell.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail), { signal });
      document.addEventListener(name, (event) => {
        // The side may stand in a drawer, outside of the shell.
        if (event.target instanceof Element && event.target.closest('dialog')) run(/** @type {CustomEvent} */ (event).detail);
      }, { signal });
    }
    addEventListener('popstate', (event) => this.#returned(event.state), { signal });
    addEventListener('offline', () => this.#agenda.setOnline(false), { signal });
    addEventListener('online', () => this.#feed.hurry(), { signal });
    addEventListener('beforeunload', (event) => { if (this.#edits.pending) event.preventDefault(); }, { signal });
    document.addEventListener('visibilitychange', () => this.#agenda.tick(), { signal });
    document.addEventListener('close', () => setTimeout(() => this.#refocus()), { capture: true, signal });
    acceptDrops((file) => this.#import(file), signal);
    const minutes = setInterval(() => this.#agenda.tick(), minuteMs);
    signal.addEventListener('abort', () => clearInterval(minutes));
    this.#waitForMidnight();
  }

  /** @returns {Record<string, (detail: any) => void>} What the views may ask for. */
  #answers() {
    return {
      'month-title': ({ date }) => this.#shell.showTitle(date),
      'month-rest': (detail) => this.#rested(detail),
      'month-sized': () => this.#showDay(),
      'day-picked': (detail) => this.#picked(detail),
      'day-closed': () => this.#closeDay(),
      'range-selected': ({ first, last }) => this.#voice.say(t('selectedRange', { start: dateText(first, 'full'), end: dateText(last, 'full') })),
      'event-open': ({ key }) => this.#openEvent(key),
      'event-new': ({ first, last, allDay }) => this.#openNew(first, last, allDay),
      'calendar-edit': ({ id }) => openCalendarDialog(this.#agenda, this.#agenda.calendars.get(id) ?? null, explain),
      'shell-side': () => this.#shell.openSide(),
      'shell-jump': () => this.#jumpDialog(),
      'shell-today': () => this.#jump(this.#agenda.today, true),
      'shell-previous': () => this.#moveMonth(-1),
      'shell-next': () => this.#moveMonth(1),
      'shell-new': () => this.#openNewHere(),
      'side-import': () => chooseFile((file) => this.#import(file)),
      'side-settings': () => openSettings(this.#settings),
      'side-shortcuts': () => openShortcuts(),
      'side-sign-out': () => void signOut().finally(() => this.#leave()),
    };
  }

  #listenToKeys() {
    /** @type {Record<string, () => void>} */
    const keys = {
      t: () => this.#jump(this.#agenda.today, true),
      n: () => this.#openNewHere(),
      c: () => this.#openNewHere(),
      g: () => this.#jumpDialog(),
      j: () => this.#moveMonth(1),
      k: () => this.#moveMonth(-1),
      '?': () => openShortcuts(),
      Escape: () => this.#escape(),
    };
    document.addEventListener('keydown', (event) => {
      const run = keys[shortcutOf(event)];
      const wish = undoOf(event);
      if (run || wish) event.preventDefault();
      if (run) run();
      else if (wish) this.#edits[wish]();
    }, { signal: this.#end.signal });
  }

  #escape() {
    const { first, last } = this.#month.range;
    if (first !== last) this.#month.select(this.#month.date, this.#month.date);
    else this.#closeDay();
  }

  #waitForMidnight() {
    const timer = setTimeout(() => {
      this.#agenda.tick();
      this.#waitForMidnight();
    }, clock.untilMidnightMs() + 50);
    this.#end.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  #redraw() {
    this.#month.redraw();
    this.#showDay();
  }

  #showDay() {
    const date = this.#month.date;
    this.#day.show(date, this.#agenda.today, this.#agenda.engine?.day(date) ?? []);
  }

  /** @param {{ date: string, open: boolean, byKey?: boolean }} picked */
  #picked({ date, open, byKey = false }) {
    this.#month.select(date, date);
    this.#showDay();
    if (!open) return;
    this.#shell.classList.add('day-open');
    this.#month.coveredPx = this.#coveredPx();
    this.#month.reveal(date);
    if (byKey) this.#day.focusFirst();
  }

  /** @returns {number} How much of the month the day's sheet hides; nothing where it stands beside it. */
  #coveredPx() {
    return getComputedStyle(this.#day).position === 'fixed' ? this.#day.offsetHeight : 0;
  }

  #closeDay() {
    const hadFocus = this.#day.contains(document.activeElement);
    this.#shell.classList.remove('day-open');
    this.#month.coveredPx = 0;
    if (hadFocus) this.#month.focusDay();
  }

  /** Gives the focus a place when the one it would return to is gone. */
  #refocus() {
    if (document.activeElement === document.body && !document.querySelector('dialog[open]')) this.#month.focusDay();
  }

  /** @param {{ date: string, topWeek: number }} rest */
  #rested({ date, topWeek }) {
    history.replaceState({ date, topWeek }, '', monthPath(date, query));
    const month = dateText(this.#month.titleDate, 'month');
    document.title = `${month} · ${t('appName')}`;
    if (this.#spokenMonth !== '' && month !== this.#spokenMonth) this.#voice.say(month);
    this.#spokenMonth = month;
  }

  /** @param {{ date: string, topWeek: number } | null} state */
  #returned(state) {
    const date = state?.date ?? parseRoute(location.pathname).date ?? this.#agenda.today;
    if (state?.topWeek) this.#month.restore(date, state.topWeek);
    else this.#month.goTo(date);
    this.#showDay();
  }

  /** @param {string} date @param {boolean} [glides] */
  #jump(date, glides = false) {
    history.pushState({ date }, '', monthPath(date, query));
    this.#month.goTo(date, glides);
    this.#showDay();
  }

  #jumpDialog() {
    openJump(this.#month.date, (date) => this.#jump(date));
  }

  /** @param {number} months */
  #moveMonth(months) {
    this.#jump(`${addMonths(this.#month.titleDate, months).slice(0, 7)}-01`);
  }

  get #model() {
    return { agenda: this.#agenda, edits: this.#edits, firstWeekday: this.#settings.firstWeekday, zone: this.#zone };
  }

  /** @param {string} key */
  #openEvent(key) {
    try {
      const event = this.#agenda.engine?.event(key);
      if (event) new EventSheet(this.#model, { event, draft: draftOf(event) }).open();
    } catch (error) {
      console.warn(error);
      this.#toasts.show(t('eventGone'));
    }
  }

  #openNewHere() {
    const { first, last } = this.#month.range;
    this.#openNew(first, last, first !== last);
  }

  /** @param {string} first @param {string} last @param {boolean} allDay @param {Record<string, string>} [given] */
  #openNew(first, last, allDay, given = {}) {
    const calendar = this.#agenda.defaultCalendar;
    if (!calendar) return;
    const times = newTimes(first, last, { allDay, today: this.#agenda.today, hour: clock.hour() });
    const draft = {
      calendar: calendar.id, title: given['title'] ?? '', allDay: allDay ? '1' : '0', start: times.start, end: times.end,
      zone: this.#zone, location: given['location'] ?? '', notes: given['notes'] ?? '', color: '', repeat: '',
    };
    new EventSheet(this.#model, { event: null, draft }).open();
  }

  /** @param {File} file */
  #import(file) {
    this.#shell.closeSide();
    void new ImportDialog(this.#agenda, explain).open(file);
  }

  /** @param {Edit} edit */
  #edited({ kind, title, start, undoable }) {
    const name = title || t('untitled');
    const text = kind === 'undone' || kind === 'redone' ? t(kind) : t(kind, { title: name });
    const canUndo = undoable && kind !== 'undone' && kind !== 'redone';
    this.#toasts.clear();
    this.#toasts.show(text, canUndo ? { label: t('undo'), run: () => this.#edits.undo() } : null);
    this.#voice.say(text);
    if (start && kind !== 'deleted') this.#follow(start.slice(0, 10));
  }

  /** @param {string} date Where the edited event now is. */
  #follow(date) {
    this.#month.select(date, date);
    this.#month.reveal(date);
    this.#showDay();
  }

  /** @param {{ error: unknown, reopen?: () => void }} refused */
  #refused({ error, reopen }) {
    const text = explain(error);
    const isSmall = text === t('nothingToUndo') || text === t('nothingToRedo');
    this.#toasts.clear();
    this.#toasts.show(text, reopen ? { label: t('openDraft'), run: reopen } : null, isSmall ? 'plain' : 'problem');
    this.#voice.say(text);
    if (error instanceof HTTPError && error.code === 'not-signed-in') this.#agenda.setOnline(false);
  }

  /** @param {Partial<import('./state/settings.js').SettingValues>} change */
  #settingsChanged(change) {
    if ('hiddenCalendars' in change) return;
    if ('firstWeekday' in change) this.#agenda.engine?.configure(this.#zone, this.#settings.firstWeekday);
    this.#month.settingsChanged();
    this.#showDay();
  }

  #leave() {
    this.#end.abort();
    this.#feed.stop();
    this.#options.signedOut();
  }
}
