import { confirmChoice } from '../../components/confirm-dialog.js';
import { choiceField } from '../../components/form/choice-field.js';
import { freeColor } from '../../components/form/color-picker.js';
import { fieldRow } from '../../components/form/field-row.js';
import { closeDialogAround } from '../../components/modal-dialog.js';
import { openSideCard } from '../../components/side-card.js';
import { Inspector } from '../../core/inspection.js';
import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { shortened } from '../../state/calendar-file-names.js';
import { canTakeBack, changeCount, importInto } from '../../state/file-import.js';
import { factsOf, isCalendarColor, nearestDay, sampleList } from './file-summary.js';
import { noteList, problemList } from './problem-list.js';
import { timesInOwnZone } from './sample-times.js';
import { targetChoices } from './target-choices.js';

/** @typedef {import('../../state/calendar-files.js').CalendarFile} CalendarFile */

/**
 * Imports one calendar: shows what it contains, asks for a calendar, then shows progress and the
 * result.
 */
export class ImportDialog {
  #agenda;
  #explain;
  #isRunning = false;
  #stop = new AbortController();
  /** The day of the imported events that is nearest to today. */
  #nearest = '';
  #state = /** @type {ImportState | null} */ (null);
  #body = element('div', { class: 'event-form rows import' });
  #start = element('button', {
    type: 'button',
    class: 'primary',
    text: t('importStart'),
    disabled: true,
  });

  /** @param {Agenda} agenda @param {(error: unknown) => string} explain */
  constructor(agenda, explain) {
    this.#agenda = agenda;
    this.#explain = explain;
  }

  /**
   * @param {CalendarFile} calendar
   * @param {(state: ImportState | null) => void} closed Called with the import when the dialog has
   *   closed; null if nothing was imported.
   */
  async open(calendar, closed) {
    this.#body.append(
      element('p', { class: 'hint', text: t('importReading') }),
      element('progress', { 'aria-label': t('importReading') }),
    );
    const { dialog, signal } = openSideCard({
      title: t('importTitle'),
      body: [this.#body],
      foot: [this.#start],
      stays: true,
      mayClose: () => this.#mayClose(),
    });
    signal.addEventListener('abort', () => closed(this.#state));
    const inspector = new Inspector();
    try {
      const inspection = await inspector.inspect(calendar.file);
      const sample = await timesInOwnZone(this.#agenda, inspection.sample);
      if (dialog.open) this.#preview(calendar, { ...inspection, sample });
    } catch {
      this.#body.replaceChildren(
        element('p', { class: 'form-problem', role: 'alert', text: t('importUnreadable') }),
      );
    }
    inspector.close();
  }

  /** Asks before it stops an import that is running. */
  async #mayClose() {
    if (!this.#isRunning) return true;
    const stops = await confirmChoice(
      t('importStopTitle'),
      t('importStopText'),
      t('importStop'),
      true,
    );
    // It may have ended while the question was open, and the user should see its result.
    if (!stops || !this.#isRunning) return false;
    this.#stop.abort();
    return true;
  }

  /** @param {CalendarFile} calendar @param {Inspection} found */
  #preview(calendar, found) {
    const { file, name: fileName, isPacked, isJoined } = calendar;
    const name = shortened(found.name) || fileName || t('calendar');
    const about = this.#agenda.engine?.calendarOf(found.parts) ?? '';
    const target = this.#target(name, found.name !== '' || isPacked, about);
    this.#nearest = nearestDay(found, this.#agenda.today);
    const contents =
      found.events > 0
        ? [sampleList(found.sample), fieldRow('calendar', t('importInto'), target)]
        : [element('p', { text: t('importEmpty') })];
    this.#body.replaceChildren(
      element(
        'div',
        {},
        element('h3', { text: found.name || (isPacked ? name : file.name) }),
        element('p', { class: 'hint', text: factsOf(found) }),
        about !== '' && element('p', { class: 'hint', text: t('importPart') }),
      ),
      ...contents,
      problemList(found.problems, found.problemCount, !isJoined),
    );
    this.#start.disabled = found.events === 0;
    // The focus was on the close button, because nothing else could be pressed.
    if (document.activeElement?.matches('.dialog-head .icon-button')) this.#start.focus();
    this.#start.addEventListener(
      'click',
      () => {
        const used = this.#agenda.ownCalendars.map((calendar) => calendar.color);
        const isFree = isCalendarColor(found.color) && !used.includes(found.color);
        const color = isFree ? found.color : freeColor(used);
        void this.#run(calendar, target.value === '' ? { name, color } : { id: target.value });
      },
      { once: true },
    );
  }

  /**
   * @param {string} name
   * @param {boolean} isOwnName Whether the name is from inside the file. If so, a calendar with
   *   that name is preselected, or else a new one; a file's name alone preselects the default
   *   calendar.
   * @param {string} about The calendar with the event that the file has only a part of. It's
   *   preselected before any other; empty if there's none.
   */
  #target(name, isOwnName, about) {
    const calendars = this.#agenda.calendarList;
    const known = calendars.find((calendar) => calendar.name === name && !calendar.isElsewhere);
    const usual = isOwnName ? '' : (this.#agenda.defaultCalendar?.id ?? '');
    return choiceField(
      [...targetChoices(calendars), ['', t('importNew', { name })]],
      about || (known?.id ?? usual),
    );
  }

  /** @param {CalendarFile} calendar @param {ImportTarget} target */
  async #run(calendar, target) {
    const { file, isJoined } = calendar;
    this.#isRunning = true;
    this.#start.disabled = true;
    const bar = element('progress', { 'aria-label': t('importTitle') });
    const text = element('p', { class: 'hint', text: t('importSending') });
    this.#body.replaceChildren(text, bar);
    try {
      const progress = (/** @type {ImportState} */ state) => {
        this.#state = state;
        const { done, total } = state;
        if (total === 0) return;
        bar.max = total;
        bar.value = done;
        text.textContent = t('importRunning', { done, total });
      };
      const { signal } = this.#stop;
      const state = await importInto(this.#agenda, file, target, progress, signal);
      this.#showResult(state, !isJoined);
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      const detail = this.#explain(error);
      const isPart = this.#state !== null && changeCount(this.#state) > 0;
      const text = isPart ? t('importFailed', { detail }) : detail;
      this.#body.replaceChildren(element('p', { class: 'form-problem', role: 'alert', text }));
      if (isPart) this.#start.remove();
      else this.#offerAgain(() => void this.#run(calendar, target));
    }
    this.#isRunning = false;
  }

  /** @param {() => void} run Imports the same file again, of which nothing is known to be there. */
  #offerAgain(run) {
    this.#start.textContent = t('tryAgain');
    this.#start.disabled = false;
    this.#start.addEventListener('click', run, { once: true });
    this.#start.focus();
  }

  /** @param {ImportState} state @param {boolean} hasLines */
  #showResult(state, hasLines) {
    const { result, problems, problemCount, notes } = state;
    const { added, updated, unchanged, dropped } = result ?? {
      added: 0,
      updated: 0,
      unchanged: 0,
      dropped: 0,
    };
    const done = element('button', {
      type: 'button',
      class: 'primary',
      text: t('done'),
      onclick: () => closeDialogAround(done),
    });
    const show = element('button', {
      type: 'button',
      class: 'quiet',
      text: t('showImported'),
      onclick: () => {
        closeDialogAround(show);
        this.#agenda.show(state.calendar, true);
        tell(document, 'view-open', { view: 'agenda', date: this.#nearest });
      },
    });
    this.#start.replaceWith(done);
    this.#body.replaceChildren(
      element('h3', { text: t('importDone') }),
      element('p', {
        role: 'status',
        text: t('importResult', { added, updated, unchanged, dropped }),
      }),
      ...(added + updated > 0 && !canTakeBack(state)
        ? [element('p', { class: 'hint', text: t('importStays') })]
        : []),
      ...(this.#nearest && added + updated + unchanged > 0 ? [show] : []),
      noteList(notes, hasLines),
      problemList(problems, problemCount, hasLines),
    );
    done.focus();
  }
}
