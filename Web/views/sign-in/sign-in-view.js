import { element, tell } from '../../lib/dom.js';
import { t } from '../../lib/strings.js';

/** The page before the calendar: signing in, or making the first account. */
export class SignInView extends HTMLElement {
  /** @param {{ isFirst: boolean, submit: SignInSubmit }} model */
  set model({ isFirst, submit }) {
    const problem = element('p', { class: 'form-problem', role: 'alert', id: 'sign-in-problem' });
    const button = element('button', { type: 'submit', class: 'primary wide', text: t(isFirst ? 'createAccount' : 'signIn') });
    const fields = isFirst
      ? [input('code', t('code'), { autocomplete: 'one-time-code', autocapitalize: 'none' }), input('name', t('name'), { autocomplete: 'name' }),
        input('email', t('email'), { type: 'email', autocomplete: 'username' }),
        input('password', t('password'), { type: 'password', autocomplete: 'new-password', minlength: 10, maxlength: 1024 }, t('passwordRule'))]
      : [input('email', t('email'), { type: 'email', autocomplete: 'username' }),
        input('password', t('password'), { type: 'password', autocomplete: 'current-password' })];
    const form = element('form', { class: 'sign-in' },
      element('div', { class: 'emblem', 'aria-hidden': 'true' }, element('span'), element('span'), element('span')),
      element('h1', { text: t(isFirst ? 'setUpTitle' : 'appName') }),
      element('p', { class: 'lead', text: t(isFirst ? 'setUpLead' : 'signInLead') }),
      ...fields, problem, button);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      button.disabled = true;
      problem.textContent = '';
      const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      problem.textContent = await submit(values);
      button.disabled = false;
      if (problem.textContent === '') tell(this, 'signed-in');
    });
    this.replaceChildren(element('main', {}, form));
    form.querySelector('input')?.focus();
  }
}

/** @param {string} name @param {string} label @param {Record<string, any>} rest @param {string} [hint] */
function input(name, label, rest, hint) {
  const id = `sign-in-${name}`;
  const described = hint ? { 'aria-describedby': `${id}-hint` } : {};
  return element('div', { class: 'stacked' },
    element('label', { for: id, text: label }),
    element('input', { id, name, required: true, ...rest, ...described }),
    hint ? element('small', { id: `${id}-hint`, text: hint }) : null);
}

customElements.define('sign-in-view', SignInView);
