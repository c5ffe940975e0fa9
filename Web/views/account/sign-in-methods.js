import { changeAccount, joinPath, removeIdentity } from '../../api/own-account.js';
import { button, entry, labelled, part } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** @param {OwnAccount} account @param {AccountRun} run @param {() => Promise<void>} renew */
export function passwordPart(account, run, renew) {
  const old = labelled(t('oldPassword'), {
    type: 'password',
    name: 'old-password',
    autocomplete: 'current-password',
  });
  const fresh = labelled(t('newPassword'), {
    type: 'password',
    name: 'new-password',
    autocomplete: 'new-password',
    minlength: 10,
    maxlength: 1024,
  });
  const title = account.hasPassword ? 'changePassword' : 'setPassword';
  const form = element(
    'form',
    {
      class: 'setting-part',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run(async () => {
          await changeAccount({
            password: fresh.input.value,
            ...(account.hasPassword ? { oldPassword: old.input.value } : {}),
          });
          await renew();
        }, t('passwordChanged'));
      },
    },
    element('input', {
      type: 'email',
      autocomplete: 'username',
      hidden: true,
      value: account.email,
    }),
    account.hasPassword ? old.row : null,
    fresh.row,
    element('small', { class: 'hint', text: t('passwordRule') }),
    element(
      'div',
      { class: 'form-links' },
      element('button', {
        type: 'submit',
        class: 'quiet',
        text: t('save'),
        'data-for': 'save-password',
      }),
    ),
  );
  return part(title, form);
}

/**
 * @param {OwnAccount} account
 * @param {Provider[]} providers
 * @param {AccountRun} run
 * @param {() => Promise<void>} renew
 */
export function waysPart(account, providers, run, renew) {
  const known = new Set(account.identities.map(({ provider }) => provider));
  const ways = account.identities.map(({ id, name, email }) =>
    entry(
      name,
      email,
      button(
        t('delete'),
        () =>
          run(async () => {
            await removeIdentity(id);
            await renew();
          }),
        'quiet',
        t('removeNamed', { name }),
      ),
    ),
  );
  const password = account.hasPassword ? [entry(t('password'), account.email, null)] : [];
  const more = providers
    .filter(({ id }) => !known.has(id))
    .map(({ id, name }) =>
      element('a', { class: 'quiet', href: joinPath(id), text: t('addSignInWay', { name }) }),
    );
  return part(
    'signInWays',
    element('ul', { class: 'entries' }, ...password, ...ways),
    element('div', { class: 'form-links' }, ...more),
  );
}
