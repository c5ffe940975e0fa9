import { element } from '../../lib/dom.js';
import { weekdayText } from '../../lib/format.js';

/**
 * The names over the columns, short or narrow as the width allows.
 *
 * @param {number[]} weekdays @param {number[]} weekend
 * @returns {HTMLElement[]}
 */
export function weekdayHeaders(weekdays, weekend) {
  const headers = weekdays.map((day) => element('div', {
    role: 'columnheader',
    'aria-label': weekdayText(day, 'weekdayLong'),
    class: weekend.includes(day) ? 'weekend' : '',
  }, element('span', { class: 'long', text: weekdayText(day, 'weekdayShort') }),
  element('span', { class: 'short', text: weekdayText(day, 'weekdayNarrow') })));
  return [element('span', { class: 'week-number', role: 'none' }), ...headers];
}
