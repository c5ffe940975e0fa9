import { iconButton } from '../../components/icon-button.js';
import { tell } from '../../dom/element.js';
import { showPageTitle } from '../../dom/page-title.js';
import { t } from '../../i18n/strings.js';
import {
  addressOf,
  sectionList,
  sectionNamed,
  sectionOf,
  sectionRead,
  sectionTitle,
} from './settings-sections.js';

/** @typedef {import('./settings-sections.js').SectionName} SectionName */

/** On a phone, the list of sections and each section are screens of their own. */
const phone = matchMedia('(max-width: 37.49rem)');

/**
 * Where the user is in the settings: the section, its address and its mark in the list. The address
 * follows when the user scrolls, and the section follows Back, Forward and a link.
 */
export class SettingsPlace {
  /** The list of sections. */
  list;
  #rows;
  #form;
  #showAll;
  #mark;
  /** @type {HTMLDialogElement | null} */
  #dialog = null;
  /** @type {SectionName | ''} */
  #name = '';
  /** Where the column was scrolled to for a section that was chosen. */
  #chosenPx = -Infinity;
  #signal;
  #back = iconButton('back', t('settings'), () => this.up(), { class: 'settings-back' });

  /**
   * @param {HTMLElement} rows The column that scrolls. @param {HTMLElement} form Holds the sections.
   * @param {() => void} showAll Ends a search, which may hide the section.
   * @param {AbortSignal} signal
   */
  constructor(rows, form, showAll, signal) {
    this.#rows = rows;
    this.#form = form;
    this.#showAll = showAll;
    this.#signal = signal;
    const { list, mark } = sectionList((name) => this.go(name));
    this.list = list;
    this.#mark = mark;
    // Not after the end: the address of a section would open the settings again.
    rows.addEventListener('scroll', () => this.#scrolled(), { passive: true, signal });
    phone.addEventListener('change', () => this.show(), { signal });
  }

  /** @param {HTMLDialogElement} dialog The open settings. @param {() => void} close */
  start(dialog, close) {
    this.#dialog = dialog;
    this.close = close;
    dialog.querySelector('.dialog-head')?.prepend(this.#back);
    // After the listener of the dialogs, which keeps Back for a dialog that is open over this one.
    addEventListener('popstate', () => this.#returned(), { signal: this.#signal });
    const name = sectionOf(history.state?.page);
    this.#address(name ?? '');
    this.#arrive(name ?? '');
  }

  /** Closes the settings after Back. */
  close = () => {};

  /** @returns {boolean} Whether one section covers the screen, and the list is behind it. */
  get isDeep() {
    return phone.matches && this.#name !== '';
  }

  /** @param {SectionName} name */
  go(name) {
    this.#showAll();
    this.#address(name, phone.matches && !this.isDeep);
    this.#arrive(name);
  }

  /**
   * Shows the section with a control.
   *
   * @param {Element} control
   */
  showAround(control) {
    const name = sectionNamed(
      control.closest('.settings-section')?.getAttribute('data-section') ?? '',
    );
    if (!name) return;
    this.#address(name);
    this.#take(name);
  }

  /** Goes from a section back to the list, on a phone. */
  up() {
    // The list is the step before, unless an address or a command led to the section.
    if (history.state?.depth > 1) return history.back();
    this.#address('');
    this.#arrive('');
  }

  /** Shows the section again, after the rows were drawn anew or the window has another width. */
  show() {
    this.#take(this.#name);
  }

  /** @param {SectionName | ''} name @param {boolean} [isStep] */
  #address(name, isStep = false) {
    tell(document, 'page-opened', { page: addressOf(name), isStep });
  }

  /** @param {SectionName | ''} name */
  #section(name) {
    const found = this.#form.querySelector(`[data-section="${name}"]`);
    return found instanceof HTMLElement ? found : null;
  }

  /**
   * Shows a section and puts the focus there; without one, the list of sections or the first.
   *
   * @param {SectionName | ''} name
   */
  #arrive(name) {
    const before = this.#name;
    this.#take(name);
    const found = this.#section(name);
    if (!found) {
      this.#rows.scrollTop = 0;
      const link = this.list.querySelector(`[data-section="${before}"]`);
      if (before !== '' && link instanceof HTMLElement) link.focus();
      return;
    }
    found.scrollIntoView();
    this.#chosenPx = this.#rows.scrollTop;
    found.focus({ preventScroll: true });
  }

  /** @param {SectionName | ''} name */
  #take(name) {
    this.#name = name;
    const shown = name || 'general';
    this.#mark(shown);
    for (const each of this.#form.children)
      each.classList.toggle('current', each.getAttribute('data-section') === name);
    const title = this.isDeep ? sectionTitle(shown) : t('settings');
    const heading = this.#dialog?.querySelector('h2');
    if (heading) heading.textContent = title;
    this.#dialog?.classList.toggle('in-section', name !== '');
    showPageTitle(`${title} · ${t('appName')}`);
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.#rows;
    const isChosen = Math.abs(scrollTop - this.#chosenPx) < 2;
    if (phone.matches || isChosen || this.#form.querySelector('.not-found')) return;
    this.#chosenPx = -Infinity;
    const sections = /** @type {NodeListOf<HTMLElement>} */ (
      this.#form.querySelectorAll('.settings-section')
    );
    const index = sectionRead(
      [...sections].map(({ offsetTop }) => offsetTop - this.#rows.offsetTop),
      { scrollTop, scrollHeight, clientHeight },
    );
    const name = sectionNamed(sections[index]?.dataset['section']);
    if (!name || name === (this.#name || 'general')) return;
    this.#address(name);
    this.#take(name);
  }

  #returned() {
    const name = sectionOf(history.state?.page);
    if (name === null) return this.close();
    if (name !== this.#name) this.#arrive(name);
  }
}
