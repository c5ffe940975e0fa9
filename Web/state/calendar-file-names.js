/** The longest name of a calendar, in octets of UTF-8. */
export const nameBytesMax = 200;

/** `Work_id@group.calendar.google.com`; older ids have a domain before another underscore. */
const googleID =
  /_(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+_)?[^_@]*@(?:group|import|resource)(?:\.v)?\.calendar\.google\.com$/i;
const endings = /\.(?:ics|ical|ifb|calendar|icbu|zip)$/i;
/** The number that browsers add to a file's name if the name is already taken. */
const numbered = / ?\(\d+\)$/;
const identifier = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The name of a calendar whose file doesn't have one, from the name of the file or the folder.
 *
 * @param {string} path @returns {string} Empty if the file's name is only an identifier.
 */
export function calendarNameOf(path) {
  // Macs write "ü" as a "u" followed by two dots.
  const file = path.slice(path.lastIndexOf('/') + 1).normalize('NFC');
  let bare = file;
  while (endings.test(bare)) bare = bare.replace(endings, '');
  bare = bare.replace(numbered, '').replace(googleID, '');
  if (identifier.test(bare)) return '';
  return shortened(bare.includes('@') ? bare : bare.replace(/_+/g, ' ').trim());
}

/**
 * @param {string} name
 * @returns {string} The longest part that fits into the name of a calendar, in whole characters.
 */
export function shortened(name) {
  const octets = new TextEncoder().encode(name);
  if (octets.length <= nameBytesMax) return name;
  const cut = new TextDecoder().decode(octets.subarray(0, nameBytesMax));
  return cut.replace(/\uFFFD+$/, '').trimEnd();
}
