import { copyButton } from '../../components/copy-button.js';
import { part } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { addressLimit, programAddress } from './program-address.js';

/**
 * The details that every program asks for, besides a password.
 *
 * @param {string} email
 */
export function signInDetails(email) {
  const limit = addressLimit(location.origin);
  return part(
    'programDetails',
    copyLine('programAddress', programAddress(location.origin)),
    ...(limit ? [element('p', { class: 'hint', text: t(limit) })] : []),
    copyLine('programUser', email),
  );
}

/** @param {Message} label @param {string} text */
function copyLine(label, text) {
  const input = element('input', {
    id: label,
    type: 'text',
    readonly: true,
    value: text,
    dir: 'ltr',
  });
  const { button, said } = copyButton(text, () => input.select(), '');
  button.setAttribute('aria-label', t('copyNamed', { name: t(label) }));
  return element(
    'div',
    { class: 'stacked' },
    element('label', { for: label, text: t(label) }),
    element('div', { class: 'address-line' }, input, button, said),
  );
}
