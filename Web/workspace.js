import { currentSession, signOut } from './api/session.js';
import { HTTPError } from './api/http.js';
import './components/app-shell.js';
import { Editor } from './editor.js';
import { addMonths } from './lib/civil-date.js';
import { hear } from './lib/dom.js';
import { dateText } from './lib/format.js';
import { t } from './lib/strings.js';
import { keepTime } from './lib/ticking.js';
import { Notices } from './notices.js';
import { listenToKeys } from './shortcuts.js';
import { Agenda } from './state/agenda.js';
import { Edits } from './state/edits.js';
import { explain } from './state/explain.js';
import { LiveFeed } from './state/live-feed.js';
import { askAhead, loadAll, prepare } from './state/loading.js';
import { parseRoute } from './state/route.js';
import { Trail } from './state/trail.js';
import { openCalendarDialog } from './views/calendars/calendar-dialog.js';
import './views/calendars/side-bar.js';
import './views/day/day-panel.js';
import { openJump } from './views/help/jump-dialog.js';
import { openShortcuts } from './views/help/shortcuts-dialog.js';
import { acceptDrops, chooseFile } from './views/import/file-drop.js';
import { ImportDialog } from './views/import/import-dialog.js';
import './views/month/month-view.js';
import { openSettings } from './views/settings/settings-dialog.js';

/** The progress bar shows only when loading takes longer than this. */
const patienceMs = 300;
const query = location.search;

/** The calendar page of one account: it makes the views, hands them what they show, and does what they ask. */
export class Workspace {
  #options;
  #settings;
  #agenda;
  #edits;
  #feed;
  #end = new AbortController();
  #zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  #shell = document.createElement('app-shell');
  #month = document.createElement('month-view');
  #day = document.createElement('day-panel');
  #notices = new Notices();
  #editor;
  #spokenMonth = '';
  #trail = new Trail(query, (place) => this.#returned(place), this.#end.signal);

  /** @param {WorkspaceOptions} options */
  constructor(options) {
    this.#options = options;
    this.#settings = options.settings;
    this.#agenda = new Agenda(options.settings);
    this.#edits = new Edits(this.#agenda);
    this.#feed = new LiveFeed(this.#agenda, this.#edits);
    this.#editor = new Editor({ agenda: this.#agenda, edits: this.#edits, settings: this.#settings, zone: this.#zone });
  }

