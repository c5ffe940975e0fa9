import { namedColors } from '../../components/color-picker.js';
import { field, select } from '../../components/field.js';
import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../lib/dom.js';
import { dateText } from '../../lib/format.js';
import { t } from '../../lib/strings.js';
import { importInto, inspect } from '../../state/importing.js';
import { problemList } from './problem-list.js';

/** What is in a file, where it is to go, how far it is, and what became of it. */
export class ImportDialog {
  #agenda;
  #explain;
  #isRunning = false;
  #body = element('div', { class: 'import' });
  #start = element('button', { type: 'button', class: 'primary', text: t('importStart'), disabled: true });

  /** @param {Agenda} agenda @param {(error: unknown) => string} explain */
  constructor(agenda, explain) {
    this.#agenda = agenda;
    this.#explain = explain;
  }

  /** @param {File} file */
  async open(file) {
    this.#body.append(element('p', { class: 'hint', text: t('importReading') }), element('progress', { 'aria-label': t('importReading') }));
    const { dialog } = openDialog({
      title: t('importTitle'), kind: 'sheet', body: [this.#body], action: this.#start, mayClose: () => !this.#isRunning,
    });
    try {
      const inspection = await inspect(file);
      if (dialog.open) this.#preview(file, inspection);
    } catch {
      this.#body.replaceChildren(element('p', { class: 'form-problem', role: 'alert', text: t('importUnreadable') }));
    }
  }

  /** @param {File} file @param {Inspection} found */
  #preview(file, found) {
    const facts = [t('importEvents', { n: found.events }), found.repeating > 0 ? t('importRepeating', { n: found.repeating }) : '',
      found.first ? t('importRange', { first: dateText(found.first, 'shortYear'), last: dateText(found.last || found.first, 'shortYear') }) : ''];
    const name = found.name || file.name.replace(/\.\w+$/, '');
    const known = this.#agenda.calendarList.find((calendar) => calendar.name === name);
    const target = select([...this.#agenda.calendarList.map((calendar) => /** @type {[string, string]} */ ([calendar.id, calendar.name])), ['', t('importNew', { name })]],
      known?.id ?? (found.name ? '' : this.#agenda.defaultCalendar?.id ?? ''));
    const sample = found.sample.map(({ title, start, allDay }) => element('li', {},
      element('span', { text: dateText(start, 'shortYear') }), element('strong', { text: title || t('untitled') }), allDay ? element('small', { text: t('allDay') }) : null));
    this.#body.replaceChildren(
      element('div', { class: 'import-file' }, element('h3', { text: found.name || file.name }), element('p', { class: 'hint', text: facts.filter(Boolean).join(' · ') })),
      ...(found.events > 0 ? [element('ul', { class: 'import-sample' }, ...sample), field(t('importInto'), target)] : [element('p', { text: t('importEmpty') })]),
      problemList(found.problems, found.problemCount));
    this.#start.disabled = found.events === 0;
    this.#start.addEventListener('click', () => {
      const color = /** @type {string[]} */ (namedColors).includes(found.color) ? found.color : this.#freeColor();
      void this.#run(file, target.value === '' ? { name, color } : { id: target.value });
    }, { once: true });
  }

  #freeColor() {
    const used = new Set(this.#agenda.calendarList.map(({ color }) => color));
    return namedColors.find((color) => !used.has(color)) ?? 'blue';
  }

  /** @param {File} file @param {{ id: string } | { name: string, color: string }} target */
  async #run(file, target) {
    this.#isRunning = true;
    this.#start.disabled = true;
    const bar = element('progress', { 'aria-label': t('importTitle') });
    const text = element('p', { class: 'hint', text: t('importSending') });
    this.#body.replaceChildren(text, bar);
    try {
      const state = await importInto(this.#agenda, file, target, ({ done, total }) => {
        if (total === 0) return;
        bar.max = total;
        bar.value = done;
        text.textContent = t('importRunning', { done, total });
      });
      this.#showResult(state);
    } catch (error) {
      this.#body.replaceChildren(element('p', { class: 'form-problem', role: 'alert', text: t('importFailed', { detail: this.#explain(error) }) }));
      this.#start.remove();
    }
    this.#isRunning = false;
  }

  /** @param {ImportState} state */
  #showResult({ result, problems, problemCount }) {
    const { added, updated, unchanged, dropped } = result ?? { added: 0, updated: 0, unchanged: 0, dropped: 0 };
    const done = element('button', { type: 'button', class: 'primary', text: t('done'), onclick: () => done.closest('dialog')?.close() });
    this.#start.replaceWith(done);
    this.#body.replaceChildren(
      element('h3', { text: t('importDone') }),
      element('p', { role: 'status', text: t('importResult', { added, updated, unchanged, dropped }) }),
      problemList(problems, problemCount));
    done.focus();
  }
}
