import { t } from './strings.js';

// Whose an event is, where it is not simply one's own: what every view asks that draws a title.

/** By calendar. @type {Map<string, CalendarOwner>} */
let known = new Map();

/** @param {Map<string, CalendarOwner>} all */
export function setCalendarOwners(all) {
  known = all;
}

/** @param {string} calendar */
export const ownerOf = (calendar) => known.get(calendar);

/** @param {string} calendar @returns {boolean} Whether one may only look at what is in it. */
export const isReadOnly = (calendar) => known.get(calendar)?.isReadOnly === true;

/**
 * @typedef {{ title: string, calendar: string, proposal?: ProposalTally, declined?: boolean }}
 *   Titled
 */

/**
 * @param {Titled} event
 * @returns {string} What stands for its title: of some events of others only the times are known.
 */
const plainTitle = ({ title, calendar }) => title || t(isReadOnly(calendar) ? 'busy' : 'untitled');

/**
 * What the user said, as a mark before the title of what is only proposed, or of what one does not
 * go to.
 */
const marks = { yes: '✓ ', maybe: '? ', no: '✗ ' };

/** @param {Titled} event @returns {string} */
export const titleOf = (event) =>
  (event.declined ? marks.no : event.proposal?.own ? marks[event.proposal.own] : '') +
  plainTitle(event);

/** @param {Titled} event @returns {string} The same for the ear, with the name of the person. */
export function spokenTitle(event) {
  const name = known.get(event.calendar)?.name;
  const title = plainTitle(event);
  if (event.proposal) return t(`said-${event.proposal.own ?? 'nothing'}`, { title });
  if (event.declined) return t('said-declined', { title });
  return name ? t('saysWho', { name, title }) : title;
}

/** @param {HTMLElement} title Gets the person's initials before it. @param {string} calendar */
export function showOwner(title, calendar) {
  const initials = known.get(calendar)?.initials;
  if (initials) title.dataset['who'] = initials;
  else delete title.dataset['who'];
}

/**
 * @param {{ proposal?: ProposalTally, declined?: boolean }} event
 * @returns {string} Classes of what is only proposed, with what the user said to it, or of what one
 *   said no to.
 */
export const proposedClass = ({ proposal, declined }) =>
  proposal ? ` proposed said-${proposal.own ?? 'nothing'}` : declined ? ' declined' : '';

/**
 * @param {string} name
 * @returns {string} "AK" of Ana Kovač, "An" of Ana: two letters that tell most people of a group
 *   apart.
 */
export function initialsOf(name) {
  const words = name
    .trim()
    .split(/\s+/)
    .map((word) => [...word]);
  const last = words.at(-1) ?? [];
  const [first, second] = words.length > 1 ? [words[0]?.[0], last[0]?.toLocaleUpperCase()] : last;
  return (first ?? '').toLocaleUpperCase() + (second ?? '');
}
