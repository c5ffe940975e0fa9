import { confirmChoice } from '../../components/confirm-dialog.js';
import { freeColor, namedColors } from '../../components/form/color-picker.js';
import { field, select } from '../../components/form/field.js';
import { openDialog } from '../../components/modal-dialog.js';
import { inspect } from '../../core/inspection.js';
import { element, tell } from '../../dom/element.js';
import { dateText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { canTakeBack, importInto } from '../../state/file-import.js';
import { problemList } from './problem-list.js';
import { timesInOwnZone } from './sample-times.js';

/** Imports a file: shows what's in it, asks for a calendar, then shows progress and the result. */
export class ImportDialog {
  #agenda;
  #explain;
  #isRunning = false;
  #stop = new AbortController();
  #place = { number: 1, count: 1, isPacked: false };
  /** The day of the imported events that is nearest to today. */
  #nearest = '';
  #state = /** @type {ImportState | null} */ (null);
  #body = element('div', { class: 'import' });
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
   * @param {File} file
   * @param {{ number: number, count: number, isPacked: boolean }} place Which of the files it is,
   *   and whether it comes out of a zip.
   * @param {(state: ImportState | null) => void} closed Called when the dialog has closed, with
   *   what was imported; null if nothing was.
   */
  async open(file, place, closed) {
    this.#place = place;
    this.#body.append(
      element('p', { class: 'hint', text: t('importReading') }),
      element('progress', { 'aria-label': t('importReading') }),
    );
    const { dialog } = openDialog({
      title:
        place.count > 1
          ? t('importTitleOf', { number: place.number, count: place.count })
          : t('importTitle'),
      kind: 'sheet',
      body: [this.#body],
      action: this.#start,
      mayClose: () => this.#mayClose(),
      closed: () => closed(this.#state),
    });
    try {
      const inspection = await inspect(file);
      const sample = await timesInOwnZone(this.#agenda, inspection.sample);
      if (dialog.open) this.#preview(file, { ...inspection, sample });
    } catch {
      this.#body.replaceChildren(
        element('p', { class: 'form-problem', role: 'alert', text: t('importUnreadable') }),
      );
    }
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
    // It may have ended while the question was open; its result is worth reading.
    if (!stops || !this.#isRunning) return false;
    this.#stop.abort();
    return true;
  }

  /** @param {File} file @param {Inspection} found */
  #preview(file, found) {
    const name = found.name || file.name.replace(/\.\w+$/, '');
    const target = this.#target(name, found.name !== '' || this.#place.isPacked);
    this.#nearest = nearestDay(found, this.#agenda.today);
    const sample = [...found.sample]
      .sort((a, b) => (a.start < b.start ? -1 : 1))
      .map(({ title, start, allDay }) =>
        element(
          'li',
          {},
          element('span', { text: dateText(start, 'shortYear') }),
          element('strong', { text: title || t('untitled') }),
          element('small', { text: allDay ? t('allDay') : timeText(start) }),
        ),
      );
    const contents =
      found.events > 0
        ? [element('ul', { class: 'import-sample' }, ...sample), field(t('importInto'), target)]
        : [element('p', { text: t('importEmpty') })];
    this.#body.replaceChildren(
      element(
        'div',
        {},
        element('h3', { text: found.name || file.name }),
        element('p', { class: 'hint', text: factsOf(found) }),
      ),
      ...contents,
      problemList(found.problems, found.problemCount),
    );
    this.#start.disabled = found.events === 0;
    // The focus was put on the only button that could be pressed, the one that closes.
    if (document.activeElement?.matches('.dialog-head .icon-button')) this.#start.focus();
    this.#start.addEventListener(
      'click',
      () => {
        const used = this.#agenda.ownCalendars.map((calendar) => calendar.color);
        const isFree =
          /** @type {string[]} */ (namedColors).includes(found.color) &&
          !used.includes(found.color);
        const color = isFree ? found.color : freeColor(used);
        void this.#run(file, target.value === '' ? { name, color } : { id: target.value });
      },
      { once: true },
    );
  }

  /**
   * @param {string} name
   * @param {boolean} isOwnName Whether the name is from inside the file. A calendar with that name
   *   is preselected; else a new one, or if it's only the file's name, the default calendar.
   */
  #target(name, isOwnName) {
    const calendars = this.#agenda.calendarList;
    const known = calendars.find((calendar) => calendar.name === name);
    const usual = isOwnName ? '' : (this.#agenda.defaultCalendar?.id ?? '');
    /** @type {[string, string][]} */
    const choices = calendars.map((calendar) => [calendar.id, calendar.name]);
    return select([...choices, ['', t('importNew', { name })]], known?.id ?? usual);
  }

  /** @param {File} file @param {{ id: string } | { name: string, color: string }} target */
  async #run(file, target) {
    this.#isRunning = true;
    this.#start.disabled = true;
    const bar = element('progress', { 'aria-label': t('importTitle') });
    const text = element('p', { class: 'hint', text: t('importSending') });
    this.#body.replaceChildren(text, bar);
    try {
      const progress = (/** @type {ImportState} */ { done, total }) => {
        if (total === 0) return;
        bar.max = total;
        bar.value = done;
        text.textContent = t('importRunning', { done, total });
      };
      const { signal } = this.#stop;
      this.#state = await importInto(this.#agenda, file, target, progress, signal);
      this.#showResult(this.#state);
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#body.replaceChildren(
        element('p', {
          class: 'form-problem',
          role: 'alert',
          text: t('importFailed', { detail: this.#explain(error) }),
        }),
      );
      this.#start.remove();
    }
    this.#isRunning = false;
  }

  /** @param {ImportState} state */
  #showResult(state) {
    const { result, problems, problemCount } = state;
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
      onclick: () => done.closest('dialog')?.close(),
    });
    const isLast = this.#place.number === this.#place.count;
    const show = element('button', {
      type: 'button',
      class: 'quiet',
      text: t('showImported'),
      onclick: () => {
        show.closest('dialog')?.close();
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
      ...(isLast && this.#nearest && added + updated + unchanged > 0 ? [show] : []),
      problemList(problems, problemCount),
    );
    done.focus();
  }
}

/**
 * @param {Inspection} found @param {string} today
 * @returns {string} The day between the first and the last event that is nearest to today; empty
 *   without events.
 */
function nearestDay({ first, last }, today) {
  if (!first) return '';
  if (today < first) return first;
  return last && today > last ? last : today;
}

/** @param {Inspection} found @returns {string} The file's contents in one line. */
function factsOf({ events, repeating, first, last }) {
  const date = (/** @type {string} */ text) => dateText(text, 'shortYear');
  return [
    t('importEvents', { n: events }),
    repeating > 0 ? t('importRepeating', { n: repeating }) : '',
    first && last && last !== first
      ? t('importRange', { first: date(first), last: date(last) })
      : first && date(first),
  ]
    .filter(Boolean)
    .join(' · ');
}
