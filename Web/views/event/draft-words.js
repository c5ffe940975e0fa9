import { dateText, daysText, spanText } from '../../i18n/format.js';
import { reminderText } from '../../i18n/reminder-text.js';
import { ruleSentence } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';
import { titleWords } from '../../i18n/visible-text.js';
import { guestName, guestsOf } from './guest-lines.js';

// The parts of an event that people speak of, each with its value in words.

/**
 * @typedef {{ label: Message, names: (keyof Draft)[] }} Part Fields that the user chooses between
 *   as a whole.
 */

/** @type {Part[]} Start and end are one part: one from each version would make a third time. */
const parts = [
  { label: 'title', names: ['title'] },
  { label: 'whenField', names: ['start', 'end', 'allDay', 'zone'] },
  { label: 'repeat', names: ['repeat'] },
  { label: 'calendar', names: ['calendar'] },
  { label: 'place', names: ['location'] },
  { label: 'notes', names: ['notes'] },
  { label: 'reminders', names: ['reminders'] },
  { label: 'guests', names: ['guests'] },
  { label: 'color', names: ['color'] },
  { label: 'showAs', names: ['busy'] },
  { label: 'status', names: ['status'] },
  { label: 'categories', names: ['categories'] },
  { label: 'link', names: ['url'] },
  { label: 'privacy', names: ['private'] },
];
const statuses = /** @type {const} */ ({
  confirmed: 'confirmed',
  tentative: 'statusTentative',
  cancelled: 'statusCancelled',
});

/**
 * @typedef {{ calendarName: (id: string) => string, ruleWords: (rule: string, start: string) =>
 *   string }} DraftWords The words for things that a draft only has an id or a code for.
 */

/** @param {Agenda} agenda @param {ViewerZone} zone @returns {DraftWords} */
export const wordsFrom = (agenda, zone) => ({
  calendarName: (id) => agenda.calendars.get(id)?.name ?? '',
  ruleWords: (rule, start) => {
    const said = agenda.engine?.ruleTimes(
      start,
      start.length === 10 ? '' : zone.on(start),
      rule,
      0,
    );
    return said ? ruleSentence(said) : rule;
  },
});

/** @param {Partial<Draft>} changes @returns {Part[]} The parts with a changed field. */
export const partsOf = (changes) =>
  parts.filter(({ names }) => names.some((name) => name in changes));

/**
 * @param {Part} part @param {Draft} draft @param {DraftWords} words
 * @returns {string} The part's value in words.
 */
export function partWords({ label }, draft, { calendarName, ruleWords }) {
  switch (label) {
    case 'whenField':
      return [
        `${dateText(draft.start, 'short')} ${spanText({ ...draft, allDay: draft.allDay === '1' }, draft.start.slice(0, 10))}`.trim(),
        draft.zone,
      ]
        .filter(Boolean)
        .join(', ');
    case 'repeat':
      return draft.repeat ? ruleWords(draft.repeat, draft.start) : t('never');
    case 'calendar':
      return calendarName(draft.calendar);
    case 'reminders':
      return (
        draft.reminders
          .split('\n')
          .map((minutes) => minutes && reminderText(Number(minutes), draft.allDay === '1'))
          .join(', ') || t('nothing')
      );
    case 'guests':
      return guestsOf(draft.guests).map(guestName).join(', ') || t('nobody');
    case 'color':
      return draft.color ? t(/** @type {Message} */ (draft.color)) : t('calendarColor');
    case 'showAs':
      return t(draft.busy === '1' ? 'busy' : 'free');
    case 'status':
      return t(statuses[/** @type {keyof typeof statuses} */ (draft.status)] ?? 'confirmed');
    case 'privacy':
      return t(draft.private === '1' ? 'isPrivate' : 'isNotPrivate');
    case 'categories':
      return draft.categories.split('\n').join(', ') || t('nothing');
    case 'place':
      return draft.location || t('nothing');
    case 'notes':
      return draft.notes || t('nothing');
    case 'link':
      return draft.url || t('nothing');
    default:
      return titleWords(draft.title);
  }
}

/**
 * @param {Pick<Draft, 'allDay' | 'start' | 'end'>} draft @param {string} today
 * @returns {string} "Fri 27 Nov · 12:30 – 13:30".
 */
export function whenText({ allDay, start, end }, today) {
  const isAllDay = allDay === '1';
  const days = daysText(start, isAllDay ? end : start, today);
  const span = isAllDay ? t('allDay') : spanText({ allDay: false, start, end }, start.slice(0, 10));
  return [days, span].join(' · ');
}
