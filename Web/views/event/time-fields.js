import { field, toggle } from '../../components/field.js';
import { element, tell } from '../../lib/dom.js';
import { withAllDay, withEnd, withStart } from '../../lib/event-times.js';
import { t } from '../../lib/strings.js';

/**
 * All-day, start and end: always a span that can be. Tells `times-changed`.
 *
 * @param {Times} initial
 * @param {number} hour Where a timed event starts that was all day.
 * @returns {{ element: HTMLElement, times: () => Times }}
 */
export function timeFields(initial, hour) {
  let times = initial;
  const input = (/** @type {'date' | 'time'} */ type, /** @type {string} */ label) =>
    element('input', { type, 'aria-label': label, required: true, ...(type === 'date' ? { min: '1900-01-01', max: '2200-12-31' } : {}) });
  const startDate = input('date', t('startDate'));
  const startTime = input('time', t('startTime'));
  const endDate = input('date', t('endDate'));
  const endTime = input('time', t('endTime'));
  const show = () => {
    startDate.value = times.start.slice(0, 10);
    endDate.value = times.end.slice(0, 10);
    endDate.min = startDate.value;
    startTime.value = times.start.slice(11, 16);
    endTime.value = times.end.slice(11, 16);
    startTime.hidden = endTime.hidden = times.allDay;
    startTime.disabled = endTime.disabled = times.allDay;
  };
  const typed = (/** @type {HTMLInputElement} */ date, /** @type {HTMLInputElement} */ time) =>
    (times.allDay ? date.value : `${date.value}T${time.value}:00`);
  const set = (/** @type {Times} */ changed) => {
    times = changed;
    show();
    tell(host, 'times-changed');
  };
  const isWhole = (/** @type {HTMLInputElement} */ date, /** @type {HTMLInputElement} */ time) => date.value >= '1900' && (times.allDay || time.value !== '');
  for (const part of [startDate, startTime]) {
    part.addEventListener('change', () => (isWhole(startDate, startTime) ? set(withStart(times, typed(startDate, startTime))) : show()));
  }
  for (const part of [endDate, endTime]) {
    part.addEventListener('change', () => (isWhole(endDate, endTime) ? set(withEnd(times, typed(endDate, endTime))) : show()));
  }
  const host = element('div', { class: 'times' },
    toggle(t('allDay'), initial.allDay, (allDay) => set(withAllDay(times, allDay, hour))),
    field(t('starts'), element('div', { class: 'moment' }, startDate, startTime)),
    field(t('ends'), element('div', { class: 'moment' }, endDate, endTime)));
  show();
  return { element: host, times: () => times };
}
