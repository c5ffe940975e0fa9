import { HTTPError } from '../../api/http.js';
import { confirmChoice } from '../../components/confirm-dialog.js';
import { freeColor } from '../../components/form/color-picker.js';
import { closeDialogAround } from '../../components/modal-dialog.js';
import { openSideCard } from '../../components/side-card.js';
import { Inspector } from '../../core/inspection.js';
import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { changeCount, importInto } from '../../state/file-import.js';
import { CalendarRow } from './calendar-row.js';
import { isCalendarColor } from './file-summary.js';
import { refusedList } from './refused-files.js';
import { timesInOwnZone } from './sample-times.js';

/** @typedef {import('./refused-files.js').RefusedFile} RefusedFile */

/**
 * Imports several calendars: shows what each contains, asks where each goes, and imports them in
 * turn.
 */
export class CalendarsDialog {
  #agenda;
  #explain;
  #rows;
  #refused;
  #isRunning = false;
  #stop = new AbortController();
  #heading = element('h3');
  #said = element('p', { class: 'hint', role: 'status' });
  #bar = element('progress', { 'aria-label': t('importReading') });
  #list = element('ul', { class: 'import-rows', 'aria-label': t('calendars') });
  #leftOut = element('div', { hidden: true });
  #ways = element('div', { class: 'form-links', hidden: true });
  #start = element('button', {
    type: 'button',
    class: 'primary',
    text: t('importStart'),
    disabled: true,
    onclick: () => void this.#run(this.#rows.filter((row) => row.isChosen)),
  });

  /**
   * @param {Agenda} agenda
   * @param {(error: unknown) => string} explain
   * @param {{ calendars: import('./calendar-row.js').CalendarFile[], refused: RefusedFile[] }} found
   */
  constructor(agenda, explain, { calendars, refused }) {
    this.#agenda = agenda;
    this.#explain = explain;
    this.#rows = calendars.map((calendar) => new CalendarRow(calendar));
    this.#refused = [...refused];
    this.#list.append(...this.#rows.map((row) => row.element));
  }

  /**
   * @param {(states: ImportState[]) => void} closed Called with the imports when the dialog has
   *   closed.
   */
  open(closed) {
    const { dialog, signal } = openSideCard({
      title: t('importTitle'),
      body: [
        element(
          'div',
          { class: 'event-form rows import' },
          element('div', {}, this.#heading, this.#said),
          this.#bar,
          this.#leftOut,
          this.#ways,
          this.#list,
        ),
      ],
      foot: [this.#start],
      stays: true,
      mayClose: () => this.#mayClose(),
    });
    signal.addEventListener('abort', () => closed(this.#rows.flatMap(({ states }) => states)));
    this.#nameRefused();
    void this.#read(dialog);
  }

  /** @param {HTMLDialogElement} dialog */
  async #read(dialog) {
    const inspector = new Inspector();
    const used = this.#agenda.ownCalendars.map(({ color }) => color);
    /** @type {Set<string>} */
    const taken = new Set();
    this.#heading.textContent = t('importFoundCalendars', { n: this.#rows.length });
    this.#bar.max = this.#rows.length;
    for (const [index, row] of [...this.#rows].entries()) {
      this.#said.textContent = t('importReadingOf', { number: index + 1, count: this.#bar.max });
      this.#bar.value = index;
      try {
        const found = await inspector.inspect(row.file);
        const sample = await timesInOwnZone(this.#agenda, found.sample);
        if (found.problems[0]?.code === 'not-a-calendar') this.#refuse(row, 'notCalendar');
        else this.#show(row, { ...found, sample }, used, taken);
      } catch {
        this.#refuse(row, 'unreadable');
      }
      if (!dialog.open) break;
    }
    inspector.close();
    this.#bar.remove();
    // The colours that the files ask for are known only now.
    for (const row of this.#rows.filter(({ color, events }) => color === '' && events > 0)) {
      row.color = freeColor(used);
      used.push(row.color);
    }
    this.#count();
    // The focus was on the close button, because nothing else could be pressed.
    if (document.activeElement?.matches('.dialog-head .icon-button')) this.#start.focus();
  }

  /**
   * @param {CalendarRow} row @param {Inspection} found @param {string[]} used The colours in use.
   * @param {Set<string>} taken The calendars that other rows go into.
   */
  #show(row, found, used, taken) {
    const color = isCalendarColor(found.color) ? found.color : '';
    const calendars = this.#agenda.calendarList;
    // Two calendars of the same name are also two when they're imported again.
    const isHere = (/** @type {Calendar} */ { id }) => !taken.has(id);
    row.show(found, { calendars, color, isHere }, () => this.#count());
    if (color) used.push(color);
    taken.add(row.calendar);
  }

  /** @param {CalendarRow} row @param {RefusedFile['fault']} fault */
  #refuse(row, fault) {
    row.element.remove();
    this.#rows = this.#rows.filter((each) => each !== row);
    this.#refused.push({ name: row.file.name, fault });
    this.#nameRefused();
  }

  #nameRefused() {
    this.#leftOut.hidden = this.#refused.length === 0;
    this.#leftOut.replaceChildren(...refusedList(this.#refused));
  }

  /** Says how much is chosen. */
  #count() {
    const chosen = this.#rows.filter((row) => row.isChosen);
    const n = chosen.reduce((sum, { events }) => sum + events, 0);
    this.#heading.textContent = t('importFoundCalendars', { n: this.#rows.length });
    this.#said.textContent =
      chosen.length === 0
        ? t('importNothingChosen')
        : t('importChosen', { events: t('importEvents', { n }) });
    this.#start.disabled = chosen.length === 0;
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

  /**
   * Imports calendars one after the other. If one fails, the others are imported all the same.
   *
   * @param {CalendarRow[]} rows
   */
  async #run(rows) {
    this.#isRunning = true;
    this.#start.disabled = true;
    this.#ways.hidden = true;
    const others = this.#rows.filter((row) => !row.isChosen);
    for (const row of [...rows, ...others]) row.wait();
    for (const [index, row] of rows.entries()) {
      this.#said.textContent = t('importingCalendar', {
        number: index + 1,
        count: rows.length,
        name: row.name,
      });
      await this.#import(row);
      if (this.#stop.signal.aborted) return;
    }
    this.#isRunning = false;
    this.#showResult();
  }

  /** @param {CalendarRow} row */
  async #import(row) {
    const count = row.states.length;
    try {
      const target = row.targetAmong((id) => this.#agenda.calendars.has(id));
      const progress = row.begin();
      const { signal } = this.#stop;
      row.finish(await importInto(this.#agenda, row.file, target, progress, signal));
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      const [state] = row.states.slice(count);
      const isFull = !state && error instanceof HTTPError && error.code === 'too-many';
      const detail = isFull ? t('calendarLimit') : this.#explain(error);
      row.fail(state && changeCount(state) > 0 ? t('importFailed', { detail }) : detail);
    }
  }

  #showResult() {
    const tried = this.#rows.filter((row) => row.isChosen);
    const failed = tried.filter((row) => row.hasFailed);
    const n = tried.length - failed.length;
    this.#heading.textContent =
      failed.length === 0 ? t('importDone') : t('importPartlyDone', { n, total: tried.length });
    this.#said.textContent = t('importResult', this.#totals());
    const done = element('button', {
      type: 'button',
      class: 'primary',
      text: t('done'),
      onclick: () => closeDialogAround(done),
    });
    const again = element('button', {
      type: 'button',
      class: 'quiet',
      text: t('tryAgain'),
      onclick: () => {
        done.replaceWith(this.#start);
        void this.#run(failed);
      },
    });
    this.#ways.hidden = false;
    this.#ways.replaceChildren(
      ...(failed.length > 0 ? [again] : []),
      ...(n > 0 ? [this.#showButton(tried)] : []),
    );
    this.#start.replaceWith(done);
    (failed.length > 0 ? again : done).focus();
  }

  /** @returns {Record<'added' | 'updated' | 'unchanged' | 'dropped', number>} */
  #totals() {
    const totals = { added: 0, updated: 0, unchanged: 0, dropped: 0 };
    for (const { states } of this.#rows)
      for (const { result } of states) {
        totals.added += result?.added ?? 0;
        totals.updated += result?.updated ?? 0;
        totals.unchanged += result?.unchanged ?? 0;
        totals.dropped += result?.dropped ?? 0;
      }
    return totals;
  }

  /** @param {CalendarRow[]} rows */
  #showButton(rows) {
    const show = element('button', {
      type: 'button',
      class: 'quiet',
      text: t('showImported'),
      onclick: () => {
        closeDialogAround(show);
        const { today, calendars } = this.#agenda;
        const shown = rows.filter((row) => !row.hasFailed);
        for (const { calendar } of shown)
          if (calendars.has(calendar)) this.#agenda.show(calendar, true);
        const days = shown.map((row) => row.nearestDay(today)).filter(Boolean);
        tell(document, 'view-open', { view: 'agenda', date: nearestTo(today, days) });
      },
    });
    return show;
  }
}

/** @param {string} today @param {string[]} days @returns {string} The one nearest to today. */
function nearestTo(today, days) {
  const distance = (/** @type {string} */ day) => Math.abs(Date.parse(day) - Date.parse(today));
  return days.reduce(
    (best, day) => (distance(day) < distance(best) ? day : best),
    days[0] ?? today,
  );
}
