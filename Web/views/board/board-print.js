import { element } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { pageStart } from '../../layout/hour-strip.js';
import { addDays, dateOfDay } from '../../time/civil-date.js';
import { boardTable } from './board-table.js';

const weekDays = 7;

/** @param {PrintModel} model @returns {PrintPage} A week of the group in view. */
export function boardPage({ engine, settings, date, group, me, isVisible }) {
  const first = dateOfDay(pageStart(date, weekDays, settings.firstWeekday));
  const board = engine.board(first, weekDays, group?.members.map(({ id }) => id) ?? [me]);
  const table = element(
    'table',
    { class: 'board' },
    ...boardTable({ group, board, common: [], weekend: settings.weekend, isVisible }),
  );
  const week = `${dateText(first, 'dayLong')} – ${dateText(addDays(first, weekDays - 1), 'dayLong')}`;
  return {
    title: group ? `${t('boardOf', { group: group.name })}, ${week}` : week,
    kind: 'board',
    body: table,
  };
}
