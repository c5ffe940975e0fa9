import { lookUpCalendars } from '../../api/external-calendars.js';
import { askDiscard } from '../../components/modal-dialog.js';
import { button } from '../../components/setting-section.js';
import { openSideCard } from '../../components/side-card.js';
import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { AccountForm } from './account-form.js';
import { CalendarChoice } from './calendar-choice.js';
import { accountName } from './external-accounts.js';
import { openGoogleCalendars } from './google/google-calendars-dialog.js';
import { showGoogleOffer } from './google/google-offer.js';

/**
 * The dialog that adds calendars of an account at another service.
 *
 * @param {Pick<EventModel, 'agenda'>} model @param {Notices} notices
 */
export function openConnect({ agenda }, notices) {
  new ConnectDialog(agenda, notices).open();
}

/** Asks first for the account, then which of its calendars to add. */
class ConnectDialog {
  #page;
  #close = () => {};
  #isOpen = false;
  #form = new AccountForm(() => void this.#find());
  /** The start of the dialog, before an account is entered. */
  #start = element('div', { class: 'rows inner' }, this.#form.element);
  /** The calendars that were found, with their account. */
  #results = element('section', { class: 'rows inner', hidden: true });
  #said = element('p', { class: 'hint', role: 'status' });
  #rows = element('div', { class: 'event-form rows' }, this.#start, this.#results, this.#said);
  #findButton = element('button', {
    type: 'submit',
    form: 'connect-form',
    class: 'primary',
    text: t('findCalendars'),
  });
  /** @type {CalendarChoice<FoundCalendar & { note: string }> | null} */
  #choice = null;
  #hasAdded = false;
  /** @type {Promise<HTMLElement | null> | null} */
  #google = null;

  /** @param {Agenda} agenda @param {Notices} notices */
  constructor(agenda, notices) {
    this.#page = { agenda, notices };
  }

  /** Opens it; for the second time as it was left, but without the password. */
  open() {
    this.#isOpen = true;
    const title = t('connectTitle');
    const { dialog, close, signal } = openSideCard({
      title,
      body: [this.#rows],
      foot: [this.#choice?.button ?? this.#findButton],
      mayClose: () => !this.#isTouched || askDiscard(),
      keep: () => {
        if (this.#isTouched) tell(document, 'form-left', { title, open: () => this.open() });
      },
    });
    signal.addEventListener('abort', () => {
      this.#isOpen = false;
      this.#form.forgetPassword();
    });
    this.#close = close;
    this.#google ??= showGoogleOffer(
      this.#form.element,
      (account) => void this.#openGoogle(account),
    );
    void this.#google.then((google) => {
      // On a phone, the keyboard for the form would cover the offer of Google.
      if (!this.#isOpen || dialog.querySelector('input:focus')) return;
      if (google) google.focus();
      else this.#form.focus();
    });
  }

  /** Whether something is typed that wasn't used to add a calendar. */
  get #isTouched() {
    const hasAdded = this.#hasAdded || (this.#choice?.addedCount ?? 0) > 0;
    return this.#form.isTouched && !hasAdded;
  }

  /** @param {string} account The Google account, whose calendars are chosen in another dialog. */
  async #openGoogle(account) {
    if (this.#isTouched && !(await askDiscard())) return;
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
