import { failing } from './asking.js';
import { deadlineProblem } from './proposal-facts.js';
import { field } from '../../components/field.js';
import { iconButton } from '../../components/icon-button.js';
import { askDiscard, openDialog } from '../../components/modal-dialog.js';
import { element } from '../../lib/dom.js';
import { dateText, timeText } from '../../lib/format.js';
import { t } from '../../lib/strings.js';
import { titleOf } from '../../lib/whose.js';

/** The server takes no more times at once. */
const timesMax = 20;
const conflictDays = 366;

/** Proposes one time or several; to a proposal that there is already, one more. */
export class ProposeDialog {
  #model;
  #title = element('input', { type: 'text', class: 'event-title', maxlength: 1000, placeholder: t('title'), 'aria-label': t('title'), autocomplete: 'off' });
  #place = element('input', { type: 'text', maxlength: 250, autocomplete: 'off' });
  #notes = element('textarea', { rows: 3, maxlength: 2500 });
  #deadline = element('input', { type: 'datetime-local' });
  #list = element('ol', { class: 'proposed-times' });
  #problem = element('p', { class: 'form-problem', role: 'alert' });
  #repeat;
  #send = element('button', { type: 'submit', form: 'propose-form', class: 'primary', text: t('propose') });
  /** @type {{ fields: TimesField, row: HTMLElement, clash: HTMLElement }[]} */
  #times = [];
  #isTouched = false;
  #close = () => {};

  /** @param {ProposeModel} model */
  constructor(model) {
    this.#model = model;
    this.#repeat = model.makeRepeat(model.times.start);
  }

  open() {
    const { suggests, times, title, place } = this.#model;
    const add = element('button', { type: 'button', class: 'quiet', text: t('anotherTime'), onclick: () => {
      if (this.#times.length < timesMax) this.#add(this.#times.at(-1)?.fields.times ?? times);
      add.disabled = this.#times.length >= timesMax;
    } });
    const form = element('form', { id: 'propose-form', class: 'event-form', novalidate: true, onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.#submit();
    }, oninput: () => { this.#isTouched = true; this.#check(); }, onchange: () => this.#check() },
    ...(suggests ? [] : [this.#title]), this.#list, ...(suggests ? [] : [add]), this.#repeat.element,
    ...(suggests ? [] : [field(t('place'), this.#place), field(t('notes'), this.#notes), field(t('deadline'), this.#deadline)]), this.#problem);
    const { close } = openDialog({
      title: suggests ? t('suggestTime') : t('proposeTo', { group: this.#model.group.name }), kind: 'sheet', body: [form], action: this.#send,
      mayClose: () => !this.#isTouched || askDiscard(),
    });
    this.#close = close;
    this.#title.value = title;
    this.#place.value = place;
    this.#add(times);
    if (!suggests) this.#title.focus();
  }

  /** @param {Times} times */
  #add(times) {
    const fields = this.#model.makeTimes(times);
    const clash = element('p', { class: 'conflict', 'aria-live': 'polite' });
    const row = element('li', {}, fields.element, clash, this.#times.length > 0 ? iconButton('close', t('removeTime'), () => {
      this.#times = this.#times.filter((time) => time.row !== row);
      row.remove();
    }) : null);
    fields.element.addEventListener('start-changed', () => this.#check());
    this.#times.push({ fields, row, clash });
    this.#list.append(row);
    this.#check();
  }

  /** What of one's own is then already, beside each time. */
  #check() {
    this.#send.disabled = !this.#model.suggests && this.#title.value.trim() === '';
    const [first] = this.#times;
    // What is only half typed stays as it is typed.
    if (first) this.#repeat.start = first.fields.complete.start;
    for (const { fields: { complete }, clash } of this.#times) clash.textContent = this.#clash(complete);
  }

  /** @param {Times} times @returns {string} */
  #clash({ start, end }) {
    let found;
    try {
      found = this.#model.conflicts(start.slice(0, 10), conflictDays, start, end, this.#model.zone, this.#repeat.rule);
    } catch {
      return '';
    }
    const [day] = found?.found ?? [];
    const [event] = day?.events ?? [];
    if (!found || !day || !event) return '';
    const when = event.allDay ? dateText(day.start.slice(0, 10), 'short') : `${dateText(day.start.slice(0, 10), 'short')} ${timeText(event.start)}`;
    return t('youHave', { title: titleOf(event), when, n: found.found.length });
  }

  async #submit() {
    const title = this.#title.value.trim();
    if (this.#send.disabled) return;
    this.#problem.textContent = deadlineProblem(this.#deadline.value);
    if (this.#problem.textContent !== '') return;
    this.#send.disabled = true;
    const times = this.#times.map(({ fields: { times: { start, end } } }) =>
      ({ start, end, zone: start.length === 10 ? '' : this.#model.zone, rule: this.#repeat.rule }));
    const deadline = this.#deadline.value === '' ? null : this.#model.instantOf(this.#deadline.value);
    this.#problem.textContent = await failing(() => this.#model.send({ title, location: this.#place.value, notes: this.#notes.value, deadline, times }), this.#model.explain);
    this.#send.disabled = false;
    if (this.#problem.textContent === '') this.#close();
  }
}
