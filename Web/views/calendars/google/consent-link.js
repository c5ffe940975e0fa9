import { consentPath } from '../../../api/external-calendars.js';
import { keepIn, readFrom, tabStorage } from '../../../dom/device-storage.js';
import { element } from '../../../dom/element.js';
import { t } from '../../../i18n/strings.js';

/** The name under which the session keeps whose calendar dialog the browser left for Google. */
const leftFrom = 'leftForGoogle';

/**
 * A link that looks like a button and leads to Google's page for consent. Afterwards the browser
 * returns to where it is now.
 *
 * @param {string} text @param {'read' | 'write'} calendars What to ask for.
 * @param {{ account?: string | undefined, calendar?: string | undefined, kind?: string }} asked The
 *   account whose owner is asked again, and the calendar whose dialog opens again afterwards.
 */
export function consentLink(text, calendars, { account, calendar, kind = 'quiet' }) {
  return element('a', {
    class: kind,
    href: consentPath(calendars, location.pathname, account),
    'data-for': text,
    text,
    onclick: () => void keepIn(tabStorage(), leftFrom, calendar ?? ''),
  });
}

/**
 * @param {GoogleAccount | undefined} account The account whose consent has ended, if it's known.
 * @param {string} [calendar]
 */
export const connectAgainLink = (account, calendar) =>
  consentLink(t('connectAgain'), account?.writable ? 'write' : 'read', {
    account: account?.id,
    calendar,
  });

/** @returns {string | null} The calendar whose dialog the browser left; later calls return null. */
export function takeLeftCalendar() {
  const calendar = readFrom(tabStorage(), leftFrom);
  keepIn(tabStorage(), leftFrom, '');
  return calendar;
}
