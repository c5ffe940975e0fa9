import { readExternalCalendars } from '../../../api/external-calendars.js';
import { button, entry } from '../../../components/setting-section.js';
import { element } from '../../../dom/element.js';
import { t } from '../../../i18n/strings.js';
import { explain } from '../../../state/error-messages.js';
import { consentLink } from './consent-link.js';

/**
 * Adds the way to calendars at Google before the form for other services, or says below the form
 * why there is none.
 *
 * @param {HTMLElement} form @param {(account: string) => void} choose Called with the id of an
 *   account that is connected already.
 * @returns {Promise<HTMLElement | null>} The button for Google; null if there is none.
 */
export async function showGoogleOffer(form, choose) {
  try {
    const { google, googleAccounts } = await readExternalCalendars();
    if (google) {
      const [section, heading] = offer(googleAccounts, choose);
      form.before(section, heading);
      return /** @type {HTMLElement | null} */ (section.querySelector('a, button'));
    }
    form.append(element('p', { class: 'hint', text: t('googleIsOff') }));
  } catch (error) {
    form.append(element('p', { class: 'hint', text: explain(error) }));
  }
  return null;
}

/**
 * @param {GoogleAccount[]} accounts @param {(account: string) => void} choose
 * @returns {[HTMLElement, HTMLElement]} The offer, and the heading of what follows it.
 */
const offer = (accounts, choose) => [
  element(
    'section',
    { class: 'rows inner' },
    element('h3', { text: 'Google' }),
    element('p', { class: 'hint', text: t('googleHint') }),
    accounts.length > 0 &&
      element('ul', { class: 'entries' }, ...accounts.map((each) => accountRow(each, choose))),
    accounts.length > 0
      ? element('div', { class: 'form-links' }, consentLink(t('otherGoogleAccount'), 'read', {}))
      : consentLink(t('continueWithGoogle'), 'read', { kind: 'primary wide' }),
  ),
  element('h3', { text: t('servicesWithPassword') }),
];

/** @param {GoogleAccount} account @param {(account: string) => void} choose */
const accountRow = ({ id, email }, choose) =>
  entry(
    email,
    '',
    button(
      t('chooseCalendars'),
      () => choose(id),
      'quiet',
      t('chooseCalendarsOf', { name: email }),
    ),
  );
