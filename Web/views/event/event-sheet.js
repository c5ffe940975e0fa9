import { DraftBlock } from '../../components/draft-block.js';
import { choiceField } from '../../components/form/choice-field.js';
import { fieldRow } from '../../components/form/field-row.js';
import { RepeatForm } from '../../components/form/repeat-form.js';
import { TextOffers } from '../../components/form/text-offers.js';
import { TimeFields } from '../../components/form/time-fields.js';
import { showsUnreadable } from '../../components/form/typed-field.js';
import { askDiscard, openDialog } from '../../components/modal-dialog.js';
import { markOpen } from '../../components/open-mark.js';
import { isNarrow, placePopover } from '../../components/popover-position.js';
import { busyOthers } from '../../core/free-time.js';
import { keepAboveKeyboard } from '../../dom/above-keyboard.js';
import { element, focusedIn, tell } from '../../dom/element.js';
import { placeOfDay, placeOfEvent } from '../../dom/place-on-screen.js';
import { busyText } from '../../i18n/busy-sentence.js';
import { t } from '../../i18n/strings.js';
import { templatesFor, withTemplate } from '../../state/event-templates.js';
import { clock } from '../../time/clock.js';
import { calendarField } from './calendar-field.js';
import { occurrenceOf } from './draft-occurrence.js';
import { changedElsewhereNote, settle } from './edit-conflict.js';
import { askDeletionScope, askScopeBeside } from './edit-scope.js';
import {
  byOwnClock,
  changesOf,
  changeToSend,
  draftOf,
  movingFields,
  toldCount,
} from './event-draft.js';
import { exportLinks } from './export-links.js';
import { GuestList } from './guest-list.js';
import { beginHalf } from './half-sheet.js';
import { MoreFields } from './more-fields.js';
import { OwnAnswer } from './own-answer.js';
import { ReminderList } from './reminder-list.js';
import { repeatOfRule } from './repeat-of-rule.js';
import { TitleReading } from './title-reading.js';
import { ZoneField } from './zone-field.js';

