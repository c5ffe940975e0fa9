import { sign } from '../../dom/card-icons.js';
import { element } from '../../dom/element.js';

let madeCount = 0;

/**
 * One row of a quiet form: a sign, and a control whose name only screen readers get.
 *
 * @param {import('../../dom/card-icons.js').SignName} name Of the sign.
 * @param {string} label @param {HTMLElement} control
 * @param {...(Node | null)} more What else the row has.
 */
export function fieldRow(name, label, control, ...more) {
  if (control.matches('choice-field')) Object.assign(control, { label });
  else if (isTextField(control)) {
    control.setAttribute('aria-label', label);
    control.placeholder ||= label;
  }
  return element(
    'div',
    { class: 'row' },
    element(
      'span',
      { class: 'row-sign', title: label, onclick: () => control.focus() },
      sign(name),
    ),
    element('div', { class: 'row-control' }, control, ...more),
  );
}

/**
 * @param {HTMLElement} control
 * @returns {control is HTMLInputElement | HTMLTextAreaElement}
 */
const isTextField = (control) => control.matches('input, textarea');

/**
 * A sentence in a control's row that says what is wrong with it.
 *
 * @param {HTMLInputElement} control
 * @returns {HTMLElement & { say: (problem: string) => void }} `say` with an empty text removes it.
 */
export function rowProblem(control) {
  madeCount += 1;
  const id = `row-problem-${madeCount}`;
  control.setAttribute('aria-describedby', id);
  const sentence = element('p', { id, class: 'field-problem', role: 'alert' });
  const say = (/** @type {string} */ problem) => {
    sentence.textContent = problem;
    if (problem === '') control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
  };
  return Object.assign(sentence, { say });
}
