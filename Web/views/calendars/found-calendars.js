import { freeColor } from '../../components/form/color-picker.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * A calendar to choose. `note` says what is special about it, `isUnchosen` whether it isn't ticked
 * at first, and `calendar` is its id here if it has already been added.
 *
 * @typedef {{ name: string, color: string, note?: string, isUnchosen?: boolean, calendar?: string }}
 *   OfferedCalendar
 */

/**
 * @template {{ color?: string }} Found
 * @param {Found[]} found @param {string[]} used The colours in use here.
 * @returns {(Found & { color: string })[]} The calendars; those without a colour get a rarely used
 *   one.
 */
export function withColors(found, used) {
  const taken = [...used];
  return found.map((each) => {
    const color = each.color ?? freeColor(taken);
    taken.push(color);
    return { ...each, color };
  });
}

/**
 * The calendars of an account, to choose from. Those that have already been added can't be chosen.
 *
 * @template {OfferedCalendar} Offered
 */
export class FoundCalendars {
  element;
  /** @type {Map<Offered, { box: HTMLInputElement, about: HTMLElement }>} */
  #rows = new Map();

  /** @param {Offered[]} offered @param {() => void} chose */
  constructor(offered, chose) {
    this.element = element(
      'ul',
      { class: 'calendars found-calendars', 'aria-label': t('calendars') },
      ...offered.map((calendar) => this.#row(calendar, chose)),
    );
  }

  /** @param {Offered} calendar @param {() => void} chose */
  #row(calendar, chose) {
    const isHere = calendar.calendar !== undefined;
    const box = element('input', { type: 'checkbox', onchange: chose, disabled: isHere });
    box.checked = isHere || !calendar.isUnchosen;
    const about = element('small', { text: isHere ? t('isHere') : (calendar.note ?? '') });
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

  /** @returns {Offered[]} The calendars to add. */
  get chosen() {
    return [...this.#rows].flatMap(([calendar, { box }]) =>
      box.checked && calendar.calendar === undefined ? [calendar] : [],
    );
  }

  /** @param {boolean} isBusy Whether they're being added, so that the choice can't be changed. */
  set isBusy(isBusy) {
    for (const [{ calendar }, { box }] of this.#rows)
      box.disabled = isBusy || calendar !== undefined;
  }

  /** @param {Offered} calendar @param {string} id Its id here. */
  added(calendar, id) {
    calendar.calendar = id;
    this.#say(calendar, t('isAdded'), false);
  }

  /** @param {Offered} calendar @param {string} why */
  failed(calendar, why) {
    this.#say(calendar, why, true);
  }

  /** @param {Offered} calendar @param {string} text @param {boolean} isProblem */
  #say(calendar, text, isProblem) {
    const about = this.#rows.get(calendar)?.about;
    if (!about) return;
    about.textContent = text;
    about.className = isProblem ? 'form-problem' : '';
  }

  /** @returns {boolean} Whether there was a calendar left to choose, which now has the focus. */
  focus() {
    const free = [...this.#rows.values()].find(({ box }) => !box.disabled);
    free?.box.focus();
    return free !== undefined;
  }
}
