import { lookUpCalendars } from '../../api/sources.js';
import { askDiscard, openDialog } from '../../components/modal-dialog.js';
import { button } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { AccountForm } from './account-form.js';
import { CalendarChoice } from './calendar-choice.js';
import { openGoogleCalendars } from './google/google-calendars-dialog.js';
import { showGoogleOffer } from './google/google-offer.js';
import { accountName } from './source-accounts.js';

/**
 * The dialog that adds calendars of an account at another service.
 *
 * @param {Pick<EventModel, 'agenda'>} model @param {Notices} notices
 */
export function openConnect({ agenda }, notices) {
  new ConnectDialog(agenda, notices);
}

/** Asks first for the account, then which of its calendars to add. */
class ConnectDialog {
  #page;
  #close;
  #isOpen = true;
  #form = new AccountForm(() => void this.#find());
  /** The start of the dialog, before an account is entered. */
  #start = element('div', { class: 'setting-part' }, this.#form.element);
  /** The calendars that were found, with their account. */
  #results = element('section', { class: 'setting-part', hidden: true });
  #said = element('p', { class: 'hint', role: 'status' });
  #findButton = element('button', {
    type: 'submit',
    form: 'connect-form',
    class: 'primary',
    text: t('findCalendars'),
  });
  /** @type {CalendarChoice<FoundCalendar & { note: string }> | null} */
  #choice = null;
  #hasAdded = false;

  /** @param {Agenda} agenda @param {Notices} notices */
  constructor(agenda, notices) {
    this.#page = { agenda, notices };
    const { dialog, close } = openDialog({
      title: t('connectTitle'),
      body: [element('div', { class: 'event-form' }, this.#start, this.#results, this.#said)],
      action: this.#findButton,
      mayClose: () => this.#mayClose(),
      closed: () => {
        this.#isOpen = false;
        this.#form.forgetPassword();
      },
    });
    this.#close = close;
    const choose = (/** @type {string} */ account) => void this.#openGoogle(account);
    void showGoogleOffer(this.#form.element, choose).then((google) => {
      // On a phone, the keyboard for the form would cover the offer of Google.
      if (!this.#isOpen || dialog.querySelector('input:focus')) return;
      if (google) google.focus();
      else this.#form.focus();
    });
  }

  /** @returns {boolean | Promise<boolean>} */
  #mayClose() {
    const hasAdded = this.#hasAdded || (this.#choice?.addedCount ?? 0) > 0;
    return !this.#form.isTouched || hasAdded || askDiscard();
  }

  /** @param {string} account The Google account, whose calendars are chosen in another dialog. */
  async #openGoogle(account) {
    if (!(await this.#mayClose())) return;
    this.#close();
    openGoogleCalendars(this.#page, account);
  }

  async #find() {
    const { account } = this.#form;
    this.#form.unsay();
    this.#said.textContent = t('findingCalendars');
    this.#findButton.disabled = true;
    try {
      const found = await lookUpCalendars(account);
      if (this.#isOpen) this.#offer(found, account);
    } catch (error) {
      this.#said.textContent = '';
      if (this.#isOpen) this.#form.refuse(error);
    }
    this.#findButton.disabled = false;
  }

  /** @param {FoundCalendar[]} found @param {AccountElsewhere} account */
  #offer(found, account) {
    const back = button(t('changeAccount'), () => this.#goBack());
    const noted = found.map((each) => ({ ...each, note: each.writable ? '' : t('readOnly') }));
    const choice = new CalendarChoice(
      this.#page,
      {
        said: this.#said,
        isOpen: () => this.#isOpen,
        close: this.#close,
        busy: (isBusy) => {
          back.disabled = isBusy;
        },
      },
      noted,
      ({ address, color }) => ({ ...account, kind: 'caldav', address, color }),
    );
    this.#choice = choice;
    this.#results.replaceChildren(
      element('h3', { text: accountName({ user: account.user, host: hostOf(account) }) }),
      choice.element,
      element('div', { class: 'form-links' }, back),
    );
    this.#start.hidden = true;
    this.#results.hidden = false;
    this.#findButton.replaceWith(choice.button);
    if (!choice.focus()) back.focus();
  }

  #goBack() {
    this.#hasAdded ||= (this.#choice?.addedCount ?? 0) > 0;
    this.#choice?.button.replaceWith(this.#findButton);
    this.#choice = null;
    this.#said.textContent = '';
    this.#start.hidden = false;
    this.#results.hidden = true;
    this.#form.focus();
  }
}

/** @param {AccountElsewhere} account @returns {string} The server's name, as it was typed. */
const hostOf = ({ address }) =>
  (address.split('@').at(-1) ?? '').replace(/^\w+:\/+/, '').split('/')[0] ?? '';
