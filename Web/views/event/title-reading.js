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
 * Reads a time in the title of a new event, such as "Lunch fri 12:30", as quick add does, and shows
 * it in the form's own fields as one types: what they show is what Save saves. The fields follow the
 * title until somebody changes them by hand.
 */
export class TitleReading {
  #agenda;
  #initial;
  #fields;
  #renew;
  /** @type {Draft | null} */
  #typed = null;
  /**
   * What the title says as it is now; null if that's only a title.
   *
   * @type {Draft | null}
   */
  #read = null;
  /** Says what the title means; a press takes all of it over into the form. */
  #button = element('button', { type: 'button', class: 'quiet', onclick: () => this.#takeOver() });
  line = element('div', { class: 'title-read', role: 'status' });

  /**
   * @param {Pick<Agenda, 'engine' | 'today' | 'calendarList'>} agenda
   * @param {Draft} initial What the fields had at first.
   * @param {{ take: (times: Times) => void }} fields For the times.
   * @param {(draft: Draft) => void} renew Opens the form anew with what was read.
   */
  constructor(agenda, initial, fields, renew) {
    this.#agenda = agenda;
    this.#initial = initial;
    this.#fields = fields;
    this.#renew = renew;
  }

  /**
   * The title was changed.
   *
   * @param {Draft} typed What all fields have now.
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
    this.#button.textContent = this.#words(untouched);
    this.line.replaceChildren(...(this.#read ? [this.#button] : []));
  }

  #takeOver() {
    if (this.#typed) this.#renew(this.saved(this.#typed));
  }

  /** @param {Draft} typed @returns {Draft} What is saved. */
  saved(typed) {
    const read = this.#read;
    if (!read)
      return this.#isByHand(typed) ? typed : asTitleSays(this.#agenda, typed, this.#initial);
    // Times changed by hand after the title was read are another time for the same event.
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
 * What a new event is saved as: who wrote a time into its title, and left the fields for it as they
 * were, means that time.
 *
 * @param {Pick<Agenda, 'engine' | 'today' | 'calendarList'>} agenda
 * @param {Draft} typed @param {Draft} initial What the fields had at first.
 * @returns {Draft} The same object if it says no time.
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
