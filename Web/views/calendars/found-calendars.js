import { freeColor } from '../../components/form/color-picker.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** @typedef {FoundCalendar & { color: string }} ColoredCalendar */

/**
 * @param {FoundCalendar[]} found @param {string[]} used The colours in use here.
 * @returns {ColoredCalendar[]} Those without a colour get one that is used least.
 */
export function withColors(found, used) {
  const taken = [...used];
  return found.map((each) => {
    const color = each.color ?? freeColor(taken);
    taken.push(color);
    return { ...each, color };
  });
}

/** The calendars of an account, to choose from. Those that are here already stay as they are. */
export class FoundCalendars {
  element;
  /** @type {Map<ColoredCalendar, { box: HTMLInputElement, about: HTMLElement }>} */
  #rows = new Map();

  /** @param {ColoredCalendar[]} found @param {() => void} chose */
  constructor(found, chose) {
    this.element = element(
      'ul',
      { class: 'calendars found-calendars', 'aria-label': t('calendars') },
      ...found.map((calendar) => this.#row(calendar, chose)),
    );
  }

  /** @param {ColoredCalendar} calendar @param {() => void} chose */
  #row(calendar, chose) {
    const isHere = calendar.calendar !== undefined;
    const box = element('input', { type: 'checkbox', onchange: chose, disabled: isHere });
    box.checked = true;
    const about = element('small', {
      text: isHere ? t('isHere') : calendar.writable ? '' : t('readOnly'),
    });
    this.#rows.set(calendar, { box, about });
    return element(
      'li',
      { 'data-color': calendar.color },
      element(
        'label',
        {},
        box,
        element(
          'span',
          { class: 'entry-words' },
          element('span', { dir: 'auto', text: calendar.name }),
          about,
        ),
      ),
    );
  }

  /** @returns {ColoredCalendar[]} Those to add. */
  get chosen() {
    return [...this.#rows].flatMap(([calendar, { box }]) =>
      box.checked && calendar.calendar === undefined ? [calendar] : [],
    );
  }

  /** @param {boolean} isBusy Whether they're being added, so that the choice is made. */
  set isBusy(isBusy) {
    for (const [{ calendar }, { box }] of this.#rows)
      box.disabled = isBusy || calendar !== undefined;
  }

  /** @param {ColoredCalendar} calendar @param {string} id What it's called here. */
  added(calendar, id) {
    calendar.calendar = id;
    this.#say(calendar, t('isAdded'), false);
  }

  /** @param {ColoredCalendar} calendar @param {string} why */
  failed(calendar, why) {
    this.#say(calendar, why, true);
  }

  /** @param {ColoredCalendar} calendar @param {string} text @param {boolean} isProblem */
  #say(calendar, text, isProblem) {
    const about = this.#rows.get(calendar)?.about;
    if (!about) return;
    about.textContent = text;
    about.className = isProblem ? 'form-problem' : '';
  }

  focus() {
    for (const { box } of this.#rows.values()) if (!box.disabled) return box.focus();
  }
}
