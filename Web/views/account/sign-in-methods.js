import { changeAccount, joinPath, removeIdentity } from '../../api/own-account.js';
import { fieldRow } from '../../components/form/field-row.js';
import { button, entry, rowsPart } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * The row about the password: a button, which shows the form for another one.
 *
 * @param {OwnAccount} account @param {AccountRun} run @param {() => Promise<void>} renew
 * @returns {HTMLElement[]}
 */
export function passwordRows(account, run, renew) {
  const old = passwordInput('old-password', 'current-password');
  const fresh = passwordInput('new-password', 'new-password', { minlength: 10, maxlength: 1024 });
  const form = passwordForm(account, { old, fresh }, run, renew);
  const title = t(account.hasPassword ? 'changePassword' : 'setPassword');
  const opener = button(title, () => {
    form.hidden = !form.hidden;
    opener.ariaExpanded = String(!form.hidden);
    (account.hasPassword ? old : fresh).focus();
  });
  opener.ariaExpanded = 'false';
  return [fieldRow('lock', title, opener), form];
}

/**
 * @param {OwnAccount} account @param {{ old: HTMLInputElement, fresh: HTMLInputElement }} inputs
 * @param {AccountRun} run @param {() => Promise<void>} renew
 */
function passwordForm(account, { old, fresh }, run, renew) {
  const oldRow = fieldRow('lock', t('oldPassword'), old);
  const freshRow = fieldRow(
    'lock',
    t('newPassword'),
    fresh,
    element('small', { class: 'hint', text: t('passwordRule') }),
  );
  return element(
    'form',
    {
      class: 'rows inner bare-rows',
      hidden: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run(async () => {
          await changeAccount({
            password: fresh.value,
            ...(account.hasPassword ? { oldPassword: old.value } : {}),
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
    account.hasPassword ? oldRow : null,
    freshRow,
    element('button', {
      type: 'submit',
      class: 'primary',
      text: t('save'),
      'data-for': 'save-password',
    }),
  );
}

/** @param {string} name @param {string} autocomplete @param {Record<string, any>} [rest] */
const passwordInput = (name, autocomplete, rest) =>
  element('input', {
    type: 'password',
    name,
    autocomplete,
    required: true,
    'data-for': name,
    ...rest,
  });

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
  return rowsPart(
    'signInWays',
    element('ul', { class: 'entries' }, ...password, ...ways),
    element('div', { class: 'form-links' }, ...more),
  );
}
