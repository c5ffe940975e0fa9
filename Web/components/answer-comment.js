import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';

/** The server takes 500 bytes; a UTF-16 unit, which `maxlength` counts, has at most three. */
const lettersMax = 166;

/**
 * @typedef {'same' | 'saved' | 'refused'} Kept Whether the comment was saved; 'same' if it's
 *   unchanged.
 */

/**
 * The comment on an answer. Enter, leaving the field, and giving an answer save it. A refused
 * comment stays in the field.
 */
export class AnswerComment {
  #send;
  #explain;
  #saved = '';
  /** Whether there is typed text that may not be saved yet. */
  #isTouched = false;
  /** @type {{ text: string, done: Promise<Kept> } | null} */
  #sending = null;
  #said = element('p', { class: 'hint', role: 'status' });
  #problem = element('p', { class: 'form-problem', role: 'alert' });
  #input = element('input', {
    type: 'text',
    maxlength: lettersMax,
    autocomplete: 'off',
    placeholder: t('comment'),
    oninput: () => {
      this.#isTouched = true;
      this.#said.textContent = this.#problem.textContent = '';
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Enter' || event.isComposing) return;
      event.preventDefault();
      void this.keep();
    },
  });
  element = element('div', { class: 'answer-comment' }, this.#input, this.#said, this.#problem);

  /**
   * @param {(comment: string, answer?: Answer) => Promise<import('../state/answers.js').Outcome>} send
   *   Without an answer, the earlier one stays.
   * @param {(error: unknown) => string} explain
   * @param {() => boolean} isAnswering Whether an answer's button is being pressed, so that the
   *   comment is sent with the answer.
   */
  constructor(send, explain, isAnswering) {
    this.#send = send;
    this.#explain = explain;
    this.#input.addEventListener('focusout', () => {
      if (!isAnswering()) void this.keep();
    });
  }

  /** @returns {string} */
  get #text() {
    return this.#input.value.trim();
  }

  /**
   * @returns {boolean} Whether a typed comment may be unsaved, so that an answer has to include it.
   */
  get isTouched() {
    return this.#isTouched;
  }

  /** @returns {string} What it says of the comment, once that is saved or waits. */
  get said() {
    return this.#said.textContent ?? '';
  }

  /**
   * Shows the saved comment, unless another one is being typed.
   *
   * @param {{ label: string, saved: string, isOver: boolean, isShown: boolean }} now
   */
  show({ label, saved, isOver, isShown }) {
    this.#saved = saved;
    if (!this.#isTouched && this.#text !== saved) this.#input.value = saved;
    this.#input.ariaLabel = label;
    this.#input.disabled = isOver && !this.#isTouched;
    this.element.hidden = !isShown && !this.#isTouched && saved === '';
  }

  /**
   * Saves the comment, if it's new or there's an answer.
   *
   * @param {Answer} [answer] A new answer to send along.
   * @returns {Promise<Kept>}
   */
  keep(answer) {
    const text = this.#text;
    if (!answer && this.#sending?.text === text) return this.#sending.done;
    if (!answer && text === this.#saved) this.#isTouched = false;
    if (!answer && !this.#isTouched) return Promise.resolve('same');
    const sending = { text, done: this.#sent(text, answer) };
    this.#sending = sending;
    void sending.done.then(() => {
      if (this.#sending === sending) this.#sending = null;
    });
    return sending.done;
  }

  /** @param {string} text @param {Answer | undefined} answer @returns {Promise<Kept>} */
  async #sent(text, answer) {
    this.#said.textContent = this.#problem.textContent = '';
    let outcome;
    try {
      outcome = await this.#send(text, answer);
    } catch (error) {
      this.#problem.textContent = this.#explain(error);
      // The page may already show the refused text as saved. No text is equal to this value, so the
      // text can be sent again.
      this.#saved = '\n';
      return 'refused';
    }
    if (this.#text === text) {
      this.#isTouched = false;
      this.#said.textContent = t(outcome === 'waits' ? 'commentWaits' : 'commentSaved');
    }
    return 'saved';
  }
}