/** The sheet for creating, reading, changing and deleting an event. */
export class EventSheet {
  #model;
  #subject;
  #initial;
  #isDone = false;
  /** Whether what is typed is kept only because the page is out of sight. */
  #isAside = false;
  #reading;
  #end = new AbortController();
  #block;
  #title;
  #calendar;
  #place;
  #notes;
  #times;
  #zone;
  #repeat;
  #reminders;
  #guests;
  #guestRow;
  #more;
  /** @type {OwnAnswer | null} */
  #answers = null;
  #save = element('button', {
    type: 'submit',
    form: 'event-form',
    class: 'primary',
    text: t('save'),
  });
  #close = () => {};

  /**
   * @param {EventModel} model
   * @param {EventSubject} subject
   * @param {Draft} [typed] The form's contents from an earlier attempt that wasn't saved.
   */
  constructor(model, subject, typed = subject.draft) {
    this.#model = model;
    this.#block = new DraftBlock(model.agenda, this.#end.signal);
    this.#subject = { ...subject, draftID: subject.draftID ?? clock.uid() };
    this.#initial = subject.draft;
    const { agenda } = model;
    const { event } = subject;
    this.#title = element('input', {
      type: 'text',
      class: 'event-title',
      value: typed.title,
      placeholder: t('title'),
      'aria-label': t('title'),
      maxlength: 1000,
      autocomplete: 'off',
      enterkeyhint: 'done',
    });
    this.#calendar = choiceField(
      agenda.calendarList.map(({ id, name, color }) => [id, name, color]),
      typed.calendar,
    );
    this.#place = element('input', {
      type: 'text',
      value: typed.location,
      placeholder: t('placeOrLink'),
      autocomplete: 'off',
    });
    this.#notes = element('textarea', { rows: 1, value: typed.notes, placeholder: t('notes') });
    this.#times = new TimeFields(
      { allDay: typed.allDay === '1', start: typed.start, end: typed.end },
      Math.min(22, clock.hour() + 1),
      model.settings.values.defaultMinutes,
      event !== null,
    );
    this.#reading = new TitleReading(agenda, subject.draft, this.#times, this.#openWith);
    this.#zone = new ZoneField(
      typed.zone,
      model.zone,
      (time, from) => agenda.engine?.zoneTime(time, from, '') ?? time,
      (name) => agenda.loadZones([name]),
      event?.unknownZone ?? '',
    );
    const isSame =
      event !== null &&
      typed.repeat === subject.draft.repeat &&
      typed.start === subject.draft.start;
    this.#repeat = new RepeatForm({
      repeat: event
        ? (event.own ?? event).repeat
        : repeatOfRule(this.#ruleTimes(typed.repeat, typed.start, 0)?.words, typed.start),
      original: typed.repeat,
      next: isSame ? event.next : null,
      start: typed.start,
      firstWeekday: model.settings.firstWeekday,
      ruleText: (form) => agenda.engine?.ruleText({ ...form, zone: this.#zone.value }) ?? '',
      ruleTimes: (rule, start, limit) => this.#ruleTimes(rule, start, limit),
    });
    this.#reminders = new ReminderList(typed.reminders, typed.allDay === '1');
    this.#guests = new GuestList(
      typed.guests,
      agenda.people,
      () => agenda.engine?.earlierGuests() ?? [],
      event?.attendees ?? [],
    );
    this.#guestRow = fieldRow('person', t('guests'), this.#guests.element);
    this.#more = new MoreFields(typed, this.#calendarColor, this.#zone.element);
  }

  get #calendarColor() {
    return this.#model.agenda.calendars.get(this.#calendar.value)?.color ?? 'blue';
  }

  /** @returns {boolean} Whether the user may invite: to a new event of their own, or as its organizer. */
  get #invites() {
    const { event } = this.#subject;
    const isOwn = this.#model.agenda.calendars.get(this.#calendar.value)?.level === 'own';
    return isOwn && (event === null || event.decidesGuests);
  }

  /** @param {DialogOptions['kind']} [kind] */
  open(kind = 'sheet') {
    const { event } = this.#subject;
    const answers = (this.#answers =
      event && event.attendees.length > 0
        ? new OwnAnswer(this.#model, event, this.#end.signal)
        : null);
    const form = element(
      'form',
      { id: 'event-form', class: 'event-form rows titled', novalidate: true },
      event &&
        changedElsewhereNote(this.#model.agenda, this.#subject, {
          signal: this.#end.signal,
          isTouched: () => this.#isTouched,
          reopen: () => this.#renew(),
        }),
      this.#subject.isLeft && this.#leftNote(),
      element('div', { class: 'title-line' }, this.#title),
      event === null && this.#reading.line,
      ...(answers ? answers.undelivered : []),
      answers && answers.element,
      this.#times.element,
      this.#zone.hint,
      this.#repeat.element,
      event?.truncated && element('p', { class: 'hint', text: t('repeatsTooOften') }),
      ...calendarField(this.#model.agenda, this.#calendar, event?.calendar),
      this.#subject.hasLostCalendar && element('p', { class: 'hint', text: t('calendarLost') }),
      this.#guestRow,
      fieldRow('place', t('place'), this.#place),
      fieldRow('bell', t('reminders'), this.#reminders.element),
      fieldRow('notes', t('notes'), this.#notes),
      this.#more.element,
      answers && !this.#invites && answers.list,
      event && exportLinks(event, this.#model.zone.on(event.start)),
    );
    this.#listen(form);
    const { close, dialog } = openDialog({
      title: t(event ? 'editEvent' : 'newEvent'),
      kind,
      body: [form],
      foot: event
        ? [
            element('button', {
              type: 'button',
              class: 'danger',
              text: t('delete'),
              onclick: () => this.#delete(),
            }),
            element('button', {
              type: 'button',
              class: 'quiet',
              text: t('duplicate'),
              onclick: () => this.#duplicate(),
            }),
            this.#save,
          ]
        : [...this.#proposing(), this.#save],
      isModal: false,
      mayClose: () => this.#mayClose(),
      keep: () => this.#keep(),
      closed: () => this.#closed(),
    });
    this.#close = close;
    if (event) markOpen(event.key, this.#end.signal);
    else if (this.#title.value === '' && isNarrow()) beginHalf(dialog, form, this.#end.signal);
    this.#draw();
    this.#putBeside(dialog);
    keepAboveKeyboard(dialog, this.#end.signal);
    dialog.addEventListener('keydown', (event) => this.#saveByKey(dialog, event), {
      capture: true,
    });
    for (const name of ['pointerdown', 'keydown'])
      dialog.addEventListener(name, () => this.#times.correctionSeen(), { capture: true });
    this.#check();
    this.#zone.show(this.#times.complete);
    this.#startTyping(kind === 'sheet');
  }

  /**
   * Saves from any field with Ctrl or Cmd and Enter or S.
   *
   * @param {HTMLDialogElement} dialog @param {KeyboardEvent} event
   */
  #saveByKey(dialog, event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
    if (!(ctrlKey || metaKey) || altKey || shiftKey || isComposing) return;
    if (key !== 'Enter' && key.toLowerCase() !== 's') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    // A date or a time is read when its field is left.
    const focused = focusedIn(dialog);
    focused?.blur();
    if (!this.#save.disabled) this.#save.click();
    if (dialog.open) focused?.focus();
  }

  /** @param {boolean} selects Whether to select the title, so that typing replaces it. */
  #startTyping(selects) {
    // On a touch screen the keyboard would come up and cover the event.
    const isNew = this.#subject.event === null;
    if (!isNew && !matchMedia('(hover: hover)').matches) return;
    this.#title.focus();
    // A copy mostly gets another title.
    if (selects) this.#title.select();
    else this.#title.setSelectionRange(this.#title.value.length, this.#title.value.length);
    if (!isNew) return;
    new TextOffers(this.#title, {
      field: this.#title.parentElement ?? this.#title,
      find: (text) =>
        templatesFor(this.#model.agenda, text, (template) => this.#takeOver(template)),
    });
    this.#title.addEventListener('input', () => this.#reading.look(this.#typed()));
  }

  /**
   * @param {HTMLDialogElement} dialog The dialog, put beside the event or the day of a new event.
   */
  #putBeside(dialog) {
    const { event, draft } = this.#subject;
    const at = event
      ? placeOfEvent(event.key)
      : (this.#block.place ?? placeOfDay(draft.start.slice(0, 10)));
    if (at) placePopover(dialog, at);
  }

  /** Draws the event in the view where the form puts it, unless it's there already. */
  #draw() {
    if (this.#end.signal.aborted) return;
    const typed = this.#typed(this.#times.complete);
    const isNew = this.#subject.event === null;
    const changes = changesOf(typed, this.#initial);
    const isMoved = ['allDay', 'start', 'end', 'zone'].some((name) => name in changes);
    this.#block.show(isNew || isMoved ? occurrenceOf(typed, this.#model) : null, isNew);
    this.#guests.busy = this.#busyGuests(typed);
  }

  /** @param {Draft} typed @returns {string} Which new guests are busy then, as far as the user may see. */
  #busyGuests({ start, end, zone, repeat }) {
    const { engine, people } = this.#model.agenda;
    const { newMembers: members } = this.#guests;
    if (!engine || members.length === 0) return '';
    try {
      const at = zone || this.#model.zone.on(start);
      return busyText(busyOthers(engine, people, { members }, { start, end }, at, repeat));
    } catch {
      // A time or a rule is still being typed.
      return '';
    }
  }

  /** @param {Draft} draft Replaces what is typed, as if the form had stayed open. */
  #openWith = (draft) =>
    this.#finish(() => new EventSheet(this.#model, this.#subject, draft).open('sheet still'), true);

  /** @param {EventTemplate} template Times that the user has changed stay. */
  #takeOver(template) {
    const typed = this.#typed();
    const changes = changesOf(typed, this.#initial);
    const keepsTimes = movingFields.some((name) => name in changes);
    this.#openWith(withTemplate(typed, template, keepsTimes));
  }

  /** @returns {HTMLElement[]} In a group's view, a button that proposes the new event to it. */
  #proposing() {
    const group = this.#model.agenda.people.view;
    if (!group) return [];
    return [
      element('button', {
        type: 'button',
        class: 'quiet',
        text: t('proposeTo', { group: group.name }),
        onclick: () => {
          if (this.#isUnfinished) return;
          const draft = this.#typed();
          this.#finish(() => tell(document, 'group-propose', { id: group.id, draft }));
        },
      }),
    ];
  }

  /** @param {HTMLFormElement} form */
  #listen(form) {
    form.addEventListener('submit', (submitted) => {
      submitted.preventDefault();
      void this.#submit();
    });
    form.addEventListener('input', () => this.#check());
    for (const name of ['input', 'change', 'focusout', 'start-changed', 'zone-changed'])
      form.addEventListener(name, () => this.#draw());
    this.#times.element.addEventListener('start-changed', (changed) => {
      this.#repeat.start = /** @type {CustomEvent} */ (changed).detail;
    });
    for (const name of ['start-changed', 'change', 'focusout']) {
      this.#times.element.addEventListener(name, () => {
        this.#zone.show(this.#times.complete);
        const { allDay } = this.#times.complete;
        this.#reminders.allDay = allDay;
        if (this.#subject.event === null) this.#more.allDay = allDay;
      });
    }
    this.#zone.element.addEventListener('zone-changed', () =>
      this.#zone.show(this.#times.complete),
    );
    this.#calendar.addEventListener('change', () => {
      this.#more.inherited = this.#calendarColor;
      this.#check();
    });
    addEventListener(
      'beforeunload',
      (event) => {
        if (this.#isTouched) event.preventDefault();
      },
      { signal: this.#end.signal },
    );
    document.addEventListener('visibilitychange', () => this.#keepAside(), {
      signal: this.#end.signal,
    });
  }

  /** Keeps what is typed while the page is out of sight: a phone may end it without a word. */
  #keepAside() {
    const { drafts } = this.#model;
    const id = this.#subject.draftID ?? '';
    if (document.visibilityState === 'hidden') {
      this.#isAside = this.#isTouched && !drafts.list.some((draft) => draft.id === id);
      if (this.#isTouched)
        drafts.keep({ ...this.#unsaved(this.#typed()), text: this.#reason ?? '' });
    } else if (this.#isAside) drafts.remove(id);
  }

  /**
   * @param {string} rule
   * @param {string} start In the event's zone.
   * @param {number} limit
   * @returns {RuleTimes | null}
   */
  #ruleTimes(rule, start, limit) {
    try {
      const zone = start.length === 10 ? '' : this.#zone.value || this.#model.zone.on(start);
      return this.#model.agenda.engine?.ruleTimes(start, zone, rule, limit) ?? null;
    } catch {
      return null;
    }
  }

  #check() {
    this.#save.disabled = this.#title.value.trim() === '';
    this.#guestRow.hidden = !this.#invites;
    const told = toldCount(this.#typed(this.#times.complete), this.#initial);
    this.#save.textContent = told > 0 ? t('sendToGuests', { n: told }) : t('save');
  }

  /**
   * @param {Times} times The times of the form; `complete` ones leave an end that is being typed.
   * @returns {Draft}
   */
  #typed({ allDay, start, end } = this.#times.times) {
    return {
      calendar: this.#calendar.value,
      title: this.#title.value.trim(),
      allDay: allDay ? '1' : '0',
      start,
      end,
      zone: this.#zone.value,
      location: this.#place.value,
      notes: this.#notes.value,
      repeat: this.#repeat.rule,
      reminders: this.#reminders.value,
      guests: this.#invites ? this.#guests.value : this.#initial.guests,
      ...this.#more.typed,
    };
  }

  get #isTouched() {
    return !this.#isDone && Object.keys(changesOf(this.#typed(), this.#initial)).length > 0;
  }

  /** Whether a date or time can't be read, or was just corrected and has to be seen first. */
  get #isUnfinished() {
    const form = this.#title.closest('form');
    return (
      (form && showsUnreadable(form)) ||
      (this.#invites && this.#guests.showsUnreadable()) ||
      this.#times.correctsEnd()
    );
  }

  #mayClose() {
    return !this.#isTouched || askDiscard();
  }

  /** @param {Draft} typed What to keep until the event is saved. */
  #unsaved(typed) {
    const { event, draft: before, draftID: id = '' } = this.#subject;
    return { id, key: event?.key ?? '', before, typed };
  }

  /** @returns {string | undefined} What the inbox says of the draft that was opened: why it wasn't saved. */
  get #reason() {
    const { drafts } = this.#model;
    return drafts.list.find(({ id }) => id === this.#subject.draftID)?.text;
  }

  /** Keeps what is typed, and offers to open it again. */
  #keep() {
    if (!this.#isTouched) return;
    const unsaved = { ...this.#unsaved(this.#typed()), text: this.#reason ?? t('draftKept') };
    this.#isDone = true;
    this.#model.drafts.keep(unsaved);
    const text = keptText(unsaved, this.#model.drafts);
    tell(document, 'draft-kept', { draft: unsaved, text });
  }

  async #submit() {
    if (this.#isDone || this.#title.value.trim() === '' || this.#isUnfinished) return;
    const { event } = this.#subject;
    const { edits, agenda } = this.#model;
    const typed = event ? this.#typed() : this.#reading.saved(this.#typed());
    const unsaved = this.#unsaved(typed);
    if (!event) return this.#finish(() => edits.create(typed, unsaved), true);
    await this.#answers?.saved;
    const settled = await settle(this.#model, this.#subject, typed);
    if (!settled) return;
    const changes = changeToSend(settled.typed, settled.before, this.#model.zone);
    if (Object.keys(changes).length === 0) return this.#finish(() => null);
    const sheet = this.#title.closest('dialog');
    // The question draws itself what each choice would move.
    this.#block.show(null, false);
    const scope = event.repeats ? await askScopeBeside(this.#model, sheet, event, changes) : 'all';
    const shown = byOwnClock(agenda.engine, changes);
    const isOne = event.repeats && scope === 'this';
    const offered = { ...unsaved, isOne };
    if (scope) this.#finish(() => edits.change(event.key, scope, changes, offered, shown), true);
    else this.#draw();
  }

  /** @returns {HTMLElement} Says that changes were left in the form, and offers to discard them. */
  #leftNote() {
    const discard = element('button', {
      type: 'button',
      class: 'quiet',
      text: t('discard'),
      onclick: () => this.#renew(),
    });
    return element(
      'p',
      { class: 'meanwhile' },
      element('span', { text: t('changesLeft') }),
      discard,
    );
  }

  /** Opens the sheet again with the event as it is now. */
  #renew() {
    const { event } = this.#subject;
    const now = event && this.#model.agenda.engine?.event(event.key);
    if (now)
      this.#finish(() => new EventSheet(this.#model, { event: now, draft: draftOf(now) }).open());
  }

  async #delete() {
    const { event } = this.#subject;
    const { engine } = this.#model.agenda;
    if (!event || !engine || this.#isDone) return;
    const scope = event.repeats ? await askDeletionScope(engine, event) : 'all';
    if (scope) this.#finish(() => this.#model.edits.delete(event.key, scope));
  }

  /** Opens a new, single event with everything that is typed here. */
  #duplicate() {
    const typed = { ...this.#typed(), repeat: '', guests: '' };
    const blank = { ...typed, title: '' };
    const copy = { event: null, draft: blank, draftID: this.#subject.draftID };
    this.#finish(() => new EventSheet(this.#model, copy, typed).open(), true);
  }

  /**
   * @param {() => unknown} edit Runs only once, however often Save is pressed.
   * @param {boolean} [keepsDraft] Whether the form's contents may have to be offered again.
   */
  #finish(edit, keepsDraft = false) {
    if (this.#isDone) return;
    this.#isDone = true;
    if (!keepsDraft) this.#model.drafts.remove(this.#subject.draftID);
    this.#close();
    edit();
  }

  #closed() {
    this.#end.abort();
    if (!this.#isDone) this.#model.drafts.remove(this.#subject.draftID);
  }
}

/**
 * @param {TypedDraft} draft One whose form was left. @param {UnsavedDrafts} drafts
 * @returns {string} Whether the device keeps it, or just this page.
 */
function keptText({ id, typed: { title } }, drafts) {
  if (drafts.isStored(id)) return title ? t('draftKeptTitled', { title }) : t('draftKept');
  return title ? t('draftInPageTitled', { title }) : t('draftInPage');
}
