import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../lib/dom.js';
import { t } from '../../lib/strings.js';
import { archivePath, deleteAccount, foreseeDeletion } from '../../state/own-account.js';
import { button, labelled, part } from './part.js';

/** @param {OwnAccount} account @param {AccountRun} run @param {() => void} leave */
export function leavingPart(account, run, leave) {
  const everything = () => element('a', { class: 'quiet', href: archivePath, download: 'meantime.tar', text: t('downloadAll') });
  const ask = () => run(async () => askDeletion(account, await foreseeDeletion(), everything(), run, leave));
  return part('settingsData', element('div', { class: 'form-links' }, everything(), button(t('deleteAccount'), ask, 'danger')));
}

/**
 * Says what goes, and asks for what only the person knows.
 *
 * @param {OwnAccount} account @param {Deletion} deletion @param {Node} download
 * @param {AccountRun} run @param {() => void} leave
 */
function askDeletion(account, { calendars, events, groups }, download, run, leave) {
  const email = labelled(t('typeEmail', { email: account.email }), { type: 'email', name: 'sure-email', autocomplete: 'off' });
  const password = labelled(t('password'), { type: 'password', name: 'sure-password', autocomplete: 'current-password' });
  const names = groups.map(({ name }) => name).join(', ');
  const form = element('form', { class: 'event-form', onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const isGone = await run(() => deleteAccount({ email: email.input.value, ...(account.hasPassword ? { password: password.input.value } : {}) }));
    close();
    if (isGone) leave();
  } }, element('p', { text: t('deleteAccountText', { calendars, events }) }), names ? element('p', { text: t('groupsGo', { names }) }) : null, download,
  email.row, account.hasPassword ? password.row : null, element('button', { type: 'submit', class: 'danger', text: t('deleteAccount') }));
  const { close } = openDialog({ title: t('deleteAccount'), body: [form] });
  email.input.focus();
}
