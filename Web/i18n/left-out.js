import { ownerOf } from './calendar-owners.js';
import { listText } from './format.js';
import { t } from './strings.js';

/** The most calendars or people that a message names. */
const namedMax = 3;

/**
 * @param {{ cut: boolean, cutCalendars: string[] }} view
 * @param {Map<string, { name: string }>} calendars
 * @returns {string} That a view leaves something out, and of whom; empty if it shows everything.
 */
export function leftOutText({ cut, cutCalendars }, calendars) {
  if (!cut) return '';
  const names = new Set(
    cutCalendars.map((id) => ownerOf(id)?.name ?? calendars.get(id)?.name ?? '').filter(Boolean),
  );
  if (names.size === 0 || names.size > namedMax) return t('viewCut');
  return t('viewCutOf', { names: listText([...names]) });
}
