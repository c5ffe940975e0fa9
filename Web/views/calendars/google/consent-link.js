import { consentPath } from '../../../api/sources.js';
import { element } from '../../../dom/element.js';
import { t } from '../../../i18n/strings.js';

/** Under this name the session keeps which calendar's dialog the browser left for Google. */
const leftFrom = 'leftForGoogle';

/**
 * A link that looks like a button and leads to the page where Google asks for consent. The browser
 * then comes back to where it is now.
 *
 * @param {string} text @param {'read' | 'write'} calendars What to ask for.
 * @param {{ account?: string | undefined, calendar?: string | undefined, kind?: string }} asked The
 *   account that is asked again, and the calendar whose dialog then opens once more.
 */
export function consentLink(text, calendars, { account, calendar, kind = 'quiet' }) {
  return element('a', {
    class: kind,
    href: consentPath(calendars, location.pathname, account),
    'data-for': text,
    text,
    onclick: () => {
      if (calendar) sessionStorage.setItem(leftFrom, calendar);
      else sessionStorage.removeItem(leftFrom);
    },
  });
}

/**
 * @param {GoogleAccount | undefined} account One whose consent has ended, or none that is known.
 * @param {string} [calendar]
 */
export const connectAgainLink = (account, calendar) =>
  consentLink(t('connectAgain'), account?.writable ? 'write' : 'read', {
    account: account?.id,
    calendar,
  });

/** @returns {string | null} The calendar whose dialog the browser left; only once. */
export function takeLeftCalendar() {
  const calendar = sessionStorage.getItem(leftFrom);
  sessionStorage.removeItem(leftFrom);
  return calendar;
}
