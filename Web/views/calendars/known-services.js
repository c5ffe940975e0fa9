/**
 * A service where many people have calendars: its server, unless each user has another, a hint what
 * to enter, and the endings of the host names in its addresses.
 *
 * @typedef {{ name: string, server: string, hint: Message, hosts: string[] }} KnownService
 */

/** @type {Record<'icloud' | 'fastmail' | 'nextcloud' | 'other', KnownService>} */
export const knownServices = {
  icloud: {
    name: 'iCloud',
    server: 'icloud.com',
    hint: 'connectICloud',
    hosts: ['icloud.com', 'me.com', 'mac.com'],
  },
  fastmail: {
    name: 'Fastmail',
    server: 'fastmail.com',
    hint: 'connectFastmail',
    hosts: ['fastmail.com', 'fastmail.fm'],
  },
  nextcloud: { name: 'Nextcloud', server: '', hint: 'connectNextcloud', hosts: [] },
  other: { name: '', server: '', hint: 'connectOther', hosts: [] },
};

/** @typedef {keyof typeof knownServices} ServiceName */

/** @param {string} typed @returns {boolean} */
export const isEmail = (typed) => typed.includes('@') && !typed.includes('/');

/**
 * @param {string} typed A server's name, an e-mail address or an address.
 * @returns {ServiceName | null} The service, if it's certain.
 */
export function serviceOf(typed) {
  const text = typed.trim().toLowerCase();
  const host = (isEmail(text) ? text.split('@').at(-1) : text.replace(/^\w+:\/+/, '')) ?? '';
  const [name = ''] = host.split(/[/:]/);
  if (/nextcloud|\/remote\.php\b/.test(host)) return 'nextcloud';
  const services = /** @type {[ServiceName, KnownService][]} */ (Object.entries(knownServices));
  const found = services.find(([, { hosts }]) =>
    hosts.some((each) => name === each || name.endsWith(`.${each}`)),
  );
  return found?.[0] ?? null;
}
