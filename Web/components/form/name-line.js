import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * The name of what a form is about, as the form's title.
 *
 * @param {string} value
 * @param {Record<string, any>} [rest] Further attributes of the input.
 * @returns {{ line: HTMLElement, input: HTMLInputElement }}
 */
export function nameLine(value, rest = {}) {
  const input = element('input', {
    type: 'text',
    class: 'event-title',
    required: true,
    maxlength: 200,
    value,
    placeholder: t('name'),
    'aria-label': t('name'),
    autocomplete: 'off',
    enterkeyhint: 'done',
    ...rest,
  });
  return { line: element('div', { class: 'title-line' }, input), input };
}
