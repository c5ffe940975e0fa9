import { element } from '../../dom/element.js';
import { firstInFigures } from '../../i18n/reading/own-words.js';
import { ruleSentence } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';
import { cityOf } from '../../i18n/zone-names.js';
import { whenText } from './draft-words.js';
import { changesOf, movingFields } from './event-draft.js';
import { readQuickLine } from './quick-add-draft.js';
import { quickLanguage } from './quick-language.js';

/** @param {Draft} draft @returns {Times} */
const timesOf = ({ allDay, start, end }) => ({ allDay: allDay === '1', start, end });

/**
 * Reads a time in the title of a new event, such as "Lunch fri 12:30", as quick add does. It shows
 * the time in the form's own fields during typing, because Save saves what they show. The fields
 * follow the title until they are changed by hand.
 */
export class TitleReading {
  #agenda;
  #initial;
  #fields;
  #renew;
  /** @type {Draft | null} */
  #typed = null;
  /**
   * What the present title says; null if it's only a title.
   *
   * @type {Draft | null}
   */
  #read = null;
  /** The button that says what the title means, and applies it to the form. */
  #button = element('button', { type: 'button', class: 'quiet', onclick: () => this.#takeOver() });
  line = element('div', { class: 'title-read', role: 'status' });

  /**
   * @param {Pick<Agenda, 'engine' | 'today' | 'calendarList'>} agenda
   * @param {Draft} initial The initial values of the fields.
   * @param {{ take: (times: Times) => void }} fields The fields for the times.
   * @param {(draft: Draft) => void} renew Opens the form again with what was read.
   */
  constructor(agenda, initial, fields, renew) {
    this.#agenda = agenda;
    this.#initial = initial;
    this.#fields = fields;
    this.#renew = renew;
  }

  /**
   * Reads the title after a change.
   *
   * @param {Draft} typed The present values of all fields.
   */
  look(typed) {
    this.#typed = typed;
    if (this.#isByHand(typed)) {
      this.#read = null;
      this.line.replaceChildren();
      return;
    }
    const before = this.#shown;
    const untouched = { ...typed, ...pick(this.#initial) };
    const read = asTitleSays(this.#agenda, untouched, this.#initial);
    this.#read = read === untouched ? null : read;
    if (JSON.stringify(pick(this.#shown)) !== JSON.stringify(pick(before)))
      this.#fields.take(timesOf(this.#shown));
    // By now, the fields show the times that were read from the title.
    this.#typed = { ...typed, ...pick(this.#shown) };
    this.#button.textContent = this.#words(untouched);
    this.line.replaceChildren(...(this.#read ? [this.#button] : []));
  }

  #takeOver() {
    if (this.#typed) this.#renew(this.saved(this.#typed));
  }

  /** @param {Draft} typed @returns {Draft} The draft to save. */
  saved(typed) {
    const read = this.#read;
    if (!read)
      return this.#isByHand(typed) ? typed : asTitleSays(this.#agenda, typed, this.#initial);
    // If the times were changed by hand after the title was read, they replace those of the title.
    const times = this.#isByHand(typed) ? pick(typed) : pick(read);
    const filled = changesOf(typed, this.#initial);
    return { ...read, ...filled, ...times, title: read.title };
  }

  /**
   * What the fields for the times show unless they were changed by hand. A time in another zone
   * isn't shown in them.
   */
  get #shown() {
    return this.#read && this.#read.zone === this.#initial.zone ? this.#read : this.#initial;
  }

  /** @param {Draft} typed */
  #isByHand(typed) {
    const changes = changesOf(typed, { ...this.#initial, ...pick(this.#shown) });
    return movingFields.some((name) => name in changes);
  }

  /** @param {Draft} untouched @returns {string} */
  #words(untouched) {
    const read = this.#read;
    if (!read) return '';
    const rule = read.repeat !== untouched.repeat && read.repeat;
    const said = rule ? this.#agenda.engine?.ruleTimes(read.start, '', rule, 0) : null;
    const isElsewhere = read.zone !== untouched.zone;
    return [
      t('titleBecomes', { title: read.title }),
      isElsewhere && `${whenText(read, this.#agenda.today)} (${cityOf(read.zone)})`,
      said && ruleSentence(said),
      read.location !== untouched.location && read.location,
    ]
      .filter(Boolean)
      .join(' · ');
  }
}

const pick = (/** @type {Draft} */ { allDay, start, end }) => ({ allDay, start, end });

/**
 * The event to save: if there's a time in its title and the fields for it weren't touched, the
 * title's time counts.
 *
 * @param {Pick<Agenda, 'engine' | 'today' | 'calendarList'>} agenda
 * @param {Draft} typed @param {Draft} initial What the fields had at first.
 * @returns {Draft} The same object if the title says no time.
 */
function asTitleSays(agenda, typed, initial) {
  const changes = changesOf(typed, initial);
  if (movingFields.some((name) => name in changes)) return typed;
  const { draft, marks } = readTitle(agenda, typed.title, typed);
  const hasTime = marks.some(({ kind }) => kind === 'time');
  return draft && hasTime && draft.title !== '' ? draft : typed;
}

/**
 * @param {Pick<Agenda, 'engine' | 'today' | 'calendarList'>} agenda @param {string} line
 * @param {Draft} base
 */
const readTitle = (agenda, line, base) =>
  readQuickLine(agenda.engine, line, {
    base,
    today: agenda.today,
    calendars: agenda.calendarList,
    first: firstInFigures(),
    language: quickLanguage(),
  });
