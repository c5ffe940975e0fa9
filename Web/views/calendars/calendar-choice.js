import { addExternalCalendar } from '../../api/external-calendars.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { externalCalendarProblem } from './external-calendar-state.js';
import { FoundCalendars, withColors } from './found-calendars.js';
import { sayProgress } from './reading-progress.js';

/**
 * The dialog in which calendars are chosen: its message, whether it's still open, and what it does
 * while calendars are being added and afterwards.
 *
 * @typedef {{
 *   said: HTMLElement,
 *   isOpen: () => boolean,
 *   close: () => void,
 *   busy?: (isBusy: boolean) => void,
 * }} ChoiceDialog
 */

/**
 * Calendars found elsewhere, some of which are chosen and then added.
 *
 * @template {Omit<import('./found-calendars.js').OfferedCalendar, 'color'> & { color?: string }} Found
 */
export class CalendarChoice {
  /** The button that adds the chosen calendars. */
  button = element('button', {
    type: 'button',
    class: 'primary',
    onclick: () => void this.#add(),
  });
  addedCount = 0;
  #agenda;
  #notices;
  #dialog;
  #request;
  #list;

  /**
   * @param {{ agenda: Agenda, notices: Notices }} page
   * @param {ChoiceDialog} dialog
   * @param {Found[]} found
   * @param {(calendar: Found & { color: string }) => Parameters<typeof
   *   import('../../api/external-calendars.js').addExternalCalendar>[0] & { kind: 'caldav' | 'google' }} request Returns
   *   the request to the server.
   */
  constructor({ agenda, notices }, dialog, found, request) {
    this.#agenda = agenda;
    this.#notices = notices;
    this.#dialog = dialog;
    this.#request = request;
    const used = [...agenda.ownCalendars, ...agenda.subscribedCalendars].map(({ color }) => color);
    /** @type {FoundCalendars<Found & { color: string }>} */
    this.#list = new FoundCalendars(withColors(found, used), () => this.#count());
    dialog.said.textContent = t('foundCalendars', { n: found.length });
    this.#count();
  }

  get element() {
    return this.#list.element;
  }

  /** @returns {boolean} Whether there's one left to choose, which then gets the focus. */
  focus() {
    return this.#list.focus();
  }

  #count() {
    const n = this.#list.chosen.length;
    this.button.textContent = t('addFound', { n });
    this.button.disabled = n === 0;
  }

  /** Adds them one after another, because the other service may not accept more at once. */
  async #add() {
    const { chosen } = this.#list;
    const { said, isOpen, busy } = this.#dialog;
    let addedNow = 0;
    busy?.(true);
    this.#list.isBusy = true;
    this.button.disabled = true;
    for (const each of chosen) {
      if (!isOpen()) break;
      said.textContent = t('addingFound', { name: each.name });
      const request = this.#request(each);
      try {
        const adding = addExternalCalendar(request);
        const name = said.textContent;
        sayProgress((text) => {
          said.textContent = `${name} ${text}`;
        }, adding);
        const { calendar } = await adding;
        this.#agenda.apply({ ...calendar, type: 'calendar' });
        this.#list.added(each, calendar.id);
        addedNow += 1;
      } catch (error) {
        this.#list.failed(each, externalCalendarProblem(error, request.kind));
      }
    }
    this.addedCount += addedNow;
    this.#list.isBusy = false;
    this.#count();
    busy?.(false);
    this.#tellAdded(addedNow, chosen.length);
  }

  /** @param {number} n @param {number} total */
  #tellAdded(n, total) {
    if (n < total && this.#dialog.isOpen()) {
      this.#dialog.said.textContent = t('addedSomeFound', { n, total });
      this.button.focus();
      return;
    }
    if (this.#dialog.isOpen()) this.#dialog.close();
    if (n > 0) this.#notices.show(t('addedFound', { n }));
  }
}
