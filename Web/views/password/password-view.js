import { HTTPError, isTemporary } from '../../api/http.js';
import { fetchPasswordLink, usePasswordLink } from '../../api/password-link.js';
import { emblem } from '../../components/emblem.js';
import { newPasswordField } from '../../components/form/sign-in-field.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';

/**
 * Shows the page for choosing a new password, which opens from an administrator's link.
 *
 * @param {(account: Account) => void} enter Opens the calendar.
 */
export async function showNewPassword(enter) {
  // The token is in the fragment, which isn't sent with the page's own address.
  const token = location.hash.slice(1);
  const main = element('main', { class: 'sign-in-page' });
  document.body.replaceChildren(main);
  document.title = `${t('newPasswordTitle')} · ${t('appName')}`;
  try {
    const { email } = await fetchPasswordLink(token);
    const form = formFor(email, async (password) => {
      const { account } = await usePasswordLink(token, password);
      history.replaceState(null, '', '/');
      if (account) enter(account);
    });
    main.replaceChildren(form);
    /** @type {HTMLElement | null} */ (form.querySelector('[type=password]'))?.focus();
  } catch (error) {
    main.replaceChildren(notWorking(error));
    main.querySelector('h1')?.focus();
  }

  /** @param {string} email @param {(password: string) => Promise<void>} save */
  function formFor(email, save) {
    const problem = element('p', { class: 'form-problem', role: 'alert' });
    const button = element('button', {
      type: 'submit',
      class: 'primary wide',
      text: t('saveAndSignIn'),
    });
    const field = newPasswordField(t('newPassword'));
    const form = element(
      'form',
      { class: 'sign-in' },
      emblem(),
      element('h1', { text: t('newPasswordTitle') }),
      element('p', { class: 'lead', dir: 'auto', text: t('newPasswordLead', { email }) }),
      // For password managers, which need to know the account.
      element('input', { autocomplete: 'username', value: email, readonly: true, hidden: true }),
      field,
      problem,
      button,
    );
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      button.disabled = true;
      problem.textContent = '';
      try {
        await save(field.querySelector('input')?.value ?? '');
      } catch (error) {
        problem.textContent = wordsFor(error);
        button.disabled = false;
      }
    });
    return form;
  }
}

/** @param {unknown} error */
const isOver = (error) => error instanceof HTTPError && error.code === 'link-over';

/** @param {unknown} error */
function wordsFor(error) {
  if (isOver(error)) return t('linkOver');
  return isTemporary(error) ? t('noConnection') : explain(error);
}

/** @param {unknown} error If the link hasn't expired, it may work later. */
function notWorking(error) {
  const over = isOver(error);
  return element(
    'div',
    { class: 'sign-in' },
    emblem(),
    element('h1', { tabindex: -1, text: t(over ? 'linkNotWorking' : 'newPasswordTitle') }),
    element('p', { class: 'lead', role: 'alert', text: wordsFor(error) }),
    element('button', {
      type: 'button',
      class: 'primary wide',
      text: t(over ? 'signIn' : 'reload'),
      onclick: () => (over ? location.assign('/') : location.reload()),
    }),
  );
}
