import { addAppPassword, readAppPasswords, removeAppPassword } from '../../api/own-account.js';
import { copyButton } from '../../components/copy-button.js';
import { drawnInOrder } from '../../components/drawn-in-order.js';
import { fieldRow } from '../../components/form/field-row.js';
import { button, entry, renewNear, rowsPart, whenText } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { pause } from '../../dom/frames.js';
import { t } from '../../i18n/strings.js';

/** How often to check for the app password of a download, and when to give up. */
const lookMs = 500;
const looksMax = 20;

/** The app passwords: the form that makes one, and the list of all. */
export class AppPasswords {
  #run;
  #list = element('ul', { class: 'entries' });
  #made = element('div', { class: 'new-secret' });
  #none = element('p', { class: 'hint', text: t('noAppPasswords'), hidden: true });
  #count = 0;

  /** @param {AccountRun} run */
  constructor(run) {
    this.#run = run;
  }

  /** @param {string} suggested The suggested name of the next app password. */
  formPart(suggested) {
    const name = element('input', {
      type: 'text',
      name: 'program',
      required: true,
      maxlength: 200,
      autocomplete: 'off',
      value: suggested,
    });
    const form = element(
      'form',
      {
        class: 'rows inner',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.#run(async () => {
            const { id, name: given, password = '' } = await addAppPassword(name.value);
            this.#made.dataset['id'] = id;
            await this.show();
            this.#showMade(given, password);
          });
        },
      },
      fieldRow(
        'edit',
        t('appPasswordName'),
        name,
        element('button', { type: 'submit', class: 'quiet', text: t('addAppPassword') }),
      ),
    );
    return rowsPart(
      'programPassword',
      element('p', { class: 'hint', text: t('programPasswordHint') }),
      form,
      this.#made,
    );
  }

  listPart() {
    void this.#run(() => this.show());
    return rowsPart('appPasswords', this.#list, this.#none);
  }

  /**
   * Lists the app password that a download creates, as soon as it's there. The page doesn't see the
   * response to a form if it's a download.
   */
  async awaitAnother() {
    const before = this.#count;
    for (let looks = 0; looks < looksMax && this.#count === before; looks += 1) {
      await pause(lookMs);
      await this.show();
    }
  }

  /** Lists all app passwords. */
  show = drawnInOrder(readAppPasswords, (all) => this.#draw(all));

  /** @param {AppPassword[]} all */
  #draw(all) {
    this.#count = all.length;
    this.#none.hidden = all.length > 0;
    renewNear(this.#list, ...all.map((each) => this.#entry(each)));
  }

  /** @param {AppPassword} password */
  #entry({ id, name, created, used }) {
    const times = t('appPasswordTimes', {
      created: whenText(created),
      used: used === undefined ? t('neverUsed') : whenText(used),
    });
    const remove = () =>
      this.#run(async () => {
        await removeAppPassword(id);
        if (this.#made.dataset['id'] === id) this.#made.replaceChildren();
        await this.show();
      });
    return entry(name, times, button(t('delete'), remove, 'quiet', t('removeNamed', { name })));
  }

  /**
   * @param {string} name
   * @param {string} password Shown only once, because the server keeps no more than its hash.
   */
  #showMade(name, password) {
    const code = element('code', { text: password });
    const { button: copy, said } = copyButton(
      password,
      () => getSelection()?.selectAllChildren(code),
      t('appPasswordMade', { name }),
    );
    this.#made.replaceChildren(
      said,
      element('div', { class: 'made-password' }, code, copy),
      element('p', { class: 'hint', text: t('appPasswordNext') }),
    );
    // It may be out of sight, and now is the only time to copy it.
    copy.focus();
    this.#made.scrollIntoView({ block: 'center' });
  }
}
