import { firstInFigures } from '../../i18n/format.js';
import { ruleSentence } from '../../i18n/rule-sentence.js';
import { whenText } from './draft-words.js';
import { changesOf, movingFields } from './event-draft.js';
import { readQuickLine } from './quick-add-draft.js';
import { quickLanguage } from './quick-language.js';

/**
 * A title such as "Lunch fri 12:30", offered as quick add reads it.
 *
 * @param {Agenda} agenda @param {string} line
 * @param {Draft} base Fills in what the line doesn't say.
 * @param {(draft: Draft) => void} take
 * @returns {TitleOffer[]} None if there is nothing but a title in the line, or no title.
 */
export function lineOffer(agenda, line, base, take) {
  const { draft, marks } = readTitle(agenda, line, base);
  if (!draft || marks.length === 0 || draft.title === '') return [];
  const calendar = agenda.calendars.get(draft.calendar);
  const said = draft.repeat ? agenda.engine?.ruleTimes(draft.start, '', draft.repeat, 0) : null;
  const details = [whenText(draft, agenda.today), said && ruleSentence(said), draft.location];
  return [
    {
      title: draft.title,
      detail: details.filter(Boolean).join(' · '),
      color: draft.color || calendar?.color || 'blue',
      take: () => take(draft),
    },
  ];
}

/**
 * What a new event is saved as: who wrote a time into its title, and left the fields for it as they
 * were, means that time.
 *
 * @param {Agenda} agenda @param {Draft} typed @param {Draft} initial What the fields had at first.
 * @returns {Draft}
 */
export function asTitleSays(agenda, typed, initial) {
  const changes = changesOf(typed, initial);
  if (movingFields.some((name) => name in changes)) return typed;
  const { draft, marks } = readTitle(agenda, typed.title, typed);
  const hasTime = marks.some(({ kind }) => kind === 'time');
  return draft && hasTime && draft.title !== '' ? draft : typed;
}

/** @param {Agenda} agenda @param {string} line @param {Draft} base */
const readTitle = (agenda, line, base) =>
  readQuickLine(agenda.engine, line, {
    base,
    today: agenda.today,
    calendars: agenda.calendarList,
    first: firstInFigures(),
    language: quickLanguage(),
  });
