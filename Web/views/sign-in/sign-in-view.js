import { emblem } from '../../components/emblem.js';
import { newPasswordField, signInField } from '../../components/form/sign-in-field.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { signInMessage } from '../../state/sign-in-message.js';

/** The page before the calendar: signing in, or making an account. */
export class SignInView extends HTMLElement {
  /** @param {SignInModel} model */
  set model(model) {
    this.#show(model, model.problem);
  }

  /**
   * @param {SignInModel} model @param {string} before The failure of an earlier attempt, or empty.
   */
  #show(model, before) {
    const problem = element('p', {
      class: 'form-problem',
      role: 'alert',
      id: 'sign-in-problem',
      text: before,
    });
    const button = element('button', {
      type: 'submit',
      class: 'primary wide',
      text: t(model.kind === 'known' ? 'signIn' : 'createAccount'),
    });
    const lead = element('p', {
      class: 'lead',
      role: 'status',
      dir: 'auto',
      text: t(model.kind === 'first' ? 'setUpLead' : 'signInLead'),
    });
    // Set it once it's in the page, so that screen readers announce it.
    Promise.resolve(signInMessage.text).then(
      (text) => {
        lead.textContent = text || lead.textContent;
      },
      () => {},
    );
    const form = element(
      'form',
      { class: 'sign-in' },
      emblem(),
      element('h1', { text: t(titles[model.kind]) }),
      lead,
      ...fieldsOf(model.kind),
      problem,
      button,
      ...providersOf(model.providers),
      this.#other(model),
    );
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      button.disabled = true;
      problem.textContent = '';
      const values = Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, String(value)]),
      );
      problem.textContent = await model.submit(model.kind, values, problem);
      button.disabled = false;
    });
    this.replaceChildren(element('main', {}, form));
    form.querySelector('input')?.focus();
  }

  /**
   * @param {SignInModel} model
   * @returns {HTMLElement | null} A button to create an account, or to sign in instead; or a hint
   *   how to get an account.
   */
  #other(model) {
    if (model.kind === 'first') return null;
    if (!model.mayRegister) return element('p', { class: 'lead', text: t('howToGetAccount') });
    const other = model.kind === 'new' ? 'known' : 'new';
    return element('button', {
      type: 'button',
      class: 'quiet wide',
      text: t(other === 'new' ? 'newHere' : 'haveAccount'),
      onclick: () => this.#show({ ...model, kind: other }, ''),
    });
  }
}

/** @type {Record<SignInKind, Message>} */
const titles = { first: 'setUpTitle', known: 'appName', new: 'registerTitle' };

/** @param {SignInKind} kind */
function fieldsOf(kind) {
  const email = signInField('email', t('email'), { type: 'email', autocomplete: 'username' });
  if (kind === 'known')
    return [
      email,
      signInField('password', t('password'), {
        type: 'password',
        autocomplete: 'current-password',
      }),
    ];
  const code = signInField('code', t('code'), {
    autocomplete: 'one-time-code',
    autocapitalize: 'none',
  });
  return [
    ...(kind === 'first' ? [code] : []),
    signInField('name', t('name'), { autocomplete: 'name' }),
    email,
    newPasswordField(),
  ];
}

/**
 * @param {Provider[]} providers
 * @returns {HTMLElement[]} Links that leave the page for the provider's.
 */
function providersOf(providers) {
  if (providers.length === 0) return [];
  const back = encodeURIComponent(location.pathname + location.search);
  return [
    element('p', { class: 'or', text: t('orSignIn') }),
    ...providers.map(({ id, name }) =>
      element('a', {
        class: 'quiet wide',
        href: `/sign-in/${id}?return=${back}`,
        text: t('signInBy', { name }),
      }),
    ),
  ];
}

customElements.define('sign-in-view', SignInView);
