import { element } from '../../dom/element.js';
import { splitCall } from '../../i18n/call-text.js';
import { linkedPieces, plainNotes } from '../../i18n/plain-notes.js';
import { t } from '../../i18n/strings.js';
import { visibleText } from '../../i18n/visible-text.js';

/**
 * Services for video calls, with the addresses that lead into a call there rather than just to the
 * service's pages. The name is empty for programs that anybody can run on a host of their own.
 *
 * @type {{ name: string, host: RegExp, path: RegExp }[]}
 */
const services = [
  { name: 'Google Meet', host: /^meet\.google\.com$/, path: /^\/(lookup\/)?[\w-]+/ },
  { name: 'Zoom', host: /(^|\.)zoom(gov)?\.(us|com)$/, path: /^\/(j|my|s|w|wc)\/./ },
  {
    name: 'Microsoft Teams',
    host: /^teams\.(microsoft\.(com|us)|live\.com|cloud\.microsoft)$/,
    path: /^\/(l\/meetup-join|meet)\/./,
  },
  { name: 'Webex', host: /\.webex\.com$/, path: /^\/(meet|join)\/.|\/j\.php$|\/meeting\/./ },
  { name: 'Jitsi Meet', host: /^meet\.jit\.si$|^8x8\.vc$/, path: /^\/./ },
  { name: '', host: /(^|\.)jitsi\.(?!org$|github\.io$)/, path: /^\/./ },
  { name: 'Whereby', host: /(^|\.)whereby\.com$/, path: /^\/[\w-]+$/ },
  { name: 'GoTo Meeting', host: /^(meet\.goto|(global|app)\.gotomeeting)\.com$/, path: /\d{6}/ },
  { name: 'FaceTime', host: /^facetime\.apple\.com$/, path: /^\/join/ },
];
/** Pages of mail programs that lead on to the address in their query, by its name there. */
const detours = [
  { host: /\.safelinks\.protection\.outlook\.com$/, name: 'url' },
  { host: /^www\.google\.com$/, name: 'q' },
];

/**
 * The most links that are shown: a meeting has few, and a malicious event mustn't fill the card.
 */
const linksMax = 5;
/** The most characters of the label that a program, or anybody, gave to a link. */
const labelMax = 60;

/**
 * A way into the call of an event: a page on a host, or a telephone number. The service's name is
 * empty if it isn't a known one. `isCall` says whether the address itself shows that it's a call.
 *
 * @typedef {{ href: string, host: string, service: string, label: string, isPhone: boolean,
 *   isCall: boolean }} MeetingLink
 */

/** @param {string} text @returns {URL | null} */
function addressOf(text) {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * @param {URL} address
 * @returns {{ name: string } | undefined} The service of the call that it leads into, if it does.
 */
const serviceAt = ({ protocol, hostname, pathname }) =>
  /^https?:$/.test(protocol)
    ? services.find(({ host, path }) => host.test(hostname) && path.test(pathname))
    : undefined;

/**
 * The links into an event's call: those that it declares, and addresses of known services where
 * other programs put them.
 *
 * @param {Pick<EventDetail, 'conferences' | 'url' | 'location' | 'notes'>} event
 * @param {number} [notesMax] How much of the notes is looked through.
 * @returns {MeetingLink[]} Each address once, pages before telephone numbers.
 */
export function meetingLinks({ conferences = [], url, location, notes }, notesMax = 64 * 1024) {
  const read = notes.slice(0, notesMax);
  const named = conferences.flatMap(({ uri, label }) => linkOf(uri, label));
  const known = servicesAmong([url, ...linkedPieces(location).map(({ href }) => href)]);
  /** @type {Map<string, MeetingLink>} */
  const byAddress = new Map();
  for (const link of [...named, ...known, ...linkInNotes(read, [...named, ...known])])
    if (!byAddress.has(link.href)) byAddress.set(link.href, link);
  return [...byAddress.values()]
    .sort((a, b) => Number(a.isPhone) - Number(b.isPhone))
    .slice(0, linksMax);
}

/**
 * The call that the notes lead into, if nothing else does: what a program wrote about the call comes
 * before what people wrote, who may mention other calls.
 *
 * @param {string} notes @param {MeetingLink[]} others @returns {MeetingLink[]} One at most.
 */
function linkInNotes(notes, others) {
  if (others.some(({ isPhone }) => !isPhone)) return [];
  const { call, own } = splitCall(plainNotes(notes));
  const addresses = [call, own].flatMap(linkedPieces).map(({ href }) => onward(href));
  return servicesAmong(addresses).slice(0, 1);
}

/** @param {string[]} addresses @returns {MeetingLink[]} Those that lead into calls. */
const servicesAmong = (addresses) =>
  addresses.flatMap((text) => linkOf(text, '')).filter(({ isCall }) => isCall);

/** @param {string} href @returns {string} Where a mail program's detour leads; else the address. */
function onward(href) {
  const address = addressOf(href);
  const detour = address && detours.find(({ host }) => host.test(address.hostname));
  return (detour && address.searchParams.get(detour.name)) || href;
}

/**
 * @param {string} text @param {string} label @returns {MeetingLink[]} Empty for a link that isn't
 *   safe.
 */
function linkOf(text, label) {
  const address = addressOf(text.trim());
  if (!address || !/^(https?|tel):$/.test(address.protocol)) return [];
  const isPhone = address.protocol === 'tel:';
  const service = serviceAt(address);
  const { href, host } = address;
  return [{ href, host, service: service?.name ?? '', label, isPhone, isCall: Boolean(service) }];
}

/**
 * What a link says. Who wrote the event may have chosen its label, so that never hides where the link
 * leads.
 *
 * @param {MeetingLink} link @param {boolean} isFirst
 * @returns {{ words: string, target: string }} `target` is the host or number, which is shown in
 *   smaller type; empty if the words say it.
 */
export function wordsOf({ href, host, service, label, isPhone }, isFirst) {
  const shown = [...visibleText(label)].slice(0, labelMax).join('');
  if (isPhone) {
    const number = numberOf(href);
    if (!shown || shown === number) return { words: t('dialIn', { number }), target: '' };
    return { words: t('dialIn', { number: shown }), target: number };
  }
  if (!isFirst && shown) return { words: shown, target: host };
  if (service) return { words: t('joinCallOn', { service }), target: '' };
  return { words: t('joinCall'), target: host };
}

/** @param {string} href @returns {string} The number to dial, without the code that follows it. */
const numberOf = (href) => href.replace(/^tel:/, '').replace(/[;,].*/, '');

/**
 * @param {Parameters<typeof meetingLinks>[0]} event @returns {HTMLElement[]} One link for each
 *   address.
 */
export function meetingPart(event) {
  const links = meetingLinks(event);
  if (links.length === 0) return [];
  const made = links.map((link, index) => {
    const { words, target } = wordsOf(link, index === 0);
    return element(
      'a',
      {
        class: index === 0 ? 'primary wide' : 'quiet',
        href: link.href,
        ...(link.isPhone ? {} : { target: '_blank', rel: 'noopener noreferrer' }),
      },
      element('span', { dir: 'auto', text: words }),
      ...(target ? [' ', element('small', { dir: 'ltr', text: target })] : []),
    );
  });
  return [element('div', { class: 'form-links meeting-links' }, ...made)];
}
