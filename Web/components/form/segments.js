import { element } from '../../dom/element.js';

/**
 * Choices side by side, one of which is selected: a radio group that looks like a switch.
 *
 * @template {string} Value
 * @param {{ name: string, label: string, options: [Value, string][], value: Value, choose: (value:
 *   Value) => void, class?: string }} given
 */
export function segments({ name, label, options, value, choose, class: more = '' }) {
  return element(
    'div',
    { class: `segments ${more}`, role: 'radiogroup', 'aria-label': label },
    ...options.map(([each, text]) => {
      const input = element('input', {
        type: 'radio',
        name,
        value: each,
        'data-for': each,
        onchange: () => choose(each),
      });
      input.checked = each === value;
      return element('label', {}, input, element('span', { text }));
    }),
  );
}
