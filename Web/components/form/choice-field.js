import { element } from '../../dom/element.js';
import { drawn, icon } from '../../dom/icons.js';
import { t } from '../../i18n/strings.js';
import { FieldPopup } from './field-popup.js';
import { optionAt, optionsOf } from './listbox-options.js';

const marginPx = 8;
/** From the edge of the list to what an entry begins with: a border and two paddings. */
const insetPx = 13;
/** A list is at least this wide, unless its field is narrower. */
const listPx = 208;
/** How many entries Page Up and Page Down pass. */
const pageCount = 10;
/** Letters typed within this time of each other are one search. */
const typingMs = 600;
const tick = 'M4.5 10.5l3.5 3.5 7.5-8';
let madeCount = 0;

/**
 * The list of a choice, laid over its field so that the chosen entry is where the field is.
 */
class ListOverField extends FieldPopup {
  #button;
  /** Where the list is, seen from the field, if there's room for it there. */
  #from = { left: 0, top: 0 };

  /**
   * @param {HTMLElement} host @param {HTMLElement} list @param {HTMLElement} button
   * @param {() => void} closed
   */
  constructor(host, list, button, closed) {
    super(host, list, closed);
    this.#button = button;
  }

  /** @override @param {HTMLElement | null} [chosen] The entry to lay over the field. */
  open(chosen) {
    super.open();
    const list = this.element;
    const at = this.#button.getBoundingClientRect();
    const { direction, paddingInlineStart, borderInlineStartWidth } = getComputedStyle(
      this.#button,
    );
    // The entries begin where the words of the field do.
    const besidePx = parseFloat(paddingInlineStart) + parseFloat(borderInlineStartWidth) - insetPx;
    list.style.minInlineSize = `${Math.min(at.width, listPx)}px`;
    const place = chosen ? chosen.offsetTop + chosen.offsetHeight / 2 : list.offsetHeight / 2;
    this.#from = {
      left: direction === 'rtl' ? at.width - besidePx - list.offsetWidth : besidePx,
      top: at.height / 2 - place,
    };
    this.place();
    list.scrollTop = place - (at.top + at.height / 2 - list.getBoundingClientRect().top);
  }

  /** @override As near to the field as the window allows; never under a phone's keyboard. */
  place() {
    const at = this.#button.getBoundingClientRect();
    const view = globalThis.visualViewport;
    const topPx = (view?.offsetTop ?? 0) + marginPx;
    const bottomPx = topPx + (view?.height ?? innerHeight) - 2 * marginPx;
    const { style } = this.element;
    style.maxBlockSize = `${bottomPx - topPx}px`;
    const { offsetWidth: widthPx, offsetHeight: heightPx } = this.element;
    const left = Math.min(at.left + this.#from.left, innerWidth - widthPx - marginPx);
    const top = Math.min(at.top + this.#from.top, bottomPx - heightPx);
    style.left = `${Math.max(marginPx, left)}px`;
    style.top = `${Math.max(topPx, top)}px`;
  }
}

/**
 * One of several choices, in a menu of our own (the select-only combobox pattern of WAI-ARIA). It
 * has the `value`, the events and the keys of the browser's own, and the colours of calendars.
 */
class ChoiceMenu extends HTMLElement {
  /** @type {Choice[]} */
  #options = [];
  #value = '';
  /** @type {HTMLElement | null} The entry that Enter would take. */
  #marked = null;
  #typed = '';
  #typedMs = -Infinity;
  #text = element('bdi');
  #list;
  #popup;
  /** The element with the focus and the name. */
  button;

  /** @param {Choice[]} options @param {string} value @param {Record<string, any>} attributes */
  constructor(options, value, attributes) {
    super();
    madeCount += 1;
    const id = `choice-${madeCount}`;
    this.button = element(
      'button',
      {
        type: 'button',
        id,
        role: 'combobox',
        'aria-haspopup': 'listbox',
        'aria-expanded': 'false',
        'aria-controls': `${id}-list`,
        ...attributes,
        class: 'choice-button',
        onclick: () => (this.#popup.isOpen ? this.#popup.close() : this.#open()),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#pressed(event),
        // Some browsers press a button when the space bar is let go.
        onkeyup: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === ' ') event.preventDefault();
        },
        onblur: () => this.#popup.close(),
      },
      element('span', { class: 'choice-text' }, this.#text),
      icon('down'),
    );
    this.#list = element('ul', {
      id: `${id}-list`,
      class: 'choice-menu',
      role: 'listbox',
      'aria-label': t('choices'),
    });
    this.append(this.button, this.#list);
    this.#popup = new ListOverField(this, this.#list, this.button, () => {
      this.button.ariaExpanded = 'false';
      this.#mark(null);
      this.#list.replaceChildren();
    });
    // Keep the focus on the button.
    for (const name of ['pointerdown', 'mousedown'])
      this.#list.addEventListener(name, (event) => event.preventDefault());
    this.#list.addEventListener('pointermove', ({ target, pointerType }) => {
      if (pointerType === 'mouse') this.#mark(optionAt(target) ?? this.#marked);
    });
    this.#list.addEventListener('click', ({ target }) => this.#choose(optionAt(target)));
    this.#options = options;
    this.value = value;
  }

  get value() {
    return this.#value;
  }

  set value(value) {
    this.#value = value;
    const chosen = this.#options.find(([each]) => each === value);
    this.button.value = value;
    this.#text.textContent = chosen?.[1] ?? '';
    if (chosen?.[2]) this.button.dataset['color'] = chosen[2];
    else delete this.button.dataset['color'];
    if (this.#popup.isOpen) this.#fill();
  }

  /** @param {Choice[]} options What there is to choose from; the value stays. */
  set options(options) {
    this.#options = options;
    this.value = this.#value;
  }

  /** @param {string} name What screen readers call it. */
  set label(name) {
    this.button.setAttribute('aria-label', name);
  }

  /** @override */
  focus() {
    this.button.focus();
  }

  #fill() {
    this.#list.replaceChildren(
      ...this.#options.map(([value, text, color], index) =>
        element(
          'li',
          {
            id: `${this.#list.id}-${index}`,
            role: 'option',
            'aria-selected': String(value === this.#value),
            'data-value': value,
            'data-color': color,
          },
          element('span', { class: 'choice-text' }, element('bdi', { text })),
          value === this.#value && drawn(tick),
        ),
      ),
    );
  }

  #open() {
    // Not every browser focuses a button that is pressed.
    this.button.focus();
    this.#fill();
    const chosen = this.#list.querySelector('[aria-selected="true"]');
    const option = chosen instanceof HTMLElement ? chosen : null;
    this.button.ariaExpanded = 'true';
    this.#popup.open(option);
    this.#mark(option ?? optionsOf(this.#list)[0] ?? null);
  }

  /** @param {HTMLElement | null} option */
  #mark(option) {
    this.#marked?.classList.remove('marked');
    this.#marked = option;
    option?.classList.add('marked');
    if (option) this.button.setAttribute('aria-activedescendant', option.id);
    else this.button.removeAttribute('aria-activedescendant');
  }

  /** @param {HTMLElement | null} option */
  #choose(option) {
    const value = option?.dataset['value'];
    if (value === undefined) return;
    this.#popup.close();
    if (value === this.#value) return;
    this.value = value;
    for (const name of ['input', 'change']) this.dispatchEvent(new Event(name, { bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey || event.isComposing) return;
    if (key === 'Tab') return this.#choose(this.#marked);
    const { isOpen } = this.#popup;
    if (isOpen && key === 'Escape') this.#popup.close();
    else if (isOpen && (key === 'Enter' || (altKey && key === 'ArrowUp')))
      this.#choose(this.#marked);
    else if (key === ' ' && !this.#isTyping(event)) {
      if (isOpen) this.#choose(this.#marked);
      else this.#open();
    } else if (!this.#walk(event) && !this.#search(event)) return;
    // The page has commands on these keys, and Escape would close a surrounding dialog.
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {KeyboardEvent} event @returns {boolean} Whether it's a key that opens the list or leads
   *   to another entry.
   */
  #walk({ key }) {
    const last = this.#options.length - 1;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: pageCount, PageUp: -pageCount }[key];
    const to = { Home: 0, End: last }[key];
    if (key !== 'Enter' && steps === undefined && to === undefined) return false;
    const wasOpen = this.#popup.isOpen;
    if (!wasOpen) this.#open();
    if (to !== undefined) this.#reach(to);
    else if (wasOpen) this.#reach(Math.max(0, Math.min(this.#place + (steps ?? 0), last)));
    return true;
  }

  get #place() {
    return this.#marked ? optionsOf(this.#list).indexOf(this.#marked) : 0;
  }

  /** @param {number} place */
  #reach(place) {
    this.#mark(optionsOf(this.#list)[place] ?? null);
    this.#marked?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {KeyboardEvent} event */
  #isTyping({ timeStamp }) {
    return this.#typed !== '' && timeStamp - this.#typedMs < typingMs;
  }

  /**
   * Goes to the next entry that begins with what is typed.
   *
   * @param {KeyboardEvent} event @returns {boolean} Whether a letter was typed.
   */
  #search(event) {
    if (event.key.length !== 1 || event.altKey) return false;
    if (!this.#popup.isOpen) this.#open();
    this.#typed = (this.#isTyping(event) ? this.#typed : '') + event.key.toLowerCase();
    this.#typedMs = event.timeStamp;
    // The same letter again goes on to the next entry that begins with it.
    const isRepeated = [...this.#typed].every((letter) => letter === event.key.toLowerCase());
    const wanted = isRepeated ? event.key.toLowerCase() : this.#typed;
    const start = this.#place + (isRepeated ? 1 : 0);
    const texts = this.#options.map(([, text]) => text.toLowerCase());
    const order = texts.map((_, index) => (start + index) % texts.length);
    const found = order.find((index) => texts[index]?.startsWith(wanted));
    if (found !== undefined) this.#reach(found);
    return true;
  }
}

customElements.define('choice-field', ChoiceMenu);

/**
 * @param {Choice[]} options @param {string} value
 * @param {Record<string, any>} [rest] Attributes of the button; `onchange` listens to the field.
 * @returns {ChoiceField}
 */
export function choiceField(options, value, rest = {}) {
  const { onchange, ...attributes } = rest;
  const made = new ChoiceMenu(options, value, attributes);
  if (onchange) made.addEventListener('change', onchange);
  return made;
}
