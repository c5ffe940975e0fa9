import { ownerOf } from './calendar-owners.js';
import { listText } from './format.js';
import { t } from './strings.js';

/** The most calendars or people that a message names. */
const namedMax = 3;

/**
 * @param {{ cut: boolean, cutSources: string[] }} view
 * @param {Map<string, { name: string }>} calendars
 * @returns {string} A sentence that a view leaves something out, and from where; empty if it
 *   doesn't.
 */
export function leftOutText({ cut, cutSources }, calendars) {
  if (!cut) return '';
  const names = new Set(cutSources.map((source) => sourceName(source, calendars)).filter(Boolean));
  if (names.size === 0 || names.size > namedMax) return t('viewCut');
  return t('viewCutOf', { names: listText([...names]) });
}

/**
 * @param {string} source The ID of a calendar, or `invitations`.
 * @param {Map<string, { name: string }>} calendars
 * @returns {string} Empty if it isn't known.
 */
function sourceName(source, calendars) {
  if (source === 'invitations') return t('unansweredInvitations');
  return ownerOf(source)?.name ?? calendars.get(source)?.name ?? '';
}
