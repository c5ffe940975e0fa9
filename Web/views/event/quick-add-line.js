import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * The input for a line of quick add. The parts that the core understood are marked under the text,
 * so that a misreading is seen while typing.
 */
export class QuickLineInput {
  input = element('input', {
    type: 'text',
    class: 'event-title',
    'aria-label': t('quickTitle'),
    placeholder: t('quickPlaceholder'),
    maxlength: 1000,
    autocomplete: 'off',
    enterkeyhint: 'done',
    'aria-describedby': 'quick-preview',
  });
  // The preview says the same in words, so the marks are only for the eye.
  #marked = element('div', { class: 'quick-marked', 'aria-hidden': 'true' });
  element = element('div', { class: 'quick-line' }, this.#marked, this.input);

  constructor() {
    // Moving the caret scrolls the input without an input event. Safari has no scroll event here.
    for (const type of ['scroll', 'keydown', 'pointermove', 'select', 'blur'])
      this.input.addEventListener(type, () => requestAnimationFrame(() => this.#follow()));
  }

  /** @param {LineMark[]} marks */
  show(marks) {
    this.#marked.replaceChildren(...markedPieces(this.input.value, marks));
    this.#follow();
  }

  #follow() {
    this.#marked.scrollLeft = this.input.scrollLeft;
  }
}

/**
 * @param {string} line @param {LineMark[]} marks
 * @returns {(string | HTMLElement)[]} The text of the line, with an element for each mark.
 */
function markedPieces(line, marks) {
  let end = 0;
  const pieces = marks.flatMap(({ from, to, kind }) => {
    const piece = [
      line.slice(end, from),
      element('mark', { 'data-kind': kind, text: line.slice(from, to) }),
    ];
    end = to;
    return piece;
  });
  return [...pieces, line.slice(end)];
}
