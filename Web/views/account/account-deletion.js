import { archivePath, deleteAccount, foreseeDeletion } from '../../api/own-account.js';
import { openDialog } from '../../components/modal-dialog.js';
import { button, labelled, part } from '../../components/setting-section.js';
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
  return part(
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
 * @param {OwnAccount} account @param {Deletion} deletion @param {Node} download
 * @param {AccountRun} run @param {() => void} leave
 */
function askDeletion(account, { events, groups }, download, run, leave) {
  const email = labelled(t('typeEmail', { email: account.email }), {
    type: 'email',
    name: 'sure-email',
    autocomplete: 'off',
  });
  const password = labelled(t('password'), {
    type: 'password',
    name: 'sure-password',
    autocomplete: 'current-password',
  });
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const form = element(
    'form',
    {
      class: 'event-form',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const form = {
          email: email.input.value,
          ...(account.hasPassword ? { password: password.input.value } : {}),
        };
        if (!(await run(() => deleteAccount(form), '', problem))) return;
        close();
        signInMessage.text = t('accountDeleted');
        leave();
      },
    },
    element('p', { text: t('deleteAccountText', { n: events }) }),
    ...fates(groups),
    download,
    problem,
    email.row,
    account.hasPassword ? password.row : null,
    element('button', { type: 'submit', class: 'danger', text: t('deleteAccount') }),
  );
  const { close } = openDialog({ title: t('deleteAccount'), body: [form] });
  email.input.focus();
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
