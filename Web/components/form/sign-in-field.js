import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * A labelled field on the pages before the calendar.
 *
 * @param {string} name
 * @param {string} label
 * @param {Record<string, any>} rest
 * @param {string} [hint]
 */
export function signInField(name, label, rest, hint) {
  const id = `sign-in-${name}`;
  const hintID = hint && `${id}-hint`;
  const typed = element('input', {
    id,
    name,
    required: true,
    'aria-describedby': hintID,
    ...rest,
  });
  return element(
    'div',
    { class: 'stacked' },
    element('label', { for: id, text: label }),
    rest['type'] === 'password'
      ? element('div', { class: 'password-line' }, typed, showButton(typed))
      : typed,
    hint && element('small', { id: hintID, text: hint }),
  );
}

/** @returns {HTMLElement} The field for a password that doesn't exist yet. */
export const newPasswordField = (label = t('password')) =>
  signInField(
    'password',
    label,
    { type: 'password', autocomplete: 'new-password', minlength: 10, maxlength: 1024 },
    t('passwordRule'),
  );

/** @param {HTMLInputElement} password @returns {HTMLElement} A button that shows the password. */
function showButton(password) {
  const button = element('button', {
    type: 'button',
    text: t('showPassword'),
    'aria-pressed': 'false',
    onclick: () => {
      const isShown = password.type === 'text';
      password.type = isShown ? 'password' : 'text';
      button.ariaPressed = String(!isShown);
    },
  });
  return button;
}
