import { DraftBlock } from '../../components/draft-block.js';
import { askToNotify, notificationText } from '../../components/form/notification-hint.js';
import { TextOffers } from '../../components/form/text-offers.js';
import { askDiscard, openDialog } from '../../components/modal-dialog.js';
import { placePopover } from '../../components/popover-position.js';
import { keepAboveKeyboard } from '../../dom/above-keyboard.js';
import { sign } from '../../dom/card-icons.js';
import { element, hear, tell } from '../../dom/element.js';
import { firstInFigures } from '../../i18n/reading/own-words.js';
import { reminderText } from '../../i18n/reminder-text.js';
import { capital, ruleSentence } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';
import { templatesFor } from '../../state/event-templates.js';
import { missingZonesAmong } from '../../state/missing-zones.js';
import { clock } from '../../time/clock.js';
import { occurrenceOf } from './draft-occurrence.js';
import { whenText } from './draft-words.js';
import { readQuickLine, takeTemplate } from './quick-add-draft.js';
import { QuickLineInput } from './quick-add-line.js';
import { quickLanguage } from './quick-language.js';
import { openDraft } from './unsaved-draft.js';
import { zoneTimesText } from './zone-field.js';

/** @type {Message[]} */
const examples = ['quickExample1', 'quickExample2', 'quickExample3', 'quickExample4'];

/**
 * Creates an event from one line of text, with a preview of the title, day, time, place and
 * repetition that are read from it.
 */
