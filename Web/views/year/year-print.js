import { element } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { linesOf, monthBlocks } from './year-grid.js';

/** @param {PrintModel} model @returns {PrintPage} Twelve months. */
export function yearPage({ engine, settings, date }) {
  const year = engine.year(Number(date.slice(0, 4)));
  const days = year.days.map((day) => ({ ...day, today: false }));
  const look = {
    layout: /** @type {const} */ ('months'),
    firstWeekday: settings.firstWeekday,
    weekend: settings.weekend,
    lines: linesOf(year),
    selection: () => '',
  };
  return {
    title: dateText(date, 'year'),
    kind: 'year',
    body: element('div', { class: 'year-months' }, ...monthBlocks({ ...year, days }, look)),
  };
}
