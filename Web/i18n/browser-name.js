/**
 * The names of browsers in their `User-Agent`. More specific ones first: Edge also claims to be
 * Chrome, and Chrome Safari. The same goes for systems.
 */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['HeadlessChrome', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['CriOS', 'Chrome'],
  ['Safari', 'Safari'],
];
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
];

/**
 * @param {string} text The header `User-Agent`.
 * @returns {string} "Firefox, Linux"; empty if it contains no known name.
 */
export const browserName = (text) =>
  [nameIn(browsers, text), systemName(text)].filter(Boolean).join(', ');

/** @param {string} text The header `User-Agent`. @returns {string} "Linux"; empty if unknown. */
export const systemName = (text) => nameIn(systems, text);

/** @param {string[][]} list @param {string} text */
const nameIn = (list, text) => list.find(([sign = '']) => text.includes(sign))?.[1] ?? '';
