import { firstInFigures } from '../../i18n/format.js';
import { whenText } from './draft-words.js';
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
  const { draft, marks } = readQuickLine(agenda.engine, line, {
    base,
    today: agenda.today,
    calendars: agenda.calendarList,
    first: firstInFigures(),
    language: quickLanguage(),
  });
  if (!draft || marks.length === 0 || draft.title === '') return [];
  const calendar = agenda.calendars.get(draft.calendar);
  return [
    {
      title: draft.title,
      detail: [whenText(draft, agenda.today), draft.location].filter(Boolean).join(' · '),
      color: draft.color || calendar?.color || 'blue',
      take: () => take(draft),
    },
  ];
}
