import { addSource, lookUpCalendars } from '../../api/sources.js';
import { askDiscard, openDialog } from '../../components/modal-dialog.js';
import { button } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { AccountForm } from './account-form.js';
import { FoundCalendars, withColors } from './found-calendars.js';
import { accountName } from './source-accounts.js';
import { sourceProblem } from './source-state.js';

/**
 * The dialog that adds calendars of an account at another service.
 *
 * @param {Pick<EventModel, 'agenda'>} model @param {Notices} notices
 */
export function openConnect({ agenda }, notices) {
  new ConnectDialog(agenda, notices);
}

/** First asks for the account, then which of its calendars to add. */
class ConnectDialog {
  #agenda;
  #notices;
  #close;
  #isOpen = true;
  #form = new AccountForm(() => void this.#find());
  /** What was found, and the account it was found with. */
  #results = element('section', { class: 'setting-part', hidden: true });
  #said = element('p', { class: 'hint', role: 'status' });
  #findButton = element('button', {
    type: 'submit',
    form: 'connect-form',
    class: 'primary',
    text: t('findCalendars'),
  });
  #addButton = element('button', { type: 'button', class: 'primary' });
  #addedCount = 0;

  /** @param {Agenda} agenda @param {Notices} notices */
  constructor(agenda, notices) {
    this.#agenda = agenda;
    this.#notices = notices;
    const { close } = openDialog({
      title: t('connectTitle'),
      body: [
        element('div', { class: 'event-form' }, this.#form.element, this.#results, this.#said),
      ],
      action: this.#findButton,
      mayClose: () => !this.#form.isTouched || this.#addedCount > 0 || askDiscard(),
      closed: () => {
        this.#isOpen = false;
        this.#form.forgetPassword();
      },
    });
    this.#close = close;
    this.#form.focus();
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
    const { ownCalendars, subscribedCalendars } = this.#agenda;
    const used = [...ownCalendars, ...subscribedCalendars].map(({ color }) => color);
    /** @type {FoundCalendars} */
    const list = new FoundCalendars(withColors(found, used), () => this.#count(list));
    const back = button(t('changeAccount'), () => this.#goBack());
    this.#results.replaceChildren(
      element('h3', { text: accountName({ user: account.user, host: hostOf(account) }) }),
      list.element,
      element('div', { class: 'form-links' }, back),
    );
    this.#addButton.onclick = async () => {
      back.disabled = true;
      await this.#add(list, account);
      back.disabled = false;
    };
    this.#said.textContent = t('foundCalendars', { n: found.length });
    this.#show('results');
    this.#count(list);
    if (list.chosen.length > 0) list.focus();
    else back.focus();
  }

  #goBack() {
    this.#said.textContent = '';
    this.#show('account');
    this.#form.focus();
  }

  /** @param {'account' | 'results'} step */
  #show(step) {
    const isForm = step === 'account';
    this.#form.element.hidden = !isForm;
    this.#results.hidden = isForm;
    const [shown, gone] = [this.#findButton, this.#addButton];
    if (isForm) gone.replaceWith(shown);
    else shown.replaceWith(gone);
  }

  /** @param {FoundCalendars} list */
  #count({ chosen }) {
    this.#addButton.textContent = t('addFound', { n: chosen.length });
    this.#addButton.disabled = chosen.length === 0;
  }

  /**
   * Adds the chosen calendars one after another; the other service may not like more at once.
   *
   * @param {FoundCalendars} list @param {AccountElsewhere} account
   */
  async #add(list, account) {
    const { chosen } = list;
    let addedNow = 0;
    list.isBusy = true;
    this.#addButton.disabled = true;
    for (const each of chosen) {
      if (!this.#isOpen) break;
      this.#said.textContent = t('addingFound', { name: each.name });
      try {
        const { address, color } = each;
        const { calendar } = await addSource({ ...account, kind: 'caldav', address, color });
        this.#agenda.apply({ ...calendar, type: 'calendar' });
        list.added(each, calendar.id);
        addedNow += 1;
      } catch (error) {
        list.failed(each, sourceProblem(error, 'caldav'));
      }
    }
    this.#addedCount += addedNow;
    list.isBusy = false;
    this.#count(list);
    this.#tellAdded(addedNow, chosen.length);
  }

  /** @param {number} n @param {number} total */
  #tellAdded(n, total) {
    if (n < total && this.#isOpen) {
      this.#said.textContent = t('addedSomeFound', { n, total });
      this.#addButton.focus();
      return;
    }
    if (this.#isOpen) this.#close();
    if (n > 0) this.#notices.show(t('addedFound', { n }));
  }
}

/** @param {AccountElsewhere} account @returns {string} The server, as far as it was typed. */
const hostOf = ({ address }) =>
  (address.split('@').at(-1) ?? '').replace(/^\w+:\/+/, '').split('/')[0] ?? '';
