import { clock } from '../time/clock.js';
import { dateText } from './format.js';
import { agoText } from './length-text.js';
import { t } from './strings.js';

// The author and the time of a change, in words.

/** The age from which on a date says more than a number of days. */
const datedSeconds = 31 * 86_400;

/** @param {number} at In seconds since 1970. @returns {string} "3 hours ago", or the date. */
export function agoWords(at) {
  const seconds = Math.max(0, clock.nowSeconds() - at);
  return seconds < datedSeconds
    ? agoText(seconds)
    : dateText(new Date(at * 1000).toISOString(), 'shortYear');
}

/**
 * @param {Written} written @param {string} me The user's account.
 * @returns {string} "You", or a name, and the program if it wasn't this page; empty if it's no
 *   longer known.
 */
export function writerWords({ at, by, way }, me) {
  if (at === undefined) return '';
  const name = by ? (by.id === me ? t('byYou') : by.name) : t('byFormer');
  if (way === 'program') return t('withProgram', { name });
  return way === 'import' ? t('withImport', { name }) : name;
}
