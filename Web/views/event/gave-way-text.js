import { dateText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { titleWords } from '../../i18n/visible-text.js';
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
 * What to say of a change that gave way to one that was made elsewhere.
 *
 * @param {EditConflict} conflict @param {EventModel} model
 * @returns {string} "“Lunch” was changed elsewhere, too. Title: “Brunch” is kept, not “Tea”."
 */
export function gaveWayText(conflict, { agenda, zone }) {
  const { theirs, fields } = conflict;
  // By the title that the calendar shows.
  const shown = read(agenda.engine, conflict, theirs, fields[0]?.occurrence ?? '');
  const title = titleWords(shown?.title ?? conflict.title);
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
 * @returns {string[]} Each contested part with both values.
 */
function valuesOf(conflict, { engine }, words) {
  const { fields } = conflict;
  const occurrences = [...new Set(fields.map(({ occurrence }) => occurrence))];
  return occurrences.flatMap((occurrence) => {
    const mine = read(engine, conflict, conflict.ours, occurrence);
    const kept = read(engine, conflict, conflict.theirs, occurrence);
    if (!kept) return [];
    const day = occurrence && dateText(kept.start, 'short');
    // A field of an occurrence that isn't there any more on one's own side.
    if (!mine) return day ? [t('keptDay', { day })] : [];
    const contested = fields
      .filter((field) => field.occurrence === occurrence)
      .map(({ name }) => fieldNames[name]);
    return partsOf(changesOf(mine, kept))
      .filter(({ names }) => names.some((name) => contested.includes(name)))
      .map((part) =>
        t(day ? 'keptValueOn' : 'keptValue', {
          day,
          field: t(part.label),
          kept: cut(partWords(part, kept, words)),
          mine: cut(partWords(part, mine, words)),
        }),
      );
  });
}

/**
 * @param {Engine | null} engine @param {EditConflict} conflict @param {string} ical @param {string} occurrence
 * @returns {Draft | null} Null if the core can't read it, or the occurrence isn't there.
 */
function read(engine, { calendar, href }, ical, occurrence) {
  try {
    return engine ? draftOf(engine.version(calendar, href, ical, occurrence)) : null;
  } catch (error) {
    console.debug(href, error);
    return null;
  }
}
