import { element } from '../../dom/element.js';

/**
 * A label and its control in one row of a form.
 *
 * @param {string} label
 * @param {HTMLElement} control
 * @param {...Node} more Further controls of the row.
 */
export function field(label, control, ...more) {
  const isGroup = !control.matches('input, textarea');
  const id =
    control.id || `field-${label.replace(/\W/g, '')}-${document.querySelectorAll('.field').length}`;
  if (!isGroup) control.id = id;
  // A press on the name of a choice doesn't open it, as with the browser's own.
  if (control.matches('choice-field')) Object.assign(control, { label });
  return element(
    'div',
    { class: 'field' },
    element(isGroup ? 'span' : 'label', {
      class: 'label',
      ...(isGroup ? { onclick: () => control.focus() } : { for: id }),
      text: label,
    }),
    element('div', { class: 'control' }, control, ...more),
  );
}

/**
 * @param {string} label @param {boolean} checked @param {(checked: boolean) => void} [changed]
 * @returns {HTMLLabelElement & { input: HTMLInputElement }}
 */
export function toggle(label, checked, changed) {
  const input = element('input', { type: 'checkbox', role: 'switch', class: 'switch' });
  input.checked = checked;
  input.addEventListener('change', () => changed?.(input.checked));
  return Object.assign(
    element('label', { class: 'toggle' }, element('span', { text: label }), input),
    { input },
  );
}