  /** @param {Promise<Engine>} engine */
  async start(engine) {
    const route = parseRoute(location.pathname, location.search);
    const ahead = askAhead(this.#zone, route.date ?? this.#agenda.today);
    this.#build(route.date ?? this.#agenda.today);
    this.#listen();
    listenToKeys({
      today: () => this.#jump(this.#agenda.today, true), newEvent: () => this.#newHere(), jump: () => this.#jumpDialog(),
      moveMonth: (months) => this.#moveMonth(months), grid: () => this.#month.focusDay(),
      help: () => openShortcuts(), escape: () => this.#escape(), undo: () => this.#edits.undo(), redo: () => this.#edits.redo(),
    }, this.#end.signal);
    if (route.view === 'day') this.#showDayAtStart(this.#month.date);
    if (query.includes('perf')) void import('./lib/perf-meter.js').then(({ showPerf }) => showPerf());
    await this.#load(engine, ahead);
    if (route.draft) this.#newHere(route.draft);
  }

  /** @param {string} date */
  #build(date) {
    const side = document.createElement('side-bar');
    side.model = { agenda: this.#agenda, account: this.#options.account };
    this.#month.model = { agenda: this.#agenda, settings: this.#settings, date };
    this.#shell.parts = { side, main: this.#month, panel: this.#day };
    this.#shell.showTitle(date);
    document.body.replaceChildren(this.#shell, this.#notices.toasts, this.#notices.voice);
    const state = this.#trail.here;
    if (state?.topWeek && state.date === date) this.#month.restore(date, state.topWeek);
    this.#showDay();
  }

  /** @param {Promise<Engine>} loading @param {import('./state/loading.js').Ahead} [ahead] What was asked for already. */
  async #load(loading, ahead = askAhead(this.#zone, this.#month.date)) {
    const startedAt = performance.now();
    this.#month.busy = true;
    try {
      const engine = await loading;
      await prepare(engine, this.#zone, this.#settings.firstWeekday, ahead.zones);
      this.#agenda.use(engine);
      const token = await loadAll(this.#agenda, (done, total) => {
        if (performance.now() - startedAt > patienceMs || done === total) this.#shell.showProgress(done, total);
      }, ahead);
      this.#feed.start(token, { reset: () => void this.#load(this.#options.loadEngine()), lost: () => this.#checkSession() });
      this.#agenda.setOnline(true);
      this.#month.busy = false;
      document.documentElement.dataset['loaded'] = '';
    } catch (error) {
      this.#loadFailed(error);
    }
  }

  /** @param {unknown} error */
  #loadFailed(error) {
    if (error instanceof HTTPError && error.code === 'not-signed-in') return this.#leave();
    // A server that is away is the banner's business, not a fault of the page.
    if (!(error instanceof HTTPError && error.code === 'offline')) console.warn(error);
    this.#shell.showBanner(t('serverTrouble'));
    setTimeout(() => {
      if (this.#end.signal.aborted) return;
      this.#shell.showBanner('');
      void this.#load(this.#options.loadEngine());
    }, 4000);
  }

  /** Live changes were refused: perhaps somebody signed out elsewhere. What is being typed stays. */
  async #checkSession() {
    const { account } = await currentSession();
    if (!account && !document.querySelector('dialog[open]')) this.#leave();
  }

  #listen() {
    const { signal } = this.#end;
    this.#agenda.addEventListener('change', () => { this.#month.redraw(); this.#showDay(); }, { signal });
    this.#agenda.addEventListener('status', () => this.#shell.showBanner(this.#agenda.online ? '' : t('offline')), { signal });
    hear(this.#edits, 'edit', (edit) => this.#edited(edit), signal);
    hear(this.#edits, 'refused', (refused) => this.#notices.refused(refused), signal);
    hear(this.#settings, 'change', (change) => this.#settingsChanged(change), signal);
    for (const [name, run] of Object.entries(this.#answers())) {
      // On the document, for the side may stand in a drawer, outside of the shell.
      hear(document, name, run, signal);
    }
    addEventListener('offline', () => this.#agenda.setOnline(false), { signal });
    addEventListener('online', () => this.#feed.hurry(), { signal });
    addEventListener('beforeunload', (event) => { if (this.#edits.pending) event.preventDefault(); }, { signal });
    document.addEventListener('close', () => setTimeout(() => this.#refocus()), { capture: true, signal });
    acceptDrops((files) => this.#import(files), signal);
    keepTime(() => this.#agenda.tick(), signal);
  }

  /** @returns {Record<string, (detail: any) => void>} What the views may ask for. */
  #answers() {
    return {
      'month-title': ({ date }) => this.#shell.showTitle(date),
      'month-rest': (detail) => this.#rested(detail),
      'day-picked': (detail) => this.#picked(detail),
      'day-closed': () => this.#closeDay(),
      'range-selected': ({ first, last }) =>
        this.#notices.voice.say(t('selectedRange', { start: dateText(first, 'full'), end: dateText(last, 'full') })),
      'event-open': ({ key }) => { if (!this.#editor.open(key)) this.#notices.show(t('eventGone')); },
      'event-new': (days) => this.#editor.openNew(days),
      'calendar-edit': ({ id }) => openCalendarDialog(this.#agenda, this.#agenda.calendars.get(id) ?? null, explain),
      'shell-side': () => this.#shell.openSide(),
      'shell-jump': () => this.#jumpDialog(),
      'shell-today': () => this.#jump(this.#agenda.today, true),
      'shell-previous': () => this.#moveMonth(-1),
      'shell-next': () => this.#moveMonth(1),
      'shell-new': () => this.#newHere(),
      'side-import': () => chooseFile((files) => this.#import(files)),
      'side-settings': () => openSettings(this.#settings),
      'side-shortcuts': () => openShortcuts(),
      'side-sign-out': () => void signOut().finally(() => this.#leave()),
    };
  }

  #escape() {
    const { first, last } = this.#month.range;
    if (first !== last) this.#month.select(this.#month.date, this.#month.date);
    else this.#closeDay();
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
    const coveredPx = this.#month.coveredPx = this.#coveredPx();
    if (coveredPx > 0) this.#trail.openSheet(date);
    this.#month.reveal(date, true);
    if (byKey) this.#day.focusFirst();
  }

  /** @returns {number} How much of the month the day's sheet hides; nothing where it stands beside it. */
  #coveredPx() {
    return getComputedStyle(this.#day).position === 'fixed' ? this.#day.offsetHeight : 0;
  }

  /** @param {string} date The month goes below the day, so that Back leads there. */
  #showDayAtStart(date) {
    this.#trail.stay({ date });
    this.#picked({ date, open: true });
  }

  /** Leaves the day as Back would, but the month stays where it is. */
  #closeDay() {
    this.#trail.closeSheet(this.#month.date);
    this.#hideDay();
  }

  #hideDay() {
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
    this.#trail.stay({ date, topWeek, isSheet: this.#trail.here?.isSheet });
    const month = dateText(this.#month.titleDate, 'month');
    document.title = `${month} · ${t('appName')}`;
    if (this.#spokenMonth !== '' && month !== this.#spokenMonth) this.#notices.voice.say(month);
    this.#spokenMonth = month;
  }

  /** @param {import('./state/trail.js').Place} place */
  #returned({ date, topWeek, isSheet }) {
    if (topWeek) this.#month.restore(date, topWeek);
    else this.#month.goTo(date || this.#agenda.today);
    if (isSheet) this.#picked({ date, open: true });
    else this.#hideDay();
    this.#showDay();
  }

  /** @param {string} date @param {boolean} [glides] */
  #jump(date, glides = false) {
    if (this.#trail.here?.isSheet) this.#hideDay();
    this.#trail.go({ date });
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

  /** @param {Record<string, string>} [given] */
  #newHere(given) {
    const { first, last } = this.#month.range;
    this.#editor.openNew({ first, last, allDay: first !== last }, given);
  }

  /** @param {File[]} files Each is looked at and imported on its own, one after the other. */
  #import([file, ...others]) {
    if (!file) return;
    this.#shell.closeSide();
    void new ImportDialog(this.#agenda, explain).open(file, () => this.#import(others));
  }

  /** @param {Edit} edit */
  #edited(edit) {
    this.#notices.edited(edit, () => this.#edits.undo());
    if (edit.start && edit.kind !== 'deleted') this.#follow(edit.start.slice(0, 10));
  }

  /** @param {string} date Where the edited event now is. */
  #follow(date) {
    this.#month.select(date, date);
    this.#month.reveal(date, true);
    this.#showDay();
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
