import { t } from '../../i18n/strings.js';
import { partsOf, partWords, wordsFrom } from './draft-words.js';
import { changesOf, draftOf } from './event-draft.js';

/** The most characters of a value: the message mustn't cover the page. */
const lengthMax = 80;

/** @type {Partial<Record<string, keyof Draft>>} What the page calls the properties that have one value. */
const fieldNames = {
  SUMMARY: 'title',
  DTSTART: 'start',
  RRULE: 'repeat',
  LOCATION: 'location',
  DESCRIPTION: 'notes',
  URL: 'url',
  COLOR: 'color',
  TRANSP: 'busy',
  CLASS: 'private',
  STATUS: 'status',
  VALARM: 'reminders',
};

/**
 * What to say of a change that gave way to somebody else's.
 *
 * @param {EditConflict} conflict @param {EventModel} model
 * @returns {string} "“Lunch” was changed elsewhere, too. Title: “Brunch” is kept, not “Tea”."
 */
export function gaveWayText(conflict, { agenda, zone }) {
  const title = conflict.title || t('untitled');
  const values = valuesOf(conflict, agenda, wordsFrom(agenda, zone));
  return values.length > 0
    ? [t('changedTwice', { title }), ...values].join(' ')
    : t('gaveWay', { title });
}

/** @param {string} text @returns {string} Its beginning, if it's long. */
function cut(text) {
  const start = [...text.slice(0, 2 * lengthMax)].slice(0, lengthMax).join('');
  return start.length < text.length ? `${start}…` : text;
}

/**
 * @param {EditConflict} conflict @param {Agenda} agenda
 * @param {import('./draft-words.js').DraftWords} words
 * @returns {string[]} Each contested part with both values; none if only single days are contested.
 */
function valuesOf({ calendar, href, ours, theirs, fields }, { engine }, words) {
  try {
    const [mine, kept] = [ours, theirs].map((ical) =>
      engine ? draftOf(engine.version(calendar, href, ical)) : null,
    );
    if (!mine || !kept) return [];
    const contested = fields
      .filter(({ occurrence }) => !occurrence)
      .map(({ name }) => fieldNames[name]);
    return partsOf(changesOf(mine, kept))
      .filter(({ names }) => names.some((name) => contested.includes(name)))
      .map((part) =>
        t('keptValue', {
          field: t(part.label),
          kept: cut(partWords(part, kept, words)),
          mine: cut(partWords(part, mine, words)),
        }),
      );
  } catch (error) {
    console.debug(href, error);
    return [];
  }
}
