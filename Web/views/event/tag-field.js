import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * Categories as labels; Enter or a comma adds one, a click removes it. `value` has one per line.
 */
export class TagField {
  element = element('div', { class: 'tags' });
  #tags;
  #input = element('input', {
    type: 'text',
    'aria-label': t('categories'),
    placeholder: t('addCategory'),
    maxlength: 200,
    autocomplete: 'off',
  });

  /** @param {string} value */
  constructor(value) {
    this.#tags = value === '' ? [] : value.split('\n');
    this.#input.addEventListener('keydown', (event) => this.#key(event));
    this.#input.addEventListener('input', () => {
      if (this.#input.value.includes(',')) this.#take();
    });
    this.#show();
  }

  /** Includes what is typed but not added yet, so that nothing gets lost. */
  get value() {
    return [...new Set([...this.#tags, this.#typed()].filter((tag) => tag !== ''))].join('\n');
  }

  #typed() {
    return this.#input.value.replaceAll(',', ' ').trim();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Enter' && this.#typed() !== '') {
      event.preventDefault();
      this.#take();
    } else if (event.key === 'Backspace' && this.#input.value === '')
      this.#drop(this.#tags.length - 1);
  }

  #take() {
    this.#tags = this.value === '' ? [] : this.value.split('\n');
    this.#input.value = '';
    this.#show();
    this.#input.focus();
  }

  /** @param {number} index */
  #drop(index) {
    this.#tags = this.#tags.filter((_, other) => other !== index);
    this.#show();
    this.#input.focus();
    this.element.dispatchEvent(new Event('input', { bubbles: true }));
  }

  #show() {
    this.element.replaceChildren(
      ...this.#tags.map((tag, index) =>
        element('button', {
          type: 'button',
          class: 'tag',
          'aria-label': t('removeCategory', { name: tag }),
          text: tag,
          onclick: () => this.#drop(index),
        }),
      ),
      this.#input,
    );
  }
}
