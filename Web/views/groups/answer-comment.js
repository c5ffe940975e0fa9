import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * The longest comment the server takes is 500 bytes; what counts as a letter here has at most
 * three.
 */
const lettersMax = 166;

/** @typedef {'same' | 'saved' | 'refused'} Kept */

/**
 * What is said along with an answer: kept by Enter, by leaving the field, and with the answer
 * itself. What is refused stays typed.
 */
export class AnswerComment {
  #send;
  #explain;
  #saved = '';
  /** Whether something is typed that is not known to be saved. */
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
   * @param {(comment: string, answer?: Answer) => Promise<unknown>} send Without an answer the one
   *   that was given stays.
   * @param {(error: unknown) => string} explain
   * @param {() => boolean} isAnswering Whether an answer is being pressed, which takes along what
   *   is typed.
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

  /** @returns {boolean} Whether something is typed that is not saved: an answer takes it along. */
  get isTouched() {
    return this.#isTouched;
  }

  /** @returns {boolean} Whether it says that something was saved. */
  get saysSaved() {
    return this.#said.textContent !== '';
  }

  /**
   * @param {{ label: string, saved: string, isOver: boolean, isShown: boolean }} now What is typed
   *   and not saved yet stays.
   */
  show({ label, saved, isOver, isShown }) {
    this.#saved = saved;
    if (!this.#isTouched && this.#text !== saved) this.#input.value = saved;
    this.#input.ariaLabel = label;
    this.#input.disabled = isOver && !this.#isTouched;
    this.element.hidden = !isShown && !this.#isTouched && saved === '';
  }

  /**
   * @param {Answer} [answer] What it is said along with, if that is another one.
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
    try {
      await this.#send(text, answer);
    } catch (error) {
      this.#problem.textContent = this.#explain(error);
      // What the page showed meanwhile is not what was saved.
      this.#saved = '\n';
      return 'refused';
    }
    if (this.#text === text) {
      this.#isTouched = false;
      this.#said.textContent = t('commentSaved');
    }
    return 'saved';
  }
}
