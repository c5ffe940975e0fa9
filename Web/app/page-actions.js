import { tell } from '../dom/element.js';
import { nextFrame } from '../dom/frames.js';
import { t } from '../i18n/strings.js';
import { views } from '../views/views.js';
import { commands } from './commands.js';
import { withLazyParts } from './lazy-loading.js';

/**
 * @typedef {{
 *   model: EventModel,
 *   options: WorkspaceOptions,
 *   stage: import('./view-stage.js').ViewStage,
 *   opener: import('./event-opener.js').EventOpener,
 *   notices: Notices,
 *   connection: import('../state/connection.js').Connection,
 * }} ActionsPage
 * @typedef {keyof typeof import('./lazy-commands.js').lazyCommands} LazyCommand
 * @typedef {Exclude<import('./commands.js').PageCommandName, LazyCommand>} ActionName
 */

/** Runs the page's commands, whichever key, button or list they come from. */
export class PageActions {
  #page;
  #isPrintReady = false;
  /** @type {Record<ActionName, () => void>} */
  #actions;

  /** @param {ActionsPage} page */
  constructor(page) {
    this.#page = page;
    const { model, options, stage, connection } = page;
    this.#actions = {
      palette: () => this.#openPalette(),
      search: () => this.search(),
      newEvent: () => this.newEvent(),
      quickAdd: () => this.quickAdd(),
      today: () => stage.today(),
      goToDate: () => this.goToDate(),
      next: () => stage.step(1),
      previous: () => stage.step(-1),
      undo: () => model.edits.undo(),
      redo: () => void model.edits.redo(),
      sidePanel: () => this.toggleSide(),
      hours: () => tell(document, 'side-hours'),
      showAll: () => model.agenda.showOnly(model.agenda.switches),
      import: () => this.#with(({ chooseFile }) => chooseFile((files) => this.importFiles(files))),
      print: () => this.#print(),
      account: () =>
        this.#with(({ forgetAccount, openAccount }) =>
          openAccount(options, () => {
            forgetAccount(model);
            connection.leave();
          }),
        ),
      signOut: () => this.#with(({ signOut }) => void signOut(page)),
    };
  }

  /** @param {CommandName} name */
  run(name) {
    const { stage, model, notices } = this.#page;
    if (isView(name)) stage.show(name);
    else if (this.#isAction(name)) this.#actions[name]();
    else this.#with(({ lazyCommands }) => lazyCommands[name](model, notices, commands));
  }

  /** @param {ActionName | LazyCommand} name @returns {name is ActionName} */
  #isAction(name) {
    return name in this.#actions;
  }

  /** @param {(loaded: typeof import('./lazy-parts.js')) => void} run */
  #with(run) {
    withLazyParts(this.#page.notices, run);
  }

  /** Shows the side panel or hides it; over the page where there's no room beside it. */
  toggleSide() {
    const { stage, model } = this.#page;
    if (stage.shell.hasRoomForSide)
      model.settings.change({ sideHidden: !model.settings.values.sideHidden });
    else this.#with(({ openDialog }) => stage.shell.openSide(openDialog));
  }

  /** @param {string} [line] What to search for. */
  search(line = '') {
    const { stage, model } = this.#page;
    stage.shell.closeSide();
    this.#with(({ SearchDialog }) =>
      new SearchDialog(model.agenda, (date, key) => this.#show(date, key)).open(line),
    );
  }

  /** @param {string} date @param {string} key The event on that date whose card opens beside it. */
  #show(date, key) {
    const { stage, opener } = this.#page;
    stage.jump(date);
    void nextFrame().then(() => opener.open(key));
  }

  #openPalette() {
    const { stage, model } = this.#page;
    stage.shell.closeSide();
    this.#with(({ offeredCommands, openPalette, openSettings, settingNames }) =>
      openPalette(model, {
        commands: offeredCommands(commands, model),
        settings: settingNames,
        openSetting: (name) => openSettings(model, name),
        run: (name) => this.run(name),
        jump: (date) => stage.jump(date),
        show: (date, key) => this.#show(date, key),
        search: (line) => this.search(line),
        quickAdd: (line) => this.quickAdd(line),
        showSet: (number) => this.showSet(number),
      }),
    );
  }

  /** @param {string} [line] */
  quickAdd(line = '') {
    const { stage, opener } = this.#page;
    stage.shell.closeSide();
    const { first, last } = stage.range;
    opener.openQuick({ first, last, allDay: true, given: { line } });
  }

  /** @param {Record<string, string>} [given] Without it, the event begins at the hour that a finger has marked, if any. */
  newEvent(given) {
    const marked = document.querySelector('.hours-slot.marked');
    if (!given && marked instanceof HTMLElement) return marked.click();
    const { first, last } = this.#page.stage.range;
    this.#page.opener.openNew({ first, last, allDay: first !== last }, given);
  }

  /** @param {number} number */
  showSet(number) {
    const { model, notices } = this.#page;
    const set = model.settings.values.sets[number - 1];
    if (!set) return;
    model.agenda.showOnly(set.calendars);
    notices.voice.say(t('setShown', { name: set.name }));
  }

  goToDate() {
    const { stage } = this.#page;
    this.#with(({ openJump }) => openJump(stage.date, (date) => stage.jump(date)));
  }

  /** Asks where to go: to a year from the years, otherwise to a month. */
  goElsewhere() {
    const { stage, model } = this.#page;
    const go = (/** @type {string} */ date) => stage.jump(date);
    this.#with(({ openMonths, openYears }) => {
      if (stage.name === 'year') openYears(stage.date, model.agenda.today, go);
      else openMonths(stage.date, model.agenda.today, { go, askDate: () => this.goToDate() });
    });
  }

  /** @param {(File | import('../state/dropped-folder.js').DroppedFolder)[]} files */
  importFiles(files) {
    const { stage, model, notices } = this.#page;
    stage.shell.closeSide();
    this.#with(
      ({ importFiles }) =>
        void importFiles(
          files,
          model.agenda,
          (text, action) => notices.show(text, action),
          (undo) => model.edits.noteUndoable(undo),
        ),
    );
  }

  /** Prints once the page for paper can be made, loading what it needs first. */
  #print() {
    this.#page.stage.shell.closeSide();
    this.#with(({ preparePrintPages }) => {
      this.preparePrint(preparePrintPages);
      void nextFrame().then(() => print());
    });
  }

  /** @param {typeof import('./print-pages.js').preparePrintPages} prepare */
  preparePrint(prepare) {
    if (this.#isPrintReady) return;
    this.#isPrintReady = true;
    const { model, stage, connection } = this.#page;
    prepare(model.agenda, model.settings, () => stage.page, connection.signal);
  }
}

/** @param {CommandName} name @returns {name is ViewName} */
const isView = (name) => name in views;