export class QuickSheet {
  #model;
  #base;
  #isDone = false;
  #end = new AbortController();
  #block;
  #line = new QuickLineInput();
  #input = this.#line.input;
  #preview = element('div', { id: 'quick-preview', class: 'quick-preview', role: 'status' });
  #save = element('button', { text: t('save') });
  #propose = /** @type {HTMLButtonElement | null} */ (null);
  #proposes = false;
  #close = () => {};
  /** @type {Set<string>} */
  #askedZones = new Set();
  /** @type {TakenTemplate | null} */
  #taken = null;
  #templates = new TextOffers(this.#input, {
    find: () => this.#offers(),
  });

  /**
   * @param {EventModel} model
   * @param {Draft} base Fills in what the line doesn't say.
   */
  constructor(model, base) {
    this.#model = model;
    this.#base = base;
    this.#block = new DraftBlock(model.agenda, this.#end.signal);
  }

  /**
   * @param {{ x: number, y: number, left?: number } | undefined} at Where the user pointed, or the
   *   right edge of a drawn event whose left edge is `left`; undefined centres the sheet.
   * @param {QuickGiven} [given]
   */
  open(at, given) {
    this.#input.value = given?.line || this.#model.drafts.line;
    this.#offer(given?.proposes ?? false);
    const form = element(
      'form',
      {
        id: 'quick-form',
        class: 'event-form rows titled',
        novalidate: true,
        oninput: () => this.#show(),
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          if (this.#proposes) this.#ask();
          else this.#create();
        },
      },
      element('div', { class: 'title-line' }, this.#line.element),
      this.#preview,
      this.#templates.list,
      at ? null : this.#help(),
    );
    const more = element('button', {
      type: 'button',
      class: 'quiet',
      text: t('allFields'),
      onclick: () => this.#finish((_, unsaved) => openDraft(this.#model, unsaved)),
    });
    const { dialog, close } = openDialog({
      title: t('quickAdd'),
      kind: 'quick',
      body: [form],
      foot: this.#foot(more),
      isModal: false,
      mayClose: () => this.#mayClose(),
      keep: () => this.#keep(),
      closed: () => this.#end.abort(),
    });
    this.#close = close;
    // A phone may end a page that it doesn't show, without a word.
    hear(
      document,
      'visibilitychange',
      () => document.visibilityState === 'hidden' && this.#keep(),
      this.#end.signal,
    );
    keepAboveKeyboard(dialog, this.#end.signal);
    // The focus stays in the line: without it the suggestions would close, and a button would move
    // away from under the press.
    dialog.addEventListener('mousedown', (event) => {
      if (event.target instanceof Element && event.target.closest('button, summary'))
        event.preventDefault();
    });
    this.#show();
    const place =
      this.#block.place ??
      (at && { left: at.left ?? at.x, right: at.x, top: at.y, bottom: at.y + 1 });
    if (place) placePopover(dialog, place);
    this.#input.focus();
    // Typing replaces a line that was left.
    if (!given?.line) this.#input.select();
  }

  /** Keeps the line for the next time. */
  #keep() {
    if (!this.#isDone) this.#model.drafts.line = this.#input.value.trim();
  }

  /**
   * @param {boolean} proposes In a group's view, whether Enter proposes or saves; the other gets
   *   a plain button.
   */
  #offer(proposes) {
    const group = this.#model.agenda.people.view;
    this.#proposes = proposes && group !== null;
    this.#propose = group && element('button', { text: t('proposeTo', { group: group.name }) });
    const [main, other] = this.#proposes
      ? [this.#propose, this.#save]
      : [this.#save, this.#propose];
    for (const [name, value] of [
      ['type', 'submit'],
      ['form', 'quick-form'],
      ['class', 'primary'],
    ])
      main?.setAttribute(name ?? '', value ?? '');
    for (const [name, value] of [
      ['type', 'button'],
      ['class', 'quiet'],
    ])
      other?.setAttribute(name ?? '', value ?? '');
    other?.addEventListener('click', () => {
      if (this.#proposes) this.#create();
      else this.#ask();
    });
  }

  /** @param {HTMLElement} more @returns {HTMLElement[]} The button that Enter presses is the last. */
  #foot(more) {
    if (!this.#propose) return [more, this.#save];
    return this.#proposes ? [more, this.#save, this.#propose] : [more, this.#propose, this.#save];
  }

  #create() {
    const draft = this.#draft();
    if (!draft?.title) return;
    if (this.#saysReminder(draft)) void askToNotify();
    this.#finish((said, unsaved) => this.#model.edits.create(said, unsaved));
  }

  /** @param {Draft} draft @returns {boolean} Whether the line says when to remind. */
  #saysReminder({ reminders }) {
    return reminders !== '' && reminders !== this.#base.reminders;
  }

  /** Opens the dialog for proposing the event to the group. */
  #ask() {
    const id = this.#model.agenda.people.view?.id;
    if (this.#draft()) this.#finish((draft) => tell(document, 'group-propose', { id, draft }));
  }

  #help() {
    return element(
      'details',
      { class: 'more-fields' },
      element('summary', { text: t('quickHelp') }),
      element('p', { class: 'hint', text: t('quickGrammar') }),
      element(
        'ul',
        { class: 'quick-examples' },
        ...examples.map((example) =>
          element(
            'li',
            {},
            element('button', {
              type: 'button',
              lang: quickLanguage(),
              text: t(example),
              onclick: () => {
                this.#input.value = t(example);
                this.#show();
                this.#input.focus();
              },
            }),
          ),
        ),
      ),
    );
  }

  /** @param {EventTemplate} template */
  #takeOver(template) {
    const { engine } = this.#model.agenda;
    const { line, taken } = takeTemplate(engine, this.#input.value, template, this.#reading);
    this.#input.value = line;
    this.#taken = taken;
    this.#show();
  }

  /** @returns {TextOffer[]} The offers; none if one was already taken. */
  #offers() {
    const title = this.#draft()?.title ?? '';
    return this.#taken?.template.title === title
      ? []
      : templatesFor(this.#model.agenda, title, (template) => this.#takeOver(template));
  }

  /** @returns {QuickReadingOptions} */
  get #reading() {
    return {
      base: this.#base,
      taken: this.#taken,
      today: this.#model.agenda.today,
      calendars: this.#model.agenda.calendarList,
      first: firstInFigures(),
      language: quickLanguage(),
    };
  }

  #read() {
    return readQuickLine(this.#model.agenda.engine, this.#input.value, this.#reading);
  }

  /** @returns {Draft | null} Null if the core can't read the line. */
  #draft() {
    return this.#read().draft;
  }

  #show() {
    const { draft, marks } = this.#read();
    this.#line.show(marks);
    this.#save.disabled = !draft || draft.title === '';
    if (this.#propose) this.#propose.disabled = draft === null;
    this.#preview.replaceChildren(
      ...(draft
        ? this.#previewOf(draft)
        : [element('p', { class: 'hint', text: t('quickUnread') })]),
    );
    const calendar = this.#model.agenda.calendars.get(draft?.calendar ?? this.#base.calendar);
    this.#preview.dataset['color'] = draft?.color || calendar?.color || 'blue';
    this.#learnZone(draft?.zone ?? '');
    if (!this.#end.signal.aborted)
      this.#block.show(draft && occurrenceOf(draft, this.#model), true);
  }

  /**
   * @param {string} zone A zone to load, so that the preview can show the times by the user's
   *   clock.
   */
  #learnZone(zone) {
    const { agenda } = this.#model;
    if (missingZonesAmong(agenda, [zone]).length === 0 || this.#askedZones.has(zone)) return;
    this.#askedZones.add(zone);
    agenda.loadZones([zone]).then(
      () => this.#show(),
      (error) => console.warn(error),
    );
  }

  /** @param {Draft} draft @returns {HTMLElement[]} */
  #previewOf(draft) {
    const { agenda } = this.#model;
    const allDay = draft.allDay === '1';
    const zoned =
      !allDay && draft.zone !== '' && missingZonesAmong(agenda, [draft.zone]).length === 0
        ? zoneTimesText(
            draft,
            draft.zone,
            (time, from) => agenda.engine?.zoneTime(time, from, '') ?? time,
          )
        : '';
    const said = draft.repeat ? agenda.engine?.ruleTimes(draft.start, '', draft.repeat, 0) : null;
    const calendar = agenda.calendars.get(draft.calendar);
    return [
      previewRow(
        element('span', { class: 'card-dot' }),
        draft.title || t('untitled'),
        draft.title ? 'quick-title' : 'quick-title missing',
      ),
      ...previewRows('clock', whenText(draft, agenda.today)),
      ...previewRows('zone', zoned),
      ...previewRows('repeat', said ? capital(ruleSentence(said)) : ''),
      ...previewRows('place', draft.location),
      ...previewRows('link', draft.url),
      ...previewRows('bell', this.#saysReminder(draft) ? remindersText(draft) : ''),
      ...this.#hints(draft),
      ...previewRows('tag', draft.categories.split('\n').join(', ')),
      ...previewRows('calendar', calendar?.name ?? ''),
    ];
  }

  /** @param {Draft} draft @returns {HTMLElement[]} Says whether the device can show the reminder. */
  #hints(draft) {
    const text = this.#saysReminder(draft) ? notificationText() : '';
    return text ? [element('p', { class: 'hint', text })] : [];
  }

  async #mayClose() {
    const isEmpty = this.#isDone || this.#input.value.trim() === '';
    if (!isEmpty && !(await askDiscard())) return false;
    this.#model.drafts.line = '';
    return true;
  }

  /**
   * @param {(draft: Draft, unsaved: TypedDraft) => void} then Runs only once, however often Save is
   *   pressed. `unsaved` is for opening the full sheet.
   */
  async #finish(then) {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#model.drafts.line = '';
    // The full sheet must also open for a line that can't be read.
    const draft = this.#draft() ?? { ...this.#base, title: this.#input.value.trim() };
    const { agenda } = this.#model;
    // Without the zone the core refuses the event, and the sheet opens again with the form's
    // contents.
    await agenda.loadZones([draft.zone]).catch(console.warn);
    this.#close();
    then(draft, { id: clock.uid(), key: '', before: { ...draft, title: '' }, typed: draft });
  }
}

/** @param {Draft} draft */
const remindersText = ({ reminders, allDay }) =>
  reminders
    .split('\n')
    .map((minutes) => reminderText(Number(minutes), allDay === '1'))
    .join(', ');

/**
 * @param {import('../../dom/card-icons.js').SignName} name Of the sign.
 * @param {string} text
 * @returns {HTMLElement[]} None if there's no text.
 */
const previewRows = (name, text) => (text ? [previewRow(sign(name), text)] : []);

/**
 * One fact of what is read from the line, as a row of the form.
 *
 * @param {Element} mark What stands before it. @param {string} text @param {string} [kind]
 */
function previewRow(mark, text, kind = '') {
  return element(
    'div',
    { class: 'row' },
    element('span', { class: 'row-sign' }, mark),
    element('p', { class: 'row-control' }, element('span', { class: kind, dir: 'auto', text })),
  );
}
