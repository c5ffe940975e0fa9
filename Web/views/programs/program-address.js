/** The path where programs find everything else (RFC 6764, 5). */
const rootPath = '/dav/';

/**
 * @param {string} origin The page's origin. @returns {string} The address to type into a program.
 */
export const programAddress = (origin) => origin + rootPath;

/**
 * The reason why programs can't use the page's address: an address of this computer leads nowhere
 * on other devices, and passwords aren't accepted without HTTPS.
 *
 * @param {string} origin @returns {Message | undefined}
 */
export function addressLimit(origin) {
  const { protocol, hostname } = new URL(origin);
  if (/^(.*\.)?localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(hostname)) return 'programsOnlyHere';
  return protocol === 'https:' ? undefined : 'programsNeedHTTPS';
}

/**
 * An address that opens a calendar app on a phone, such as DAVx⁵, with the server and the user name
 * filled in. The password isn't in it: a picture of the code would give it away.
 *
 * @param {string} origin @param {string} email
 */
export function phoneAddress(origin, email) {
  const { protocol, host } = new URL(origin);
  const scheme = protocol === 'https:' ? 'caldavs' : 'caldav';
  return `${scheme}://${encodeURIComponent(email)}@${host}${rootPath}`;
}

/**
 * A whole configuration for vdirsyncer, which copies the calendars into folders and back. Quotes and
 * backslashes are escaped as in JSON, which is how vdirsyncer reads values.
 *
 * @param {string} origin @param {string} email
 */
export const syncConfiguration = (origin, email) =>
  [
    '[general]',
    'status_path = "~/.local/share/vdirsyncer/status/"',
    '',
    '[pair meantime]',
    'a = "meantime_folder"',
    'b = "meantime_server"',
    'collections = ["from b"]',
    'metadata = ["displayname"]',
    'conflict_resolution = "b wins"',
    '',
    '[storage meantime_folder]',
    'type = "filesystem"',
    'path = "~/.local/share/meantime/"',
    'fileext = ".ics"',
    '',
    '[storage meantime_server]',
    'type = "caldav"',
    `url = ${JSON.stringify(programAddress(origin))}`,
    `username = ${JSON.stringify(email)}`,
    'password.fetch = ["prompt", "Meantime"]',
  ].join('\n');

/** The configuration of khal for the folders that {@link syncConfiguration} names. */
export const khalConfiguration = [
  '[calendars]',
  '[[meantime]]',
  'path = ~/.local/share/meantime/*',
  'type = discover',
].join('\n');
