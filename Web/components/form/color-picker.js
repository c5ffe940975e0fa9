import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** @type {('red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'purple' | 'pink')[]} */
export const namedColors = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'];

/**
 * @param {string[]} used The colours in use, each as often as it's used.
 * @returns {string} The named colour that is used least; if several are, blue if it's among them.
 */
export function freeColor(used) {
  const uses = (/** @type {string} */ color) => used.filter((other) => other === color).length;
  return ['blue', ...namedColors].reduce((best, color) =>
    uses(color) < uses(best) ? color : best,
  );
}

/**
 * A row of the eight named colours as radio buttons; optionally first "the calendar's".
 *
 * @param {{ label: string, value: string, inherited?: string }} options `inherited` is the
 *   calendar's colour.
 * @returns {HTMLElement & { value: string, inherited: string }}
 */
export function colorPicker({ label, value, inherited }) {
  const name = `color-${document.querySelectorAll('.colors').length}`;
  const swatch = (/** @type {string} */ color, /** @type {string} */ title) => {
    const radio = element('input', {
      type: 'radio',
      name,
      value: color,
      'aria-label': title,
      title,
    });
    radio.checked = color === value;
    return element(
      'label',
      { class: color ? 'swatch' : 'swatch inherited', 'data-color': color || inherited },
      radio,
    );
  };
  const swatches = [
    ...(inherited === undefined ? [] : [swatch('', t('calendarColor'))]),
    ...namedColors.map((color) => swatch(color, t(color))),
  ];
  const group = element(
    'div',
    { class: 'colors', role: 'radiogroup', 'aria-label': label },
    ...swatches,
  );
  group.addEventListener('change', () => tell(group, 'color-picked'));
  const radios = () => [...group.querySelectorAll('input')];
  return /** @type {any} */ (
    Object.defineProperties(group, {
      value: { get: () => radios().find((radio) => radio.checked)?.value ?? value },
      inherited: {
        set: (color) => {
          if (swatches[0]) swatches[0].dataset['color'] = color;
        },
      },
    })
  );
}
