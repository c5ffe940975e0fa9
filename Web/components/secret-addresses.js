import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { copyButton } from './copy-button.js';
import { drawnInOrder } from './drawn-in-order.js';
import { choiceField } from './form/choice-field.js';
import { fieldRow } from './form/field-row.js';
import { ask } from './modal-dialog.js';
import { button, dayText, entry, renewNear, runner } from './setting-section.js';

/**
 * The requests to the server.
 *
 * @typedef {object} SecretAddressRequests
 * @property {() => Promise<SecretAddress[]>} read
 * @property {(form: SecretAddressForm) => Promise<SecretAddress>} add
 * @property {(id: string) => Promise<unknown>} revoke
 */

/**
 * @param {SecretAddress} address
 * @param {() => unknown} revoke
 * @param {string} [of] What it shares, where that isn't clear.
 * @returns {HTMLElement} Who has the address, what it shows, and the button that revokes it.
 */
export function secretAddressEntry(address, revoke, of = '') {
  const { name, detail, created, used, madeBy } = address;
  const words = {
    detail: t(detail === 'busy' ? 'shareBusy' : 'shareFull'),
    created: dayText(created),
    used: used === undefined ? t('neverUsed') : dayText(used),
    by: madeBy ?? '',
  };
  const said = t(madeBy ? 'secretAddressBy' : 'secretAddressTimes', words);
  return entry(
    name,
    of ? `${of} · ${said}` : said,
    button(t('revoke'), revoke, 'danger', t('revokeSecretNamed', { name })),
  );
}

/** @param {string} name Who has the address. @returns {Promise<boolean>} Whether to revoke it. */
export const askRevocation = async (name) =>
  (await ask({
    title: t('revokeSecretTitle', { name }),
    text: t('revokeSecretText'),
    choices: [
      { value: 'cancel', label: t('cancel') },
      { value: 'revoke', label: t('revoke'), tone: 'danger' },
    ],
  })) === 'revoke';

/**
 * The secret addresses of a calendar, a set or a group, folded away: makes new ones and revokes old
 * ones. They're requested when it's unfolded.
 */
export class SecretAddresses {
  element;
  #kind;
  #id;
  #requests;
  #run;
  #show;
  #made = element('div', { class: 'new-secret' });
  #list = element('ul', { class: 'entries' });
  #none = element('p', { class: 'hint', text: t('noSecretAddresses'), hidden: true });

  /**
   * @param {'calendar' | 'set' | 'group'} kind What the addresses share.
   * @param {() => string} id Returns its id. A set gets one at the first call.
   * @param {SecretAddressRequests} requests
   * @param {(error: unknown) => string} explain Puts an error into words.
   */
  constructor(kind, id, requests, explain) {
    this.#kind = kind;
    this.#id = id;
    this.#requests = requests;
    const problem = element('p', { class: 'form-problem', role: 'alert' });
    const said = element('p', { class: 'hint', role: 'status' });
    this.#run = runner(problem, said, explain);
    this.#show = drawnInOrder(requests.read, (all) => this.#draw(all));
    const hints = /** @type {const} */ ({
      calendar: 'secretAddressOfCalendar',
      set: 'secretAddressOfSet',
      group: 'secretAddressOfGroup',
    });
    this.element = element(
      'details',
      {
        class: 'secret-addresses more-fields',
        ontoggle: () => this.element.open && void this.#run(() => this.#show()),
      },
      element('summary', { text: t('secretAddress') }),
      element(
        'section',
        { class: 'rows inner' },
        element('p', { class: 'hint', text: t('secretAddressHint') }),
        element('p', { class: 'hint', text: t(hints[kind]) }),
        this.#form(),
        problem,
        this.#made,
        this.#list,
        this.#none,
        said,
      ),
    );
  }

  #form() {
    const name = element('input', {
      type: 'text',
      required: true,
      maxlength: 100,
      autocomplete: 'off',
    });
    const detail = choiceField(
      [
        ['full', t('shareFull')],
        ['busy', t('shareBusy')],
      ],
      'full',
    );
    return element(
      'form',
      {
        class: 'rows inner',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.#make(name, /** @type {ShareLevel} */ (detail.value));
        },
      },
      fieldRow('person', t('secretAddressFor'), name),
      fieldRow('eye', t('secretAddressDetail'), detail),
      element('button', { type: 'submit', class: 'quiet', text: t('makeSecretAddress') }),
    );
  }

  /** @param {HTMLInputElement} input @param {ShareLevel} detail */
  async #make(input, detail) {
    const name = input.value.trim();
    if (name === '') return input.focus();
    await this.#run(async () => {
      const made = await this.#requests.add({ name, detail, [this.#kind]: this.#id() });
      input.value = '';
      this.#made.dataset['id'] = made.id;
      await this.#show();
      this.#showMade(name, location.origin + made.path);
    });
  }

  /** @param {SecretAddress[]} all */
  #draw(all) {
    const id = this.#id();
    const own = all.filter((address) => address[this.#kind] === id);
    this.#none.hidden = own.length > 0;
    const entries = own.map((address) => secretAddressEntry(address, () => this.#revoke(address)));
    renewNear(this.#list, ...entries);
  }

  /** @param {SecretAddress} address */
  async #revoke({ id, name }) {
    if (!(await askRevocation(name))) return;
    await this.#run(async () => {
      await this.#requests.revoke(id);
      if (this.#made.dataset['id'] === id) this.#made.replaceChildren();
      await this.#show();
    }, t('secretAddressRevoked'));
  }

  /**
   * @param {string} name
   * @param {string} address Shown only once, because the server keeps no more than a hash of it.
   */
  #showMade(name, address) {
    const input = element('input', {
      type: 'url',
      readonly: true,
      value: address,
      'aria-label': t('secretAddress'),
      onfocus: () => input.select(),
    });
    const { button: copy, said } = copyButton(
      address,
      () => input.select(),
      t('secretAddressMade', { name }),
    );
    this.#made.replaceChildren(
      said,
      element('div', { class: 'address-line' }, input, copy),
      element('p', { class: 'hint', text: t('secretAddressNext') }),
    );
    // It may be out of sight, and now is the only time to copy it.
    copy.focus();
    this.#made.scrollIntoView({ block: 'nearest' });
  }
}
