import { fieldRow } from '../../components/form/field-row.js';
import { button } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { accountName } from './external-accounts.js';
import { waitingText } from './external-calendar-state.js';

/** The failures that a new password can fix. */
const passwordFailures = ['not-allowed', 'secret-lost'];

/**
 * The account that a calendar belongs to, and a field for a new password.
 *
 * @param {(to: { password: string }) => Promise<unknown>} change
 */
export function accountPart(change) {
  const name = element('span', { dir: 'auto' });
  const facts = element('p', { class: 'hint' });
  const password = element('input', {
    type: 'password',
    autocomplete: 'new-password',
    maxlength: 1000,
    dir: 'ltr',
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Enter') return;
      // Enter would save the calendar, and close the dialog before the answer.
      event.preventDefault();
      void send();
    },
    onchange: () => void send(),
  });
  let isSending = false;
  const send = async () => {
    // Pressing the button also ends typing, which has already sent the password.
    if (isSending || password.value === '') return;
    isSending = true;
    await change({ password: password.value });
    isSending = false;
  };
  const row = fieldRow(
    'lock',
    t('newPassword'),
    password,
    button(t('setPassword'), () => send()),
  );
  row.hidden = true;
  const reveal = button(t('changePassword'), () => {
    row.hidden = false;
    reveal.hidden = true;
    password.focus();
  });
  const links = element('div', { class: 'form-links' }, reveal);
  return {
    elements: [fieldRow('person', t('account'), name), facts, row, links],
    show: (/** @type {ExternalCalendar} */ source) => {
      name.textContent = accountName(source);
      facts.textContent = factsText(source);
      // Without a host, the stored account is lost altogether.
      const isKnown = source.host !== undefined;
      const isWrong = passwordFailures.includes(source.failure ?? '');
      const hadFocus = row.contains(document.activeElement);
      // The typed password stays if it was wrong, too.
      if (isSending && !isWrong) {
        password.value = '';
        row.hidden = true;
      }
      if (isWrong) row.hidden = !isKnown;
      reveal.hidden = !isKnown || !row.hidden;
      if (hadFocus && row.hidden) reveal.focus();
    },
  };
}

/**
 * @param {ExternalCalendar} source @returns {string} What can be done with it, and how much is still to be
 *   sent.
 */
const factsText = (source) =>
  [t(source.writable ? 'bothWays' : 'readOnlyThere'), waitingText(source)]
    .filter(Boolean)
    .join(' ');
