import { tell } from '../../dom/element.js';
import { newMinutes, slotMinutes, timeAt } from '../../layout/hour-strip.js';
import { dateOfDay } from '../../time/civil-date.js';
import { showCrowded } from './crowded-times.js';
import { placeAt } from './drag-target.js';

/** @typedef {(days: NewDays, at: { x: number, y: number }) => void} MakeEvent */

/**
 * A click in the hours opens an event or a day; a double click on empty time makes an event.
 *
 * @param {TimelineParts} parts @param {MakeEvent} make @param {AbortSignal} signal
 */
export function listenToClicks(parts, make, signal) {
  const { scroller } = parts;
  scroller.addEventListener('click', (event) => clicked(parts, event), { signal });
  scroller.addEventListener('dblclick', (event) => doubleClicked(parts, make, event), { signal });
}

/** @param {TimelineParts} parts @param {MouseEvent} event */
function clicked(parts, event) {
  const target = event.target instanceof Element ? event.target : null;
  const count = target?.closest('.hours-more');
  if (count instanceof HTMLElement) return showCrowded(parts, count);
  const button = target?.closest('button[data-key]');
  if (button instanceof HTMLElement)
    return tell(parts.scroller, 'event-open', { key: button.dataset['key'] });
  // A day's name opens the day, and in the day view its week.
  if (target?.closest('.day-name-cell')) {
    tell(parts.scroller, 'view-open', {
      view: parts.geometry().days === 1 ? 'week' : 'day',
      date: dateOfDay(placeAt(parts, event).day),
    });
  }
}

/** @param {TimelineParts} parts @param {MakeEvent} make @param {MouseEvent} event */
function doubleClicked(parts, make, event) {
  const target = event.target instanceof Element ? event.target : null;
  if (!target || target.closest('button, .gutter, .hours-corner, .title-field')) return;
  const { day, minute, isHead } = placeAt(parts, event);
  const date = dateOfDay(day);
  const at = { x: event.clientX, y: event.clientY };
  if (isHead) return make({ first: date, last: date, allDay: true }, at);
  const start = Math.floor(minute / slotMinutes) * slotMinutes;
  make(
    {
      first: date,
      last: date,
      allDay: false,
      start: timeAt(day, start),
      end: timeAt(day, start + newMinutes),
    },
    at,
  );
}
