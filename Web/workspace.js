import { currentSession, signOut } from './api/session.js';
import { HTTPError } from './api/http.js';
import { Editor } from './editor.js';
import { hear } from './lib/dom.js';
import { t } from './lib/strings.js';
import { keepTime } from './lib/ticking.js';
import { fetchMore, more, withMore } from './later.js';
import { Notices } from './notices.js';
import { listenToKeys } from './shortcuts.js';
import { Stage } from './stage.js';
import { Agenda } from './state/agenda.js';
import { Edits } from './state/edits.js';
import { explain } from './state/explain.js';
import { LiveFeed } from './state/live-feed.js';
import { askAhead, loadAll, prepare } from './state/loading.js';
import { parseRoute } from './state/route.js';
import { SettingsSync } from './state/settings-sync.js';
import './views/calendars/side-bar.js';
import { acceptDrops, chooseFile } from './views/import/file-drop.js';

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
  #sync;
  #end = new AbortController();
  #zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  #notices = new Notices();
  #editor;
  #stage;

  /** @param {WorkspaceOptions} options */
  constructor(options) {
    this.#options = options;
    options.settings.belongTo(options.account.id);
    this.#settings = options.settings;
    this.#agenda = new Agenda(options.settings);
    this.#edits = new Edits(this.#agenda);
    this.#sync = new SettingsSync(options.settings, this.#end.signal);
    this.#feed = new LiveFeed(this.#agenda, this.#edits);
    this.#editor = new Editor({ agenda: this.#agenda, edits: this.#edits, settings: this.#settings, zone: this.#zone }, this.#notices);
    this.#stage = new Stage({ agenda: this.#agenda, settings: this.#settings, notices: this.#notices, query, signal: this.#end.signal });
  }

  get #shell() { return this.#stage.shell; }

  async start() {
    const route = parseRoute(location.pathname, location.search);
    const ahead = askAhead(this.#zone, route.date ?? this.#agenda.today);
    const side = document.createElement('side-bar');
    side.model = { agenda: this.#agenda, account: this.#options.account, settings: this.#settings };
    this.#stage.start(side, route);
    this.#listen();
    listenToKeys({
      today: () => this.#stage.today(), newEvent: () => this.#newHere(), quickAdd: () => this.#quickHere(), search: () => this.#search(), jump: () => this.#jumpDialog(), set: (number) => this.#showSet(number),
      step: (steps) => this.#stage.step(steps), view: (letter) => this.#stage.showByLetter(letter), grid: () => this.#stage.focus(),
      help: () => this.#with(({ openShortcuts }) => openShortcuts()), escape: () => this.#stage.escape(),
      undo: () => this.#edits.undo(), redo: () => this.#edits.redo(),
    }, this.#end.signal);
    if (query.includes('perf')) void import('./lib/perf-meter.js').then(({ showPerf }) => showPerf());
    await this.#load(ahead);
    void this.#sync.read();
    void more().then(({ remind }) => remind(this.#agenda, this.#notices, (key) => this.#open(key), this.#end.signal), () => {});
    if (route.draft) this.#newHere(route.draft);
  }

  /** @param {(loaded: typeof import('./more.js')) => void} run */
  #with(run) {
    withMore(this.#notices, run);
  }

  /** @param {import('./state/loading.js').Ahead} [ahead] What was asked for already. */
  async #load(ahead = askAhead(this.#zone, this.#stage.date)) {
    const startedAt = performance.now();
    this.#stage.busy = true;
    try {
      const engine = await this.#options.loadEngine();
      await prepare(engine, this.#zone, this.#settings.firstWeekday, ahead.zones);
      this.#agenda.use(engine);
      const token = await loadAll(this.#agenda, (done, total) => {
        if (performance.now() - startedAt > patienceMs || done === total) this.#shell.showProgress(done, total);
      }, ahead);
      this.#feed.start(token, { reset: () => void this.#load(), lost: () => this.#checkSession() });
      this.#agenda.setOnline(true);
      this.#stage.busy = false;
      document.documentElement.dataset['loaded'] = '';
      fetchMore();
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
      void this.#load();
    }, 4000);
  }

  /** Live changes were refused: perhaps somebody signed out elsewhere. What is being typed stays. */
  async #checkSession() {
    const { account } = await currentSession();
    if (!account && !document.querySelector('dialog[open]')) this.#leave();
  }

  #listen() {
    const { signal } = this.#end;
    this.#agenda.addEventListener('change', () => this.#stage.redraw(), { signal });
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
      'event-open': ({ key }) => this.#open(key),
      'event-new': (days) => this.#editor.openNew(days),
      'event-quick': (days) => this.#editor.openQuick(days),
      'event-make': (drawn) => this.#editor.make(drawn),
      'event-drop': (drop) => void this.#editor.drop(drop),
      'calendar-edit': ({ id }) => this.#with(({ openCalendarDialog }) => openCalendarDialog(this.#agenda, this.#agenda.calendars.get(id) ?? null, explain)),
      'shell-side': () => this.#shell.openSide(),
      'shell-jump': () => this.#jumpDialog(),
      'shell-new': () => this.#newHere(),
      'shell-search': () => this.#search(),
      'side-import': () => chooseFile((files) => this.#import(files)),
      'side-settings': () => this.#with(({ openSettings }) => openSettings(this.#settings)),
      'side-shortcuts': () => this.#with(({ openShortcuts }) => openShortcuts()),
      'side-sign-out': () => void signOut().finally(() => this.#leave()),
    };
  }

  /** Gives the focus a place when the one it would return to is gone. */
  #refocus() {
    if (document.activeElement === document.body && !document.querySelector('dialog[open]')) this.#stage.focus();
  }

  /** @param {number} number */
  #showSet(number) {
    const set = this.#settings.values.sets[number - 1];
    if (!set) return;
    this.#agenda.showOnly(set.calendars);
    this.#notices.voice.say(t('setShown', { name: set.name }));
  }

  #jumpDialog() {
    this.#with(({ openJump }) => openJump(this.#stage.date, (date) => this.#stage.jump(date)));
  }

  /** @param {string} key */
  #open(key) {
    if (!this.#editor.open(key)) this.#notices.show(t('eventGone'));
  }

  #search() {
    this.#shell.closeSide();
    this.#with(({ SearchDialog }) => new SearchDialog(this.#agenda, (date) => this.#stage.jump(date)).open());
  }

  #quickHere() {
    const { first, last } = this.#stage.range;
    this.#editor.openQuick({ first, last, allDay: true });
  }

  /** @param {Record<string, string>} [given] */
  #newHere(given) {
    const { first, last } = this.#stage.range;
    this.#editor.openNew({ first, last, allDay: first !== last }, given);
  }

  /** @param {File[]} files Each is looked at and imported on its own, one after the other. */
  #import([file, ...others]) {
    if (!file) return;
    this.#shell.closeSide();
    this.#with(({ ImportDialog }) => void new ImportDialog(this.#agenda, explain).open(file, () => this.#import(others)));
  }

  /** @param {Edit} edit */
  #edited(edit) {
    this.#notices.edited(edit, () => this.#edits.undo());
    if (edit.start && edit.kind !== 'deleted') this.#stage.follow(edit.start.slice(0, 10));
  }

  /** @param {Partial<import('./state/settings.js').SettingValues>} change */
  #settingsChanged(change) {
    // Words are made in the old language everywhere.
    if ('language' in change) return void this.#sync.send().then(() => location.reload());
    if ('hiddenCalendars' in change) this.#agenda.showAsChosen();
    if (Object.keys(change).every((name) => name === 'hiddenCalendars' || name === 'sets')) return;
    if ('firstWeekday' in change) this.#agenda.engine?.configure(this.#zone, this.#settings.firstWeekday);
    this.#stage.settingsChanged();
  }

  #leave() {
    this.#end.abort();
    this.#feed.stop();
    this.#options.signedOut();
  }
}
