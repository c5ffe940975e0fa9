import { t } from '../../i18n/strings.js';
import { knownServices, serviceOf } from './known-services.js';

/** @param {string} host @returns {string} As people know it: that of one service has its name. */
export function hostName(host) {
  const { name, server } = knownServices[serviceOf(host) ?? 'other'];
  return server ? name : host;
}

/** @param {Pick<Source, 'user' | 'host'>} account @returns {string} Who it is, and where. */
export const accountName = ({ user = '', host = '' }) =>
  host ? t('userAtHost', { user, host: hostName(host) }) : t('lostAccount');

/**
 * @param {Source[]} sources
 * @returns {{ single: Source[], accounts: { name: string, sources: Source[] }[] }} Those read by
 *   their addresses alone, and the others by account, each in the order they came in.
 */
export function sourcesByAccount(sources) {
  /** @type {Map<string, Source[]>} */
  const accounts = new Map();
  for (const source of sources.filter(({ kind }) => kind === 'caldav')) {
    const name = accountName(source);
    accounts.set(name, [...(accounts.get(name) ?? []), source]);
  }
  return {
    single: sources.filter(({ kind }) => kind !== 'caldav'),
    accounts: [...accounts].map(([name, ofAccount]) => ({ name, sources: ofAccount })),
  };
}
