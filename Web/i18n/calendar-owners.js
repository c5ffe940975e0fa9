import { t } from './strings.js';
import { titleLine } from './visible-text.js';

// The owners of events that aren't simply the user's own, for every view that draws titles.

/** By calendar. @type {Map<string, CalendarOwner>} */
let known = new Map();

/** @param {Map<string, CalendarOwner>} all */
export function setCalendarOwners(all) {
  known = all;
}

/** @param {string} calendar */
export const ownerOf = (calendar) => known.get(calendar);

/** @param {string} calendar @returns {boolean} Whether the user may not change its events. */
export const isReadOnly = (calendar) => known.get(calendar)?.isReadOnly === true;

/** @param {string} calendar @returns {boolean} Whether it's somebody else's. */
export const isOthers = (calendar) =>
  isReadOnly(calendar) && known.get(calendar)?.isSubscribed === false;

/**
 * @param {Pick<Occurrence, 'calendar' | 'free'>} event
 * @returns {string} The class of bars that take no time of the user's: what comes from elsewhere to
 *   be known, such as holidays, and whole days that count as free, such as birthdays.
 */
export const factClass = ({ calendar, free }) =>
  free || known.get(calendar)?.isSubscribed ? ' fact' : '';

/** @param {string} calendar @returns {string} Why the user may not change its events. */
export const readOnlyText = (calendar) =>
  isOthers(calendar)
    ? t('notYours', { name: known.get(calendar)?.name ?? '' })
    : t('readFromElsewhere');

/**
 * @typedef {{
 *   title: string,
 *   calendar: string,
 *   proposal?: ProposalTally,
 *   declined?: boolean,
 *   unanswered?: boolean,
 *   unsaved?: boolean,
 * }} Titled
 */

/**
 * @param {Titled} event
 * @returns {string} The title; if it isn't known, as for some events of other people, a word
 *   instead.
 */
const plainTitle = ({ title, calendar }) =>
  title === '' && isOthers(calendar) ? t('busy') : titleLine(title);

/**
 * The user's answer, as a mark before the title of a candidate or a declined event. A space that
 * doesn't break keeps it on the line of the first word, however narrow that is.
 */
const marks = { yes: '✓\u00a0', maybe: '?\u00a0', no: '✗\u00a0' };

/** @param {Titled} event @returns {string} */
export const titleOf = (event) =>
  (event.declined ? marks.no : event.proposal?.own ? marks[event.proposal.own] : '') +
  plainTitle(event);

/**
 * @param {Titled} event @returns {string} The title for screen readers, with the user's answer or
 *   the owner's name.
 */
export function spokenTitle(event) {
  const name = known.get(event.calendar)?.name;
  const title = plainTitle(event);
  if (event.proposal) return t(`said-${event.proposal.own ?? 'nothing'}`, { title });
  if (event.unanswered) return t('said-unanswered', { title });
  if (event.declined) return t('said-declined', { title });
  if (event.unsaved) return t('said-unsaved', { title });
  return name ? t('saysWho', { name, title }) : title;
}

/**
 * @param {Titled} event
 * @returns {string} How many of a proposal's people said yes, such as "2 of 4 yes"; empty for other
 *   events.
 */
export function yesTallyText({ proposal }) {
  if (!proposal) return '';
  const { yes, maybe, no, missing } = proposal;
  return t('tallyOf', { yes, all: yes + maybe + no + missing });
}

/** @param {HTMLElement} title Gets the owner's initials. @param {string} calendar */
export function showOwner(title, calendar) {
  const initials = known.get(calendar)?.initials;
  if (!initials) {
    delete title.dataset['who'];
    delete title.dataset['initial'];
    return;
  }
  title.dataset['who'] = initials;
  // Where there's room for one letter.
  title.dataset['initial'] = [...initials][0] ?? '';
}

/**
 * @param {Pick<Titled, 'proposal' | 'declined' | 'unanswered' | 'unsaved'>} event
 * @returns {string} The classes of a candidate, with the user's answer, of a declined event, of an
 *   invitation without an answer, which is drawn as tentative, or of an event whose last change waits
 *   on this device.
 */
export function proposedClass({ proposal, declined, unanswered, unsaved }) {
  const waits = unsaved ? ' unsaved' : '';
  if (proposal) return ` proposed said-${proposal.own ?? 'nothing'}${waits}`;
  if (unanswered) return ` tentative unanswered${waits}`;
  return (declined ? ' declined' : '') + waits;
}

/**
 * @param {string} name
 * @returns {string} "AK" for Ana Kovač, "An" for Ana: two letters that tell most people in a group
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
