import { emblem } from '../../components/emblem.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { signInMessage } from '../../state/sign-in-message.js';

/** The page before the calendar: signing in, or making an account. */
export class SignInView extends HTMLElement {
  /** @param {SignInModel} model */
  set model(model) {
    this.#show(model, model.problem);
  }

  /** @param {SignInModel} model @param {string} before What went wrong before, or empty. */
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
    // Set once it's in the page, so that screen readers announce it.
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
      problem.textContent = await model.submit(model.kind, values);
      button.disabled = false;
      if (problem.textContent === '') signInMessage.text = '';
    });
    this.replaceChildren(element('main', {}, form));
    form.querySelector('input')?.focus();
  }

  /**
   * @param {SignInModel} model
   * @returns {HTMLElement | null} A button to make an account instead, or to sign in after all; or
   *   how to get one.
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
  const email = input('email', t('email'), { type: 'email', autocomplete: 'username' });
  if (kind === 'known')
    return [
      email,
      input('password', t('password'), { type: 'password', autocomplete: 'current-password' }),
    ];
  const code = input('code', t('code'), { autocomplete: 'one-time-code', autocapitalize: 'none' });
  return [
    ...(kind === 'first' ? [code] : []),
    input('name', t('name'), { autocomplete: 'name' }),
    email,
    input(
      'password',
      t('password'),
      { type: 'password', autocomplete: 'new-password', minlength: 10, maxlength: 1024 },
      t('passwordRule'),
    ),
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

/**
 * @param {string} name
 * @param {string} label
 * @param {Record<string, any>} rest
 * @param {string} [hint]
 */
function input(name, label, rest, hint) {
  const id = `sign-in-${name}`;
  const described = hint ? { 'aria-describedby': `${id}-hint` } : {};
  const typed = element('input', { id, name, required: true, ...rest, ...described });
  return element(
    'div',
    { class: 'stacked' },
    element('label', { for: id, text: label }),
    rest['type'] === 'password'
      ? element('div', { class: 'password-line' }, typed, showButton(typed))
      : typed,
    hint ? element('small', { id: `${id}-hint`, text: hint }) : null,
  );
}

/** @param {HTMLInputElement} password @returns {HTMLElement} A button that lets it be read. */
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

customElements.define('sign-in-view', SignInView);
