import { element } from '../../lib/dom.js';
import { t } from '../../lib/strings.js';

/** In the order in which they are offered. */
const answers = /** @type {const} */ (['yes', 'maybe', 'no']);
/** @type {Record<Answer, Message>} */
const words = { yes: 'answerYes', maybe: 'answerMaybe', no: 'answerNo' };

/** @param {Answer | null} answer @returns {string} */
export const wordOf = (answer) => t(answer ? words[answer] : 'noAnswer');

/**
 * The three answers beside each other; the one that was given is pressed.
 *
 * @param {string} label What is answered. @param {Answer | null} given @param {(answer: Answer) => void} give
 */
export function answerRow(label, given, give) {
  return element('div', { class: 'answers', role: 'group', 'aria-label': label }, ...answers.map((answer) => element('button', {
    type: 'button', class: `answer ${answer}`, 'aria-pressed': String(given === answer), text: wordOf(answer), onclick: () => give(answer),
  })));
}
