import { choiceField } from '../../components/form/choice-field.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { shortened } from '../../state/calendar-file-names.js';
import { canTakeBack, changeCount } from '../../state/file-import.js';
import { factsOf, nearestDay, sampleList } from './file-summary.js';
import { noteList, problemList } from './problem-list.js';
import { targetChoices } from './target-choices.js';

/** @typedef {import('../../state/calendar-files.js').CalendarFile} CalendarFile */

/** Values of the choice that aren't calendars. */
const [inNew, leftOut] = ['new', ''];

/** A calendar in an import: what it contains, where it goes, and the result. */
export class CalendarRow {
  element = element('li', { class: 'import-row' });
  name;
  /** The imports of this calendar, the last attempt last. */
  states = /** @type {ImportState[]} */ ([]);
  hasFailed = false;
  #calendar;
  /** The colour of the new calendar; empty if the file doesn't say and none is chosen yet. */
  #color = '';
  #found = /** @type {Inspection | null} */ (null);
  /** The calendars to choose from. */
  #calendars = /** @type {ListedCalendar[]} */ ([]);
  #choice = /** @type {ChoiceField | null} */ (null);
  #title = element('strong', { class: 'import-name', dir: 'auto' });
  #place = element('div', { class: 'import-place' });
  #more = element('div', { class: 'import-more' });

  /** @param {CalendarFile} calendar */
  constructor(calendar) {
    this.#calendar = calendar;
    this.name = calendar.name || t('calendar');
    this.#title.textContent = this.name;
    this.#say(t('importReadingRow'));
    this.element.append(this.#title, this.#place, this.#more);
  }

  get file() {
    return this.#calendar.file;
  }

  /** @returns {number} How many events there are to import, as the import counts them. */
  get events() {
    return this.#found && this.#found.events > 0 ? this.#found.series : 0;
  }

  /** @returns {boolean} Whether it's going to be imported. */
  get isChosen() {
    return this.events > 0 && this.#choice?.value !== leftOut;
  }

  /**
   * @param {Inspection} found
   * @param {{ calendars: ListedCalendar[], color: string, isHere: (calendar: Calendar) => boolean }}
   *   offered The calendars to choose from, the colour of a new one, and which calendar is the same
   *   as this one.
   * @param {() => void} chose
   */
  show(found, { calendars, color, isHere }, chose) {
    this.#found = found;
    this.#color = color;
    this.name = shortened(found.name) || this.name;
    this.#title.textContent = this.name;
    this.#tellContents(factsOf(found), found, [sampleList(found.sample)]);
    if (found.events === 0) {
      this.#say(t('importEmpty'));
      return;
    }
    // Events are imported into a calendar at another service only if the user chooses it.
    const here = calendars.find(
      (calendar) => calendar.name === this.name && !calendar.isElsewhere && isHere(calendar),
    );
    const choice = choiceField(
      [[inNew, t('newCalendar')], ...targetChoices(calendars), [leftOut, t('importLeaveOut')]],
      here?.id ?? inNew,
      { 'aria-label': t('importWhere', { name: this.name }) },
    );
    choice.addEventListener('change', () => {
      this.#paint();
      chose();
    });
    this.#choice = choice;
    this.#calendars = calendars;
    this.#paint();
    this.#place.replaceChildren(choice);
  }

  /** Shows the colour of the chosen calendar. */
  #paint() {
    const value = this.#choice?.value;
    const chosen = this.#calendars.find(({ id }) => id === value);
    this.element.dataset['color'] = chosen?.color ?? this.#color;
    this.element.classList.toggle('left-out', value === leftOut);
  }

  get color() {
    return this.#color;
  }

  set color(color) {
    this.#color = color;
    if (this.#choice) this.#paint();
  }

  /** @returns {string} The existing calendar that it goes into; empty for a new one. */
  get calendar() {
    const value = this.#choice?.value ?? inNew;
    return this.states.at(-1)?.calendar ?? (value === inNew ? '' : value);
  }

  /** @param {(id: string) => boolean} isThere Whether there is such a calendar. @returns {ImportTarget} */
  targetAmong(isThere) {
    const before = this.states.at(-1);
    if (before && isThere(before.calendar)) return { id: before.calendar, isNew: before.isNew };
    const value = this.#choice?.value ?? inNew;
    return value === inNew ? { name: this.name, color: this.#color } : { id: value };
  }

  /** @param {string} today @returns {string} The day of its events that is nearest to today. */
  nearestDay(today) {
    return this.#found ? nearestDay(this.#found, today) : '';
  }

  /** Shows that it's waiting for its turn, or that it's left out. */
  wait() {
    this.hasFailed = false;
    if (this.events > 0) this.#say(t(this.isChosen ? 'importWaiting' : 'importLeftOut'));
  }

  /** @returns {(state: ImportState) => void} Shows the progress of the import that begins now. */
  begin() {
    const bar = element('progress', { 'aria-label': this.name });
    const text = element('small', { text: t('importSending') });
    this.#place.replaceChildren(bar, text);
    this.element.scrollIntoView({ block: 'nearest' });
    let isFirst = true;
    return (state) => {
      if (isFirst) this.states.push(state);
      isFirst = false;
      const { done, total } = state;
      if (total === 0) return;
      bar.max = total;
      bar.value = done;
      text.textContent = t('importRunning', { done, total });
    };
  }

  /** @param {ImportState} state */
  finish(state) {
    const { added, updated, unchanged, dropped } = state.result ?? noResult;
    const parts = [
      t('importAdded', { n: added }),
      updated > 0 && t('importUpdated', { n: updated }),
      unchanged > 0 && t('importUnchanged', { n: unchanged }),
      dropped > 0 && t('importDropped', { n: dropped }),
    ];
    this.#say(parts.filter(Boolean).join(', '));
    const isStaying = changeCount(state) > 0 && !canTakeBack(state);
    this.#tellContents(factsOf(this.#found ?? nothingFound), state, [
      noteList(state.notes, !this.#calendar.isJoined),
      isStaying && element('p', { class: 'hint', text: t('importStays') }),
    ]);
  }

  /** @param {string} why */
  fail(why) {
    this.hasFailed = true;
    this.#place.replaceChildren(element('small', { class: 'form-problem', text: why }));
  }

  /** @param {string} text */
  #say(text) {
    this.#place.replaceChildren(element('small', { text }));
  }

  /**
   * @param {string} facts
   * @param {{ problems: Problem[], problemCount: number }} found
   * @param {(HTMLElement | false)[]} contents
   */
  #tellContents(facts, { problems, problemCount }, contents) {
    const wasOpen = this.#more.querySelector('details')?.open ?? false;
    const shown = contents.filter((each) => each && each.textContent);
    const line = [
      element('span', { text: facts }),
      problemCount > 0 &&
        element('span', { class: 'form-problem', text: t('importProblems', { n: problemCount }) }),
    ];
    this.#more.replaceChildren(
      shown.length > 0 || problemCount > 0
        ? element(
            'details',
            { open: wasOpen },
            element('summary', { class: 'import-facts' }, ...line),
            ...shown,
            problemList(problems, problemCount, !this.#calendar.isJoined),
          )
        : element('p', { class: 'import-facts' }, ...line),
    );
  }
}

const noResult = { added: 0, updated: 0, unchanged: 0, dropped: 0 };
const nothingFound = { series: 0, events: 0, repeating: 0, first: null, last: null };
