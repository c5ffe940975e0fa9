import { copyButton } from '../../components/copy-button.js';
import { fieldRow } from '../../components/form/field-row.js';
import { rowsPart } from '../../components/setting-section.js';
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
  return rowsPart(
    'programDetails',
    copyLine('link', 'programAddress', programAddress(location.origin)),
    ...(limit ? [element('p', { class: 'hint', text: t(limit) })] : []),
    copyLine('mail', 'programUser', email),
  );
}

/**
 * @param {import('../../dom/card-icons.js').SignName} sign @param {Message} label
 * @param {string} text
 */
function copyLine(sign, label, text) {
  const input = element('input', {
    id: label,
    type: 'text',
    readonly: true,
    value: text,
    dir: 'ltr',
  });
  const { button, said } = copyButton(text, () => input.select(), '');
  button.setAttribute('aria-label', t('copyNamed', { name: t(label) }));
  // The address and the name of the user look alike: each says what it is.
  const name = element('small', { class: 'row-name', text: t(label), 'aria-hidden': 'true' });
  return fieldRow(sign, t(label), input, button, said, name);
}
