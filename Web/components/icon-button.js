import { element } from '../dom/element.js';
import { icon } from '../dom/icons.js';

/**
 * A button with an icon, named by its label.
 *
 * @param {import('../dom/icons.js').IconName | SVGSVGElement} name Or the icon itself.
 * @param {string} label
 * @param {() => void} run
 * @param {Record<string, string>} [rest] More attributes; a class is added to the button's own.
 */
export function iconButton(name, label, run, rest = {}) {
  return element(
    'button',
    {
      type: 'button',
      'aria-label': label,
      title: label,
      onclick: run,
      ...rest,
      class: `icon-button ${rest['class'] ?? ''}`,
    },
    typeof name === 'string' ? icon(name) : name,
  );
}
