/** The languages that have a translation, with their own names. */
export const languageNames = { en: 'English', de: 'Deutsch' };

/**
 * The locale for dates and numbers: the browser's first one, or its first one in the chosen
 * language.
 *
 * @param {string} chosen Empty for the browser's.
 * @param {readonly string[]} browser
 * @returns {string}
 */
export function tagFor(chosen, browser) {
  const first = usableTag(browser[0] ?? 'en');
  if (chosen === '') return first;
  return browser.map(usableTag).find((tag) => tag.split('-')[0] === chosen) ?? chosen;
}

/**
 * The first weekday by region, from CLDR 48, for browsers that don't know it. Other regions start
 * on Monday.
 *
 * @type {[firstWeekday: number, regions: string][]}
 */
const firstWeekdays = [
  [5, 'MV'],
  [6, 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'],
  [
    7,
    'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT ' +
      'MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW',
  ],
];
/**
 * The weekend by region, from the same source; elsewhere it's Saturday and Sunday.
 *
 * @type {[weekend: number[], regions: string][]}
 */
const weekends = [
  [[4, 5], 'AF'],
  [[5], 'IR'],
  [[5, 6], 'BH DZ EG IL IQ JO KW LY OM QA SA SD SY YE'],
  [[7], 'IN UG'],
];
const rightToLeft = 'ar arc dv fa ha he iw ks ku ps sd ug ur yi';

/**
 * The browser's language, or English if the system has none: WebKit then reports "C", which isn't a
 * valid tag.
 *
 * @param {string} language @returns {string}
 */
export function usableTag(language) {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/**
 * @param {string} tag A language tag such as "en-GB".
 * @returns {{ firstWeekday: number, weekend: number[] }}
 */
export function weekSettings(tag) {
  const locale = new Intl.Locale(tag);
  const known = locale.getWeekInfo?.() ?? locale.weekInfo;
  if (known) return { firstWeekday: known.firstDay, weekend: [...known.weekend] };
  const region = locale.region ?? locale.maximize().region ?? '';
  return {
    firstWeekday: ofRegion(firstWeekdays, region) ?? 1,
    weekend: ofRegion(weekends, region) ?? [6, 7],
  };
}

/**
 * @template Value
 * @param {[Value, string][]} table @param {string} region @returns {Value | undefined}
 */
function ofRegion(table, region) {
  return table.find(([, regions]) => regions.split(' ').includes(region))?.[0];
}

/** @param {string} tag @returns {'ltr' | 'rtl'} */
export function direction(tag) {
  const locale = new Intl.Locale(tag);
  const known = locale.getTextInfo?.() ?? locale.textInfo;
  if (known) return known.direction;
  return rightToLeft.split(' ').includes(locale.language) ? 'rtl' : 'ltr';
}
