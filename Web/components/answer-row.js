import { element } from '../dom/element.js';
import { dateText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';
import { segments } from './form/segments.js';

/** The answers, in the order they are offered. */
const answers = /** @type {const} */ (['yes', 'maybe', 'no']);
/** @type {Record<Answer, Message>} */
const words = { yes: 'answerYes', maybe: 'answerMaybe', no: 'answerNo' };

/** @param {Answer | null} answer @returns {string} */
export const answerText = (answer) => t(answer ? words[answer] : 'noAnswer');

/**
 * The three answers side by side. The given one is pressed, and arrow keys move between them.
 *
 * @param {string} label What is answered.
 * @param {Answer | null} given
 * @param {(answer: Answer) => void} give
 * @param {boolean} [isOver] Whether answers are no longer taken.
 */
export function answerRow(label, given, give, isOver = false) {
  const buttons = answers.map((answer) =>
    element('button', {
      type: 'button',
      class: `answer ${answer}`,
      'aria-pressed': String(given === answer),
      'data-for': answer,
      disabled: isOver,
      text: answerText(answer),
      onclick: () => give(answer),
    }),
  );
  return element(
    'div',
    {
      class: 'answers',
      role: 'group',
      'aria-label': label,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key] ?? 0;
        const from = buttons.findIndex((button) => button === event.target);
        if (step === 0 || from < 0) return;
        event.preventDefault();
        const forward = document.dir === 'rtl' && event.key.match(/Left|Right/) ? -step : step;
        buttons[(from + forward + buttons.length) % buttons.length]?.focus();
      },
    },
    ...buttons,
  );
}

/**
 * Shows another answer in the same buttons, because a button must not vanish while a finger presses
 * it.
 *
 * @param {HTMLElement} row @param {Answer | null} given @param {boolean} isOver
 */
export function showAnswer(row, given, isOver) {
  for (const button of row.querySelectorAll('button')) {
    button.ariaPressed = String(button.dataset['for'] === given);
    button.disabled = isOver;
  }
}

/**
 * A choice whether the answer is for one date or for all of them.
 *
 * @param {string} start When that date's event starts.
 * @param {'this' | 'all'} scope
 * @param {(scope: 'this' | 'all') => void} choose
 */
export function answerScopes(start, scope, choose) {
  return segments({
    name: 'answer-scope',
    label: t('answerFor'),
    options: [
      ['this', t('onlyDate', { date: dateText(start, 'short') })],
      ['all', t('allDates')],
    ],
    value: scope,
    choose,
  });
}
