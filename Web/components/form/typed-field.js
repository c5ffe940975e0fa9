import { element } from '../../dom/element.js';

let madeCount = 0;

/**
 * The common part of date and time fields: an input whose text is read as it's typed, and rewritten
 * in the locale's way when the field is left. Text that can't be read stays, with a sentence that
 * says so. `value` and the events are like those of the browser's own fields.
 */
export class TypedField extends HTMLElement {
  #value = '';
  /** The value at the last `change` event. */
  #told = '';
  #isTyping = false;
  #problem;
  input;

  /** @param {TypedFieldOptions} options */
  constructor({ label, value = '', required = false, ...rest }) {
    super();
    madeCount += 1;
    const id = `typed-field-${madeCount}`;
    this.#problem = element('small', {
      id: `${id}-problem`,
      class: 'field-problem',
      role: 'alert',
    });
    this.input = element('input', {
      type: 'text',
      id,
      'aria-label': label,
      'aria-describedby': this.#problem.id,
      'aria-required': required && 'true',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      maxlength: 100,
      ...rest,
    });
    this.append(this.input);
    this.input.addEventListener('input', () => this.#typed());
    this.input.addEventListener('focus', () => this.input.select());
    // Fire one `change` from the field itself, after the text was read and rewritten.
    this.input.addEventListener('change', (event) => {
      event.stopPropagation();
      this.commit();
    });
    this.input.addEventListener('blur', () => this.commit());
    this.input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.isComposing) this.commit();
    });
    this.value = value;
  }

  connectedCallback() {
    this.append(this.#problem);
  }

  /** The value that was read; empty while the text is empty or can't be read. */
  get value() {
    return this.#value;
  }

  set value(value) {
    this.#isTyping = false;
    this.#told = value;
    this.#take(value);
    this.input.value = this.textOf(value);
    this.#say('');
  }

  get isUnreadable() {
    return this.#value === '' && this.input.value.trim() !== '';
  }

  /** @param {boolean} isDisabled */
  set disabled(isDisabled) {
    this.input.disabled = isDisabled;
    if (isDisabled) this.#say('');
  }

  /** @override */
  focus() {
    this.input.focus();
  }

  /** @param {string} value A value that was picked rather than typed. */
  pick(value) {
    this.#isTyping = true;
    this.#take(value);
    this.input.value = this.textOf(value);
    this.commit();
  }

  /** Rewrites the text in the locale's way, or says that it can't be read. */
  commit() {
    if (!this.#isTyping) return;
    this.#isTyping = false;
    if (this.isUnreadable) this.#say(this.unreadableText);
    else {
      this.input.value = this.textOf(this.#value);
      this.#say('');
    }
    if (this.#told !== this.#value || this.isUnreadable) this.#tell();
  }

  #tell() {
    this.#told = this.#value;
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #typed() {
    this.#isTyping = true;
    const text = this.input.value.trim();
    this.#take(text === '' ? '' : this.read(text));
    if (!this.isUnreadable) this.#say('');
    // Nothing can follow a complete date or time in figures, for example after pasting or autofill.
    if (text === this.#value && text !== '' && text !== this.#told) this.#tell();
  }

  /** @param {string} value */
  #take(value) {
    this.#value = value;
    this.input.dataset['value'] = value;
  }

  /** @param {string} problem */
  #say(problem) {
    if (this.#problem.textContent !== problem) this.#problem.textContent = problem;
    if (problem === '') this.input.removeAttribute('aria-invalid');
    else this.input.setAttribute('aria-invalid', 'true');
    this.input.setCustomValidity(problem);
  }

  /** @param {string} _text @returns {string} */
  read(_text) {
    return '';
  }

  /** @param {string} value @returns {string} */
  textOf(value) {
    return value;
  }

  get unreadableText() {
    return '';
  }
}

/**
 * Focuses the first field whose text can't be read, so that what is saved is what the user sees.
 *
 * @param {Element} form @returns {boolean} Whether there is one.
 */
export function showsUnreadable(form) {
  const invalid = form.querySelector(
    ':is(date-field, time-field):not([hidden]) > input[aria-invalid="true"]',
  );
  if (invalid instanceof HTMLElement) invalid.focus();
  return invalid !== null;
}
