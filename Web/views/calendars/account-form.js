import { HTTPError } from '../../api/http.js';
import { fieldRow, rowProblem } from '../../components/form/field-row.js';
import { segments } from '../../components/form/segments.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { externalCalendarProblem } from './external-calendar-state.js';
import { isEmail, knownServices, serviceOf } from './known-services.js';

/** The fields for an account at another service, with hints for the usual services. */
export class AccountForm {
  element;
  #address = textRow('link', t('connectServer'), { inputmode: 'email', maxlength: 2000 });
  #user = textRow('person', t('programUser'), { maxlength: 200 });
  #password = textRow('lock', t('password'), {
    type: 'password',
    maxlength: 1000,
    // It's not the password of the account here, which browsers would fill in otherwise.
    autocomplete: 'new-password',
  });
  #problem = element('p', { class: 'form-problem', role: 'alert' });

  /** @param {() => unknown} submit */
  constructor(submit) {
    const [address, user] = [this.#address.input, this.#user.input];
    address.addEventListener('input', () => {
      const typed = address.value.trim();
      // With an e-mail address, most services use that as the user name.
      user.required = !isEmail(typed);
      user.placeholder = isEmail(typed) ? typed : t('programUser');
    });
    this.element = element(
      'form',
      {
        id: 'connect-form',
        class: 'rows inner',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          submit();
        },
      },
      element('p', { class: 'hint', text: t('connectHint') }),
      ...serviceSegments(address, user),
      this.#address.row,
      this.#user.row,
      this.#password.row,
      this.#problem,
    );
  }

  focus() {
    this.#address.input.focus();
  }

  /** @returns {AccountElsewhere} */
  get account() {
    const typed = this.#address.input.value.trim();
    return {
      address: typed,
      user: this.#user.input.value.trim() || typed,
      password: this.#password.input.value,
    };
  }

  /** Whether it has input that the user would have to type again. */
  get isTouched() {
    const typed = this.#user.input.value + this.#password.input.value;
    return !isOffered(this.#address.input.value) || typed !== '';
  }

  /** Removes the messages about wrong input. */
  unsay() {
    this.#problem.textContent = '';
    for (const { problem } of [this.#address, this.#password]) problem.say('');
  }

  /** @param {unknown} error The error, shown at the field that it's about. */
  refuse(error) {
    const text = externalCalendarProblem(error, 'look-up');
    if (!(error instanceof HTTPError && error.code === 'source-not-read')) {
      this.#problem.textContent = text;
      return this.focus();
    }
    const wrong = error.reason === 'not-allowed' ? this.#password : this.#address;
    wrong.problem.say(text);
    wrong.input.focus();
    wrong.input.select();
  }

  forgetPassword() {
    this.#password.input.value = '';
  }
}

/**
 * @param {string} typed @returns {boolean} Whether the text is empty, or comes from choosing a
 *   service.
 */
const isOffered = (typed) => Object.values(knownServices).some(({ server }) => server === typed);

/**
 * @param {import('../../dom/card-icons.js').SignName} sign
 * @param {string} label
 * @param {Record<string, any>} rest
 * @returns {{ row: HTMLElement, input: HTMLInputElement, problem: ReturnType<typeof rowProblem> }}
 *   The row, its input, and the message about wrong input.
 */
function textRow(sign, label, rest) {
  const input = element('input', {
    type: 'text',
    required: true,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    dir: 'ltr',
    ...rest,
  });
  const problem = rowProblem(input);
  return { row: fieldRow(sign, label, input, problem), input, problem };
}

/**
 * The usual services side by side, with a hint for the chosen one. Typing an address of one of them
 * chooses it too.
 *
 * @param {HTMLInputElement} address @param {HTMLInputElement} user
 */
function serviceSegments(address, user) {
  const names = /** @type {import('./known-services.js').ServiceName[]} */ (
    Object.keys(knownServices)
  );
  const hint = element('p', { class: 'hint', role: 'status', text: t('connectOther') });
  const showHint = (/** @type {typeof names[number]} */ name) => {
    hint.textContent = t(knownServices[name].hint);
  };
  const choice = segments({
    name: 'service',
    label: t('connectService'),
    class: 'service-choice',
    options: names.map((name) => [name, knownServices[name].name || t('otherService')]),
    value: 'other',
    choose: (name) => {
      showHint(name);
      if (!isOffered(address.value)) return;
      address.value = knownServices[name].server;
      user.required = true;
    },
  });
  address.addEventListener('input', () => {
    const name = serviceOf(address.value);
    const radio = choice.querySelector(`[value="${name}"]`);
    if (!name || !(radio instanceof HTMLInputElement) || radio.checked) return;
    radio.checked = true;
    showHint(name);
  });
  return [choice, hint];
}
