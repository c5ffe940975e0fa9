import { colorPicker } from '../../components/color-picker.js';
import { field, select } from '../../components/field.js';
import { ask, openDialog } from '../../components/modal-dialog.js';
import { clock } from '../../lib/clock.js';
import { element } from '../../lib/dom.js';
import { ruleSentence } from '../../lib/rule-sentence.js';
import { t } from '../../lib/strings.js';
import { askScope } from './scope-dialog.js';
import { RepeatForm } from './repeat-form.js';
import { TimeFields } from './time-fields.js';

/** @param {EventDetail} event */
export function draftOf(event) {
  return {
    calendar: event.calendar, title: event.title, allDay: event.allDay ? '1' : '0', start: event.start, end: event.end,
    zone: event.zone ?? '', location: event.location, notes: event.notes, color: event.color, repeat: event.repeatText,
  };
}

/** The sheet in which an event is made, read, changed and deleted. */
export class EventSheet {
  #model;
  #subject;
  #initial;
  #isDone = false;
  #title;
  #calendar;
  #color;
  #place;
  #notes;
  #times;
  #repeat;
  #save = element('button', { type: 'submit', form: 'event-form', class: 'primary', text: t('save') });
  #close = () => {};

  /** @param {EventModel} model @param {EventSubject} subject @param {Draft} [typed] What had been typed before and was not saved. */
  constructor(model, subject, typed = subject.draft) {
    this.#model = model;
    this.#subject = subject;
    this.#initial = subject.draft;
    const { agenda } = model;
    const isAllDay = typed.allDay === '1';
    this.#title = element('input', {
      type: 'text', class: 'event-title', value: typed.title, placeholder: t('title'), 'aria-label': t('title'),
      maxlength: 1000, autocomplete: 'off',
    });
    this.#calendar = select(agenda.calendarList.map(({ id, name }) => [id, name]), typed.calendar);
    this.#color = colorPicker({ label: t('color'), value: typed.color, inherited: agenda.calendars.get(typed.calendar)?.color ?? 'blue' });
    this.#place = element('input', { type: 'text', value: typed.location, autocomplete: 'off' });
    this.#notes = element('textarea', { rows: 3, value: typed.notes });
    this.#times = new TimeFields({ allDay: isAllDay, start: typed.start, end: typed.end }, Math.min(22, clock.hour() + 1));
    this.#repeat = new RepeatForm({
      repeat: subject.event?.repeat ?? null, original: typed.repeat, start: typed.start, firstWeekday: model.settings.firstWeekday,
      ruleText: (form) => agenda.engine?.ruleText(form) ?? '',
      ruleTimes: (rule, start, limit) => this.#ruleTimes(rule, start, limit),
    });
  }

  open() {
    const { event } = this.#subject;
    const form = element('form', { id: 'event-form', class: 'event-form', novalidate: true },
      this.#title,
      this.#times.element,
      this.#zoneHint(),
      this.#repeat.element,
      field(t('calendar'), this.#calendar),
      field(t('color'), this.#color),
      field(t('place'), this.#place),
      field(t('notes'), this.#notes),
      event?.url ? field(t('link'), element('a', { href: safeLink(event.url), rel: 'noreferrer', target: '_blank', text: event.url })) : null,
      event ? element('button', { type: 'button', class: 'danger', text: t('delete'), onclick: () => this.#delete() }) : null);
    form.addEventListener('submit', (submitted) => {
      submitted.preventDefault();
      void this.#submit();
    });
    form.addEventListener('input', () => this.#check());
    this.#times.element.addEventListener('start-changed', (changed) => {
      this.#repeat.start = /** @type {CustomEvent} */ (changed).detail;
    });
    this.#calendar.addEventListener('change', () => {
      this.#color.inherited = this.#model.agenda.calendars.get(this.#calendar.value)?.color ?? 'blue';
    });
    const { close } = openDialog({
      title: event ? t('editEvent') : t('newEvent'), kind: 'sheet', action: this.#save, body: [form], mayClose: () => this.#mayClose(),
    });
    this.#close = close;
    this.#check();
    if (!event) this.#title.focus();
  }

  /**
   * @param {string} rule @param {string} start As the user's clock shows it. @param {number} limit
   * @returns {RuleTimes | null} By the clock of the event's own zone; without the times where that is another.
   */
  #ruleTimes(rule, start, limit) {
    const { event } = this.#subject;
    const { engine } = this.#model.agenda;
    const isOwn = event !== null && event.start === start && !event.allDay;
    const isForeign = Boolean(event?.zone) && event?.zone !== this.#model.zone;
    try {
      const said = engine?.ruleTimes(isOwn ? event.ownStart : start, (isOwn ? event.zone : '') ?? '', rule, limit) ?? null;
      return said && isForeign ? { ...said, times: [] } : said;
    } catch {
      return null;
    }
  }

  #zoneHint() {
    const zone = this.#subject.event?.zone;
    const isForeign = zone && zone !== this.#model.zone;
    return isForeign ? element('p', { class: 'hint', text: t('timeZone', { zone: zone.replaceAll('_', ' ') }) }) : null;
  }

  #check() {
    this.#save.disabled = this.#title.value.trim() === '';
  }

  #typed() {
    const { allDay, start, end } = this.#times.times;
    const needsZone = !allDay && this.#initial.allDay === '1';
    return {
      calendar: this.#calendar.value, title: this.#title.value.trim(), allDay: allDay ? '1' : '0', start, end,
      zone: needsZone ? this.#model.zone : this.#initial.zone, location: this.#place.value,
      notes: this.#notes.value, color: this.#color.value, repeat: this.#repeat.rule,
    };
  }

  /** @param {Draft} typed @returns {Partial<Draft>} What differs from how it stood. */
  #changes(typed) {
    return Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== this.#initial[/** @type {keyof Draft} */ (name)]));
  }

  async #mayClose() {
    if (this.#isDone || Object.keys(this.#changes(this.#typed())).length === 0) return true;
    return await ask({
      title: t('discardTitle'), text: t('discardText'),
      choices: [{ value: 'keep', label: t('keepEditing'), tone: 'primary' }, { value: 'discard', label: t('discard'), tone: 'danger' }],
    }) === 'discard';
  }

  async #submit() {
    if (this.#isDone || this.#title.value.trim() === '') return;
    const typed = this.#typed();
    const { event } = this.#subject;
    const reopen = () => new EventSheet(this.#model, this.#subject, typed).open();
    if (!event) return this.#finish(() => this.#model.edits.create(typed, reopen));
    const changes = withTimes(this.#changes(typed), typed);
    if (Object.keys(changes).length === 0) return this.#finish(() => null);
    const scope = event.repeats ? await this.#askScope('change', event, changes) : 'all';
    if (scope) this.#finish(() => this.#model.edits.change(event.key, scope, changes, reopen));
  }

  /** @param {'change' | 'delete'} what @param {EventDetail} event @param {Partial<Draft>} changes */
  #askScope(what, event, changes) {
    const { engine } = this.#model.agenda;
    const draft = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? '']));
    return askScope(what, event, (scope) => {
      // What a scope can't do, the core refuses.
      try {
        return (what === 'delete' ? engine?.deleteEffect(event.key, scope) : engine?.changeEffect(event.key, scope, draft)) ?? null;
      } catch {
        return null;
      }
    }, ({ text, start }) => {
      const said = engine?.ruleTimes(start, '', text, 0);
      return said ? ruleSentence(said, document.documentElement.lang) : text;
    });
  }

  async #delete() {
    const { event } = this.#subject;
    if (!event || this.#isDone) return;
    const scope = event.repeats ? await this.#askScope('delete', event, {}) : 'all';
    if (scope) this.#finish(() => this.#model.edits.delete(event.key, scope));
  }

  /** @param {() => unknown} edit Runs once, however often Save is pressed. */
  #finish(edit) {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#close();
    edit();
  }
}

/**
 * The two ends belong together: whoever changes one says both.
 *
 * @param {Partial<Draft>} changes @param {Draft} typed
 */
function withTimes(changes, typed) {
  const touches = changes.start !== undefined || changes.end !== undefined || changes.allDay !== undefined;
  return touches ? { ...changes, allDay: typed.allDay, start: typed.start, end: typed.end } : changes;
}

/** @param {string} url @returns {string} Only links that lead to a page or a letter. */
function safeLink(url) {
  return /^(https?|mailto|tel):/i.test(url) ? url : '#';
}
