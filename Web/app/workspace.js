import { deviceStorage } from '../dom/device-storage.js';
import { hear, tell } from '../dom/element.js';
import { hasUnfinishedInput } from '../dom/unfinished-input.js';
import { leftOutText } from '../i18n/cut-view-text.js';
import { t } from '../i18n/strings.js';
import { Agenda } from '../state/agenda.js';
import { Connection } from '../state/connection.js';
import { EditQueue } from '../state/edit-queue.js';
import { explain } from '../state/error-messages.js';
import { prefetch } from '../state/initial-load.js';
import { openingView } from '../state/opening-view.js';
import { outageText } from '../state/outage-text.js';
import { parseRoute } from '../state/route.js';
import { UnsavedDrafts } from '../state/unsaved-drafts.js';
import { ViewerZone } from '../state/viewer-zone.js';
import { DraftOffers } from './draft-offers.js';
import { EventOpener } from './event-opener.js';
import { listenToShortcuts } from './global-shortcuts.js';
import { loadLazyParts, prefetchLazyParts, withLazyParts } from './lazy-loading.js';
import { Notices } from './notices.js';
import { PageActions } from './page-actions.js';
import { ViewStage } from './view-stage.js';
import '../views/calendars/calendar-list.js';
import '../views/side-bar/side-bar.js';

/** Loading has to take longer than this for the progress bar to show. */
const patienceMs = 300;
/** Kept in every address; other query parameters are dropped. */
const query = new URLSearchParams(location.search).has('perf') ? '?perf' : '';

/**
 * The calendar page of one account: it makes the views, passes them what to show, and does what
 * they ask for.
 */
export class Workspace {
  #options;
  #settings;
  #agenda;
  #drafts;
  #offers;
  #edits;
  #connection;
  #zone;
  #notices = new Notices();
  #opener;
  #stage;
  #actions;
  /** The timer for reloading in another language. */
  #reload = 0;
  /** The sentence that the view leaves something out; empty while it shows everything. */
  #leftOut = '';
  /** The sentence about edits that wait; empty while none do. */
  #waits = '';

