/** The languages with a catalogue, by what they call themselves. */
export const languageNames = { en: 'English', de: 'Deutsch' };

/**
 * The tag that dates and numbers are written by: the browser's, or the nearest it has of the
 * language that was chosen.
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

/** Where the browser does not say: the first weekday and the weekend by region. */
const sundayRegions = 'US CA MX BR JP KR TW HK IL IN ZA PH CO PE VE TH';
const saturdayRegions = 'EG AE DZ SY IQ JO KW QA BH OM LY SD AF IR';
const rightToLeft = 'ar arc dv fa ha he iw ks ku ps sd ug ur yi';

/**
 * The browser's language, or English where the system has none: WebKit then says "C", which is no
 * tag.
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
  const region = locale.maximize().region ?? '';
  if (saturdayRegions.includes(region)) return { firstWeekday: 6, weekend: [5, 6] };
  if (sundayRegions.includes(region)) return { firstWeekday: 7, weekend: [6, 7] };
  return { firstWeekday: 1, weekend: [6, 7] };
}

/** @param {string} tag @returns {'ltr' | 'rtl'} */
export function direction(tag) {
  const locale = new Intl.Locale(tag);
  const known = locale.getTextInfo?.() ?? locale.textInfo;
  if (known) return known.direction;
  return rightToLeft.split(' ').includes(locale.language) ? 'rtl' : 'ltr';
}
