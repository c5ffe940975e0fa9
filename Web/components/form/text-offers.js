import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { FieldPopup } from './field-popup.js';
import { activeOf, markOption, optionAt, optionByArrow, optionsOf } from './listbox-options.js';

/** The fewest letters for which the list helps: with one, too many words match. */
const lettersMin = 2;

/**
 * Offers completions while a text is typed, such as an earlier event for a title (the
 * combobox pattern of WAI-ARIA). Arrow keys go through the list and Enter takes an option; typing
 * on ignores it.
 */
export class TextOffers {
  #input;
  #find;
  /** @type {TextOffer[]} */
  #offers = [];
  /** @type {FieldPopup | null} */
  #popup = null;
  list;

  /**
   * @param {HTMLInputElement} input
   * @param {TextOffersOptions} options With `field`, which contains the input, the list opens
   *   beside it. Otherwise the caller places `list`.
   */
  constructor(input, { field, find }) {
    this.#input = input;
    this.#find = find;
    const id = `text-offers-${document.querySelectorAll('.text-offers').length}`;
    this.list = element('ul', {
      id,
      class: 'text-offers',
      role: 'listbox',
      'aria-label': t('suggestions'),
      hidden: true,
    });
    for (const [name, value] of Object.entries({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-expanded': 'false',
    }))
      input.setAttribute(name, value);
    if (field) {
      field.append(this.list);
      this.#popup = new FieldPopup(field, this.list, () => this.#show([]));
    }
    input.addEventListener('input', () => this.look());
    // Capture the key before the form does: Enter may take an option.
    input.addEventListener('keydown', (event) => this.#pressed(event), { capture: true });
    input.addEventListener('blur', () => this.close());
    // Keep the focus in the text field.
    for (const name of ['pointerdown', 'mousedown'])
      this.list.addEventListener(name, (event) => event.preventDefault());
    this.list.addEventListener('click', ({ target }) => {
      const option = optionAt(target);
      if (option) this.#choose(option);
    });
  }

  /** Shows the offers that fit the present text. */
  look() {
    const text = this.#input.value.trim();
    this.#show(text.length < lettersMin && /^\p{ASCII}*$/u.test(text) ? [] : this.#find(text));
  }

  close() {
    if (this.#popup) this.#popup.close();
    else this.#show([]);
  }

  /** @param {TextOffer[]} offers */
  #show(offers) {
    this.#offers = offers;
    const isOpen = offers.length > 0;
    this.#input.ariaExpanded = String(isOpen);
    this.list.hidden = !isOpen;
    this.list.replaceChildren(...offers.map((offer, index) => this.#option(offer, index)));
    markOption(this.#input, this.list, null);
    if (isOpen) this.#popup?.open();
    else this.#popup?.close();
    if (isOpen) this.#popup?.place();
  }

  /** @param {TextOffer} offer @param {number} index */
  #option({ title, detail, color }, index) {
    return element(
      'li',
      { id: `${this.list.id}-${index}`, role: 'option', 'aria-selected': 'false' },
      element('span', {
        class: 'offer-title',
        dir: 'auto',
        'data-color': color,
        text: title,
      }),
      element('small', { dir: 'auto', text: detail }),
    );
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (this.#offers.length === 0 || event.isComposing) return;
    const active = activeOf(this.list);
    const next = optionByArrow(this.list, event.key);
    if (next) {
      markOption(this.#input, this.list, next);
      next.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && active) this.#choose(active);
    else if (event.key === 'Escape' && this.#popup) this.close();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** @param {HTMLElement} option */
  #choose(option) {
    const offer = this.#offers[optionsOf(this.list).indexOf(option)];
    this.close();
    offer?.take();
  }
}