  /** @param {WorkspaceOptions} options */
  constructor(options) {
    this.#options = options;
    options.settings.setOwner(options.account.id);
    this.#settings = options.settings;
    this.#zone = new ViewerZone(options.settings);
    this.#agenda = new Agenda(options.settings, options.account);
    this.#drafts = new UnsavedDrafts(deviceStorage(), options.account.id);
    this.#edits = new EditQueue(this.#agenda, this.#drafts);
    this.#connection = new Connection(
      { agenda: this.#agenda, edits: this.#edits, zone: this.#zone },
      options,
      this.#connected(),
    );
    this.#opener = new EventOpener(this.#model, this.#notices, this.#connection.signal);
    this.#offers = new DraftOffers(
      {
        model: this.#model,
        notices: this.#notices,
        open: (draft) => this.#opener.openDraft(draft),
      },
      this.#connection.signal,
    );
    this.#stage = new ViewStage({
      agenda: this.#agenda,
      settings: this.#settings,
      notices: this.#notices,
      query,
      signal: this.#connection.signal,
    });
    this.#actions = new PageActions({
      model: this.#model,
      options,
      stage: this.#stage,
      opener: this.#opener,
      notices: this.#notices,
      connection: this.#connection,
    });
  }

  /** @returns {EventModel} */
  get #model() {
    return {
      agenda: this.#agenda,
      edits: this.#edits,
      drafts: this.#drafts,
      settings: this.#settings,
      zone: this.#zone,
    };
  }

  get #shell() {
    return this.#stage.shell;
  }

  /** @param {string} [said] A message to show first. */
  async start(said = '') {
    const usual = openingView(this.#settings, deviceStorage());
    const route = parseRoute(location.pathname, location.search, usual);
    const prefetched =
      this.#options.kept?.load(this.#zone) ??
      prefetch(this.#zone, route.date ?? this.#agenda.today);
    const side = document.createElement('side-bar');
    side.model = { agenda: this.#agenda, account: this.#options.account, settings: this.#settings };
    this.#stage.start(side, route);
    this.#shell.today = this.#agenda.today;
    this.#shell.sideHidden = this.#settings.values.sideHidden;
    this.#shell.dayListHidden = this.#settings.values.dayListHidden;
    this.#listen();
    listenToShortcuts(
      {
        run: (name) => this.#actions.run(name),
        set: (number) => this.#actions.showSet(number),
        grid: () => this.#stage.focus(),
        escape: () => this.#stage.escape(),
        remove: (key) => this.#opener.remove(key),
      },
      this.#connection.signal,
    );
    if (query) void loadLazyParts().then(({ showFrameMeter }) => showFrameMeter());
    if (said) this.#notices.show(said);
    await this.#connection.start(prefetched);
    if (this.#options.problem) this.#notices.show(this.#options.problem, null, 'problem');
    const listening = loadLazyParts().then(
      (parts) =>
        parts.setUpLazyParts({
          model: this.#model,
          notices: this.#notices,
          side,
          stage: this.#stage,
          actions: this.#actions,
          open: (key) => this.#open(key),
          remove: (key) => this.#opener.remove(key),
          options: this.#options,
          keepBy: this.#connection.keepBy,
          offers: this.#offers.messages,
          sayWaiting: (text) => {
            this.#waits = text;
            this.#showBanner();
          },
          signal: this.#connection.signal,
        }),
      () => {},
    );
    if (route.draft) this.#actions.newEvent(route.draft);
    if (route.isSearch) this.#actions.search();
    if (route.page) this.#actions.run('settings');
    if (route.received || 'launchQueue' in window) this.#receive(route.received);
    await listening;
    document.documentElement.dataset['complete'] = '';
  }

  /** @param {(loaded: typeof import('./lazy-parts.js')) => void} run */
  #with(run) {
    withLazyParts(this.#notices, run);
  }

  /** @returns {import('../state/connection.js').ConnectedPage} */
  #connected() {
    let startedAt = 0;
    return {
      date: () => this.#stage.date,
      loading: () => {
        startedAt = performance.now();
        this.#stage.busy = true;
      },
      progress: (done, total) => {
        if (performance.now() - startedAt > patienceMs || done === total)
          this.#shell.showProgress(done, total);
      },
      loaded: (token) => {
        this.#edits.showAgain(token);
        this.#showBanner();
        this.#stage.busy = false;
        prefetchLazyParts();
      },
      trouble: () => this.#shell.showBanner(outageText()),
      left: () => this.#options.signedOut(),
    };
  }

  #listen() {
    const { signal } = this.#connection;
    this.#agenda.addEventListener(
      'change',
      () => {
        this.#shell.today = this.#agenda.today;
        this.#stage.redraw();
      },
      { signal },
    );
    this.#agenda.addEventListener(
      'status',
      () => {
        this.#showBanner();
        if (!this.#agenda.outage) this.#notices.outageOver();
      },
      { signal },
    );
    hear(this.#edits, 'edit', (edit) => this.#edited(edit), signal);
    hear(this.#edits, 'created', (made) => tell(document, 'event-created', made), signal);
    hear(this.#settings, 'change', (change) => this.#settingsChanged(change), signal);
    for (const [name, run] of Object.entries(this.#handlers())) {
      // On the document, because the side bar may be in a drawer outside of the shell.
      hear(document, name, run, signal);
    }
    addEventListener(
      'beforeunload',
      (event) => {
        if (this.#edits.pending) event.preventDefault();
      },
      { signal },
    );
    document.addEventListener('close', () => setTimeout(() => this.#refocus()), {
      capture: true,
      signal,
    });
  }

  /**
   * @returns {Record<string, (detail: any) => void>} What to do when a view asks for something, by
   *   event name.
   */
  #handlers() {
    const actions = this.#actions;
    return {
      'event-open': ({ key, at }) => this.#open(key, at),
      'event-new': (days) => this.#opener.openNew(days),
      'event-quick': (days) => this.#opener.openQuick(days),
      'event-make': (drawn) => this.#opener.make(drawn),
      'event-drop': (drop) => void this.#opener.drop(drop),
      'calendar-edit': ({ id }) =>
        this.#with(({ openCalendarDialog }) =>
          openCalendarDialog(this.#model, this.#notices, id, explain),
        ),
      'set-edit': ({ index }) =>
        this.#with(({ openSetDialog }) =>
          openSetDialog(this.#agenda, this.#settings, index, explain),
        ),
      'view-cut': (view) => {
        this.#leftOut = leftOutText(view, this.#agenda.calendars);
        this.#showBanner();
      },
      'shell-side': () => actions.toggleSide(),
      'shell-jump': () => actions.goElsewhere(),
      'shell-new': () => actions.newEvent(),
      'shell-search': () => actions.search(),
      command: ({ name }) => actions.run(name),
    };
  }

  /** Shows what is wrong with the connection, or else what the view leaves out. */
  #showBanner() {
    const { outage, live } = this.#agenda;
    const waits = this.#waits;
    if (outage) return this.#shell.showBanner(`${t(outage)} ${waits || t('editsWillWait')}`);
    this.#shell.showBanner(waits || (live ? this.#leftOut : t('notLive')));
  }

  /** Moves the focus into the view when the element it would return to is gone. */
  #refocus() {
    if (document.activeElement === document.body && !document.querySelector('dialog[open]'))
      this.#stage.refocus();
  }

  /** @param {string} key @param {DOMRect} [at] */
  #open(key, at) {
    if (!this.#opener.open(key, at)) this.#notices.show(t('eventGone'));
  }

  /** @param {SaidEdit} edit */
  #edited(edit) {
    this.#notices.edited(edit, () => this.#edits.undoEdit(edit), this.#hiddenBy(edit));
    // The redraw may remove the element that has the focus.
    if (edit.kind === 'deleted')
      this.#agenda.addEventListener('change', () => this.#refocus(), { once: true });
    else if (edit.start) this.#stage.follow(edit.start);
  }

  /**
   * @param {Pick<Edit, 'kind' | 'changes'>} edit
   * @returns {{ name: string, show: () => void } | null} The calendar of a new or changed event, if
   *   it's hidden.
   */
  #hiddenBy({ kind, changes }) {
    const id = changes.find(({ op }) => op === 'put')?.calendar;
    const calendar = id === undefined ? undefined : this.#agenda.calendars.get(id);
    if (!calendar || kind === 'deleted' || this.#agenda.isVisible(calendar.id)) return null;
    return { name: calendar.name, show: () => this.#agenda.show(calendar.id, true) };
  }

  /** @param {Partial<import('../state/settings.js').SettingValues>} change */
  #settingsChanged(change) {
    // Text already on the page is in the old language, so reload.
    if ('language' in change) this.#reloadInLanguage(this.#settings.isAdopting);
    if ('sideHidden' in change) this.#shell.sideHidden = this.#settings.values.sideHidden;
    if ('dayListHidden' in change) this.#shell.dayListHidden = this.#settings.values.dayListHidden;
    if ('hiddenCalendars' in change || 'groupView' in change) this.#agenda.showAsChosen();
    if (
      Object.keys(change).every((name) =>
        [
          'language',
          'sideHidden',
          'dayListHidden',
          'hiddenCalendars',
          'groupView',
          'sets',
          'isStarting',
          'sentAway',
          'stays',
          'seenReminders',
        ].includes(name),
      )
    )
      return;
    this.#stage.settingsChanged();
  }

  /**
   * Reloads the page. If another device chose the language, waits until there is no unfinished
   * input.
   *
   * @param {boolean} waits
   */
  #reloadInLanguage(waits) {
    clearTimeout(this.#reload);
    if (!waits) return void this.#connection.sync.send().then(() => location.reload());
    if (!hasUnfinishedInput() && !this.#edits.pending) return location.reload();
    this.#reload = setTimeout(() => {
      if (!this.#connection.signal.aborted) this.#reloadInLanguage(true);
    }, patienceMs);
  }

  /** Handles files that are opened with the page, and content that was passed in the query. */
  #receive(/** @type {string} */ query) {
    const { first, last } = this.#stage.range;
    this.#with(({ receiveFiles, receiveQuery }) => {
      receiveFiles((files) => this.#actions.importFiles(files), this.#connection.signal);
      receiveQuery(query, {
        importFiles: (files) => this.#actions.importFiles(files),
        say: (text) => this.#notices.show(text, null, 'problem'),
        quickAdd: (given) => this.#opener.openQuick({ first, last, allDay: true, given }),
      });
    });
  }
}
