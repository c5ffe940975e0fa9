// The archive of Apple's calendar, a folder `….icbu` or its zip. It has a folder `….calendar` for
// each calendar, also inside the folder of an account, and in it a file for each event and a
// property list with the calendar's name and colour.

const eventPath = /^(?:.*\/)?[^/]+\.calendar(?=\/Events\/[^/]+\.ics$)/i;
const listPath = /^(?:.*\/)?[^/]+\.calendar(?=\/Info\.plist$)/i;
/** The database in which newer versions keep the events instead. */
const databasePath = /(?:^|\/)(?:Calendar\.sqlitedb|Calendar Cache)$/i;
/** The most bytes of a property list that are read; they usually have about 1 KiB. */
export const listBytesMax = 64 * 1024;

/**
 * @param {string} path @returns {string} The folder of the calendar, if the path is of an event.
 */
export const folderOfEvent = (path) => eventPath.exec(path)?.[0] ?? '';

/**
 * @param {string} path @returns {string} The folder of the calendar, if the path is of its property
 *   list.
 */
export const folderOfList = (path) => listPath.exec(path)?.[0] ?? '';

/** @param {string} path @returns {boolean} Whether it's a database of Apple's calendar. */
export const isAppleDatabase = (path) => databasePath.test(path);

/** @type {Record<string, string>} */
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * @param {string} list A property list, as XML.
 * @returns {{ title: string, color: string }} Empty texts for what the list doesn't say.
 */
export function namesInList(list) {
  const valueOf = (/** @type {string} */ key) =>
    (new RegExp(`<key>${key}</key>\\s*<string>([^<]*)</string>`).exec(list)?.[1] ?? '').replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
      (whole, decimal, hexadecimal, name) =>
        name ? (entities[name] ?? whole) : character(decimal ?? `0x${hexadecimal}`),
    );
  const color = valueOf('Color');
  return { title: valueOf('Title').trim(), color: /^#[\da-f]{6,8}$/i.test(color) ? color : '' };
}

/** @param {string} number @returns {string} */
const character = (number) => (Number(number) <= 0x10ffff ? String.fromCodePoint(+number) : '');

/**
 * The parts of one calendar as a single file, which begins with its name and colour.
 *
 * @param {{ title: string, color: string }} names @param {BlobPart[]} parts
 * @param {string} fileName
 * @returns {File}
 */
export function joinedCalendar({ title, color }, parts, fileName) {
  const name = title.replace(/[\\;,]/g, '\\$&').replace(/\s+/g, ' ');
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Meantime//Import//EN',
    ...(name ? [`X-WR-CALNAME:${name}`] : []),
    ...(color ? [`X-APPLE-CALENDAR-COLOR:${color}`] : []),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
  return new File([head, ...parts.flatMap((part) => [part, '\r\n'])], fileName, {
    type: 'text/calendar',
  });
}
