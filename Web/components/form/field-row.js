import { sign } from '../../dom/card-icons.js';
import { element } from '../../dom/element.js';

/**
 * One row of a quiet form: a sign, and a control whose name only screen readers get.
 *
 * @param {import('../../dom/card-icons.js').SignName} name Of the sign.
 * @param {string} label @param {HTMLElement} control
 * @param {...(Node | null)} more What else the row has.
 */
export function fieldRow(name, label, control, ...more) {
  if (control.matches('choice-field')) Object.assign(control, { label });
  else if (control.matches('input, textarea')) control.setAttribute('aria-label', label);
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
