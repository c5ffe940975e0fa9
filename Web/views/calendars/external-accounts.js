import { t } from '../../i18n/strings.js';
import { knownServices, serviceOf } from './known-services.js';

/**
 * @param {string} host @returns {string} The host as people know it; Google's, for example, by a
 *   name.
 */
export function hostName(host) {
  const { name, server } = knownServices[serviceOf(host) ?? 'other'];
  return server ? name : host;
}

/** @param {Pick<ExternalCalendar, 'user' | 'host'>} account @returns {string} The user and the host. */
export const accountName = ({ user = '', host = '' }) =>
  host ? t('userAtHost', { user, host: hostName(host) }) : t('lostAccount');

/** @param {ExternalCalendar} source @returns {boolean} Whether it belongs to an account elsewhere. */
export const isOfAccount = ({ kind }) => kind !== 'feed';

/** @typedef {{ name: string, sources: ExternalCalendar[], google?: GoogleAccount }} ExternalAccount */

/**
 * @param {ExternalCalendar[]} sources @param {GoogleAccount[]} [googleAccounts]
 * @returns {{ single: ExternalCalendar[], accounts: ExternalAccount[] }} The sources that are read by their
 *   address alone, and the others by account, in the given order. Google accounts come last,
 *   including those without calendars here.
 */
export function externalCalendarsByAccount(sources, googleAccounts = []) {
  /** @type {Map<string, ExternalCalendar[]>} */
  const accounts = new Map();
  for (const source of sources.filter(({ kind }) => kind === 'caldav')) {
    const name = accountName(source);
    accounts.set(name, [...(accounts.get(name) ?? []), source]);
  }
  return {
    single: sources.filter((source) => !isOfAccount(source)),
    accounts: [
      ...[...accounts].map(([name, ofAccount]) => ({ name, sources: ofAccount })),
      ...googleAccounts.map((google) => ({
        name: accountName({ user: google.email, host: 'Google' }),
        sources: sources.filter(({ account }) => account === google.id),
        google,
      })),
    ],
  };
}
