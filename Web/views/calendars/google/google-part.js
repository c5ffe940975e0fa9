import { fieldRow } from '../../../components/form/field-row.js';
import { element, focusedIn } from '../../../dom/element.js';
import { t } from '../../../i18n/strings.js';
import { accountName } from '../external-accounts.js';
import { waitingText } from '../external-calendar-state.js';
import { connectAgainLink, consentLink } from './consent-link.js';

/** The Google account that a calendar belongs to, and what its consent allows. */
export function googlePart() {
  const name = element('span', { dir: 'auto' });
  const facts = element('p', { class: 'hint' });
  const links = element('div', { class: 'form-links' });
  return {
    elements: [fieldRow('person', t('account'), name), facts, links],
    show: (/** @type {ExternalCalendar} */ source, /** @type {GoogleAccount[]} */ accounts) => {
      name.textContent = accountName(source);
      const letting = hasEnded(source) ? '' : t(lettingOf(source));
      facts.textContent = [letting, waitingText(source)].filter(Boolean).join(' ');
      const hadFocus = focusedIn(links) !== null;
      links.replaceChildren(...consentOf(source, accounts));
      links.hidden = links.childElementCount === 0;
      if (hadFocus) links.querySelector('a')?.focus();
    },
  };
}

/** @param {ExternalCalendar} source @returns {boolean} Whether Google has to be asked for consent again. */
const hasEnded = ({ failure = '' }) => ['consent-ended', 'secret-lost'].includes(failure);

/** @param {ExternalCalendar} source @returns {boolean} Whether its events could be changed from here. */
const isChangeable = ({ access }) => access === 'owner' || access === 'writer';

/** @param {ExternalCalendar} source @returns {Message} What can be done with it here. */
export function lettingOf(source) {
  if (source.access === 'freeBusyReader') return 'onlyFreeBusyThere';
  if (!isChangeable(source)) return 'readOnlyThere';
  return source.writable ? 'bothWays' : 'lookOnly';
}

/** @param {ExternalCalendar} source @param {GoogleAccount[]} accounts @returns {HTMLElement[]} */
function consentOf(source, accounts) {
  const { account, calendar, writable } = source;
  if (hasEnded(source))
    return [
      connectAgainLink(
        accounts.find(({ id }) => id === account),
        calendar,
      ),
    ];
  return isChangeable(source) && !writable
    ? [consentLink(t('allowChanges'), 'write', { account, calendar })]
    : [];
}
