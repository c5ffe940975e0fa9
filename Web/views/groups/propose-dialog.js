import { readStorage } from '../../api/storage.js';
import { failureOf } from '../../components/confirm-dialog.js';
import { fieldRow } from '../../components/form/field-row.js';
import { endForm, openFormCard } from '../../components/form/form-card.js';
import { showsUnreadable } from '../../components/form/typed-field.js';
import { iconButton } from '../../components/icon-button.js';
import { StorageNote } from '../../components/storage-note.js';
import { element } from '../../dom/element.js';
import { placeOfDay } from '../../dom/place-on-screen.js';
import { busyText } from '../../i18n/busy-sentence.js';
import { titleOf } from '../../i18n/calendar-owners.js';
import { dateText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { clock } from '../../time/clock.js';
import { movedBy } from '../../time/shifted-times.js';
import { deadlineProblem } from './deadline.js';
import { DeadlineField } from './deadline-field.js';

/** The most times that the server accepts in one proposal. */
const timesMax = 20;
const conflictDays = 366;

/** The dialog that proposes one or several times, or suggests one more for an existing proposal. */
export class ProposeDialog {
  #model;
  #title = element('input', {
    type: 'text',
    class: 'event-title',
    maxlength: 1000,
    placeholder: t('title'),
    'aria-label': t('title'),
    autocomplete: 'off',
  });
  #place = element('input', {
    type: 'text',
    maxlength: 250,
    placeholder: t('placeOrLink'),
    autocomplete: 'off',
  });
  #notes = element('textarea', { rows: 1, maxlength: 2500, placeholder: t('notes') });
  #deadline = new DeadlineField();
  #list = element('ol', { class: 'proposed-times' });
  #room = new StorageNote();
  #problem = element('p', { class: 'form-problem', role: 'alert' });
  #repeat;
  #send = element('button', { type: 'submit', class: 'primary', text: t('propose') });
  /**
   * @type {{ fields: TimesField, row: HTMLElement, head: HTMLElement, remove: HTMLElement, clash:
   *   HTMLElement, others: HTMLElement }[]}
   */
  #times = [];
  #more = element('button', { type: 'button', class: 'quiet', text: t('anotherTime') });
  #isTouched = false;

  /** @param {ProposeModel} model */
  constructor(model) {
    this.#model = model;
    this.#repeat = model.makeRepeat(model.times.start);
    void this.#room.show(readStorage(model.group.id), model.group.name);
  }

  open() {
    const { group, suggests, title, times } = this.#model;
    // A form that was begun elsewhere stands for itself.
    const isBegun = suggests || title !== '';
    openFormCard(isBegun ? `propose-${clock.uid()}` : `propose-to-${group.id}`, () => ({
      title: suggests ? t('suggestTime') : t('proposeTo', { group: group.name }),
      form: this.#form(),
      save: this.#send,
      about: placeOfDay(times.start.slice(0, 10)),
      fields: [this.#title, this.#place, this.#notes],
      isTouched: () => this.#isTouched,
      opened: (dialog, signal) => this.#listen(dialog, signal),
      focus: () => {
        if (!suggests) this.#title.focus();
      },
    }));
  }

  #form() {
    const { suggests, times, title, place, notes } = this.#model;
    // Another time starts a day after the last one, because the same time wouldn't be a choice.
    this.#more.addEventListener('click', () =>
      this.#add(movedBy(this.#times.at(-1)?.fields.times ?? times, 1, 0)),
    );
    /** @type {HTMLFormElement} */
    const form = element(
      'form',
      {
        class: 'event-form rows',
        novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.#submit(form);
        },
        oninput: () => {
          this.#isTouched = true;
          this.#check();
        },
        onchange: () => this.#check(),
      },
      ...(suggests ? [] : [this.#title]),
      this.#room.element,
      this.#list,
      ...(suggests ? [] : [this.#more]),
      this.#repeat.element,
      ...(suggests
        ? []
        : [
            fieldRow('place', t('place'), this.#place),
            fieldRow('notes', t('notes'), this.#notes),
            fieldRow('status', t('deadline'), this.#deadline.element),
          ]),
      this.#problem,
    );
    this.#title.value = title;
    // The title was typed in another sheet, so don't discard it without asking.
    this.#isTouched = title !== '';
    this.#place.value = place;
    this.#notes.value = notes;
    this.#add(times);
    return form;
  }

  /** @param {HTMLElement} dialog @param {AbortSignal} signal */
  #listen(dialog, signal) {
    const changed = () => this.#check();
    this.#model.changes.addEventListener('change', changed, { signal });
    for (const name of ['pointerdown', 'keydown'])
      dialog.addEventListener(
        name,
        () => this.#times.forEach(({ fields }) => fields.correctionSeen()),
        { capture: true },
      );
  }

  /** @param {Times} times */
  #add(times) {
    const fields = this.#model.makeTimes(times);
    const [clash, others] = [
      element('p', { class: 'conflict', dir: 'auto' }),
      element('p', { class: 'conflict others', dir: 'auto' }),
    ];
    const head = element('h3', {});
    const remove = iconButton('close', '', () => this.#remove(row));
    const row = element(
      'li',
      {},
      element('div', { class: 'time-head' }, head, remove),
      fields.element,
      element('div', { class: 'clashes', 'aria-live': 'polite' }, clash, others),
    );
    fields.element.addEventListener('start-changed', () => this.#check());
    this.#times.push({ fields, row, head, remove, clash, others });
    this.#list.append(row);
    this.#number();
    this.#check();
  }

  /** @param {HTMLElement} row */
  #remove(row) {
    const place = this.#times.findIndex((time) => time.row === row);
    this.#times.splice(place, 1);
    row.remove();
    this.#isTouched = true;
    this.#number();
    this.#check();
    const near = this.#times[place] ?? this.#times.at(-1);
    (near && this.#times.length > 1 ? near.remove : this.#more).focus();
  }

  /** Numbers the times. A single one has no number and can't be removed. */
  #number() {
    const isOne = this.#times.length < 2;
    this.#list.classList.toggle('several', !isOne);
    this.#more.disabled = this.#times.length >= timesMax;
    for (const [
      index,
      {
        head,
        remove,
        fields: { element: group },
      },
    ] of this.#times.entries()) {
      head.textContent = t('timeNumber', { n: index + 1 });
      remove.title = remove.ariaLabel = t('removeTime', { n: index + 1 });
      for (const [name, value] of [
        ['role', 'group'],
        ['aria-label', head.textContent],
      ]) {
        if (isOne) group.removeAttribute(String(name));
        else group.setAttribute(String(name), String(value));
      }
    }
  }

  /** Shows the user's conflicts beside each time, and who else is busy. */
  #check() {
    this.#send.disabled = !this.#model.suggests && this.#title.value.trim() === '';
    const [first] = this.#times;
    // `complete` leaves half-typed times alone.
    if (first) this.#repeat.start = first.fields.complete.start;
    for (const {
      fields: { complete },
      clash,
      others,
    } of this.#times) {
      // Setting the same text would make screen readers repeat it.
      for (const [line, text] of /** @type {[HTMLElement, string][]} */ ([
        [clash, this.#clash(complete)],
        [others, this.#others(complete)],
      ])) {
        if (line.textContent !== text) line.textContent = text;
      }
    }
  }

  /** @param {Times} times @returns {string} */
  #clash({ start, end }) {
    let found;
    try {
      found = this.#model.conflicts(
        start.slice(0, 10),
        conflictDays,
        start,
        end,
        this.#model.zone.on(start),
        this.#repeat.ruleFrom(start),
      );
    } catch {
      return '';
    }
    const [day] = found?.found ?? [];
    const [event] = day?.events ?? [];
    if (!found || !day || !event) return '';
    const when = event.allDay
      ? dateText(day.start.slice(0, 10), 'short')
      : `${dateText(day.start.slice(0, 10), 'short')} ${timeText(event.start)}`;
    return t('youHave', { title: titleOf(event), when, n: found.found.length });
  }

  /** @param {Times} times @returns {string} */
  #others(times) {
    try {
      const { zone, others } = this.#model;
      const { start } = times;
      const found = others(times, zone.on(start), this.#repeat.ruleFrom(start));
      return found ? busyText(found) : '';
    } catch {
      return '';
    }
  }

  /** @param {HTMLFormElement} form */
  async #submit(form) {
    const title = this.#title.value.trim();
    if (this.#send.disabled || showsUnreadable(form)) return;
    // An end that was just corrected has to be seen first.
    if (this.#times.filter(({ fields }) => fields.correctsEnd()).length > 0) return;
    const deadline = this.#model.deadlineOf(this.#deadline.value);
    this.#problem.textContent = deadlineProblem(deadline);
    if (this.#problem.textContent !== '') return;
    this.#send.disabled = true;
    // Two equal times count once.
    const chosen = new Map(
      this.#times.map(
        ({
          fields: {
            times: { start, end },
          },
        }) => [`${start} ${end}`, { start, end }],
      ),
    );
    const times = [...chosen.values()].map(({ start, end }) => ({
      start,
      end,
      zone: start.length === 10 ? '' : this.#model.zone.on(start),
      rule: this.#repeat.ruleFrom(start),
    }));
    /** @type {() => void} */
    let say = () => {};
    this.#problem.textContent = await failureOf(async () => {
      say = await this.#model.send({
        title,
        location: this.#place.value,
        notes: this.#notes.value,
        deadline,
        times,
      });
    }, this.#model.explain);
    this.#send.disabled = false;
    if (this.#problem.textContent !== '') return;
    endForm(form);
    say();
  }
}
