import { archivePath, deleteAccount, foreseeDeletion } from '../../api/own-account.js';
import { fieldRow } from '../../components/form/field-row.js';
import { openDialog } from '../../components/modal-dialog.js';
import { button, rowsPart } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { signInMessage } from '../../state/sign-in-message.js';

/** @param {OwnAccount} account @param {AccountRun} run @param {() => void} leave */
export function leavingPart(account, run, leave) {
  const everything = () =>
    element('a', {
      class: 'quiet',
      href: archivePath,
      download: 'meantime.tar',
      text: t('downloadAll'),
    });
  const ask = () =>
    run(async () => askDeletion(account, await foreseeDeletion(), everything(), run, leave));
  return rowsPart(
    'settingsData',
    element(
      'div',
      { class: 'form-links' },
      everything(),
      button(t('deleteAccount'), ask, 'danger'),
    ),
  );
}

/**
 * Says what will be deleted, and asks for the email address and password to confirm.
 *
 * @param {OwnAccount} account @param {Deletion} deletion @param {HTMLElement} download
 * @param {AccountRun} run @param {() => void} leave
 */
function askDeletion(account, { events, groups }, download, run, leave) {
  const email = element('input', {
    type: 'email',
    name: 'sure-email',
    required: true,
    autocomplete: 'off',
  });
  const password = element('input', {
    type: 'password',
    name: 'sure-password',
    required: true,
    autocomplete: 'current-password',
  });
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const form = element(
    'form',
    {
      id: 'delete-account',
      class: 'event-form rows',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const form = {
          email: email.value,
          ...(account.hasPassword ? { password: password.value } : {}),
        };
        if (!(await run(() => deleteAccount(form), '', problem))) return;
        close();
        signInMessage.text = t('accountDeleted');
        leave();
      },
    },
    element('p', { text: t('deleteAccountText', { n: events }) }),
    ...fates(groups),
    fieldRow('download', t('downloadAll'), download),
    fieldRow('mail', t('typeEmail', { email: account.email }), email),
    account.hasPassword ? fieldRow('lock', t('password'), password) : null,
    problem,
  );
  const { close } = openDialog({
    title: t('deleteAccount'),
    body: [form],
    foot: [
      element('button', {
        type: 'submit',
        form: 'delete-account',
        class: 'danger',
        text: t('deleteAccount'),
      }),
    ],
  });
  email.focus();
}

/** @param {Deletion['groups']} groups @returns {Node[]} A list of what happens to each. */
function fates(groups) {
  if (groups.length === 0) return [];
  /** @type {Record<Deletion['groups'][number]['fate'], Message>} */
  const words = { left: 'fateLeft', 'handed-over': 'fateHandedOver', deleted: 'fateDeleted' };
  return [
    element('p', { text: t('groupsGo') }),
    element(
      'ul',
      { class: 'fates' },
      ...groups.map(({ name, fate, heirName = '' }) =>
        element('li', { text: t(words[fate], { name, heir: heirName }) }),
      ),
    ),
  ];
}
