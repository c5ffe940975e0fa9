// Guests as text: as the core takes them, and as people type or paste them.

const encoder = new TextEncoder();

/** What an e-mail address and an account begin with as calendar addresses (RFC 5545, 3.3.3). */
const [mailPrefix, accountPrefix] = ['mailto:', 'urn:uuid:'];

/** The most UTF-8 bytes of a calendar address, and letters of a name, that the core takes from people. */
const [addressBytesMax, nameLettersMax] = [320, 200];

/** The most guests of an event. */
export const guestsMax = 200;

/**
 * @param {Guest} guest
 * @returns {string} The line that a draft has for them: the role, the name and the address, with
 *   tabs between them. The address comes last, because one that another program has written may have
 *   tabs itself.
 */
export const guestLine = ({ address, name, optional }) =>
  [optional ? 'optional' : 'required', name.replaceAll(/\s+/g, ' '), address].join('\t');

/** @param {string} lines As a draft has them. @returns {Guest[]} */
export const guestsOf = (lines) =>
  lines === ''
    ? []
    : lines.split('\n').map((line) => {
        const [role, name = '', ...address] = line.split('\t');
        return { address: address.join('\t'), name, optional: role === 'optional' };
      });

/**
 * @param {Pick<EventDetail, 'attendees' | 'decidesGuests'>} event
 * @returns {Guest[]} The people whom it invites; none if that isn't for the user to decide.
 */
export const guestsIn = ({ attendees, decidesGuests }) =>
  attendees
    .filter(({ isViewer }) => decidesGuests && !isViewer)
    .map(({ address, name, optional }) => ({
      address,
      // Somebody without a name goes by the e-mail address.
      name: name === emailOf({ address }) ? '' : name,
      optional,
    }));

/** @param {Pick<Guest, 'address'>} guest @returns {string} The e-mail address; empty without one. */
export const emailOf = ({ address }) =>
  address.slice(0, mailPrefix.length).toLowerCase() === mailPrefix
    ? address.slice(mailPrefix.length)
    : '';

/** @param {string} account @returns {string} The address of an account of this server. */
export const addressOfAccount = (account) => accountPrefix + account;

/** @param {Pick<Guest, 'name' | 'address'>} guest @returns {string} What they're called. */
export const guestName = ({ name, address }) => name || emailOf({ address }) || address;

/**
 * @param {Pick<Guest, 'address'>} guest
 * @returns {string} What two addresses of the same guest have in common. Neither accounts nor the
 *   e-mail addresses in use tell cases apart.
 */
export const guestKey = ({ address }) => address.toLowerCase();

/** @param {Pick<Guest, 'address'>} one @param {Pick<Guest, 'address'>} other */
export const isSameGuest = (one, other) => guestKey(one) === guestKey(other);

/**
 * Reads the addresses that people type or paste: `anna@example.org`, several of them, or with names
 * as mail programs write them, `"Sommer, Anna" <anna@example.org>` (RFC 5322, 3.4).
 *
 * @param {string} text
 * @returns {Guest[] | null} Null if anything in it isn't an e-mail address.
 */
export function guestsTyped(text) {
  const parts = text.match(/(?:"[^"]*"|<[^>]*>|[^,;\n"<]|["<])+/g) ?? [];
  /** @type {Guest[]} */
  const guests = [];
  for (const part of parts.map((each) => each.trim()).filter(Boolean)) {
    const [, quoted = '', bracketed = ''] = /^(.*?)\s*<([^<>]*)>$/.exec(part) ?? [];
    const address = (bracketed || part).trim();
    const email = emailOf({ address }) || address;
    const { length } = encoder.encode(mailPrefix + email);
    if (length > addressBytesMax || !/^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+$/.test(email)) {
      // Several addresses may stand beside each other with nothing but blanks between them.
      const words = part.split(/\s+/);
      const several = words.length > 1 ? words.map(guestsTyped) : [];
      if (several.length === 0 || several.includes(null)) return null;
      guests.push(...several.flatMap((each) => each ?? []));
      continue;
    }
    const name = quoted
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .slice(0, nameLettersMax);
    guests.push({ address: mailPrefix + email, name, optional: false });
  }
  return guests;
}
