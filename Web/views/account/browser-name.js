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
export function browserName(text) {
  const found = [browsers, systems].map(
    (list) => list.find(([sign = '']) => text.includes(sign))?.[1],
  );
  return found.filter((name) => name !== undefined).join(', ');
}
