import { tell } from '../../dom/element.js';
import { newMinutes, slotMinutes, timeAt } from '../../layout/day-strip.js';
import { dateOfDay } from '../../time/civil-date.js';
import { placeAt } from './drag-target.js';

/**
 * What a click in the hours does: it opens an event or a day; a double click on empty time makes an
 * event.
 *
 * @param {import('./timeline-view.js').TimelineView} view @param {AbortSignal} signal
 */
export function listenToClicks(view, signal) {
  view.scroller.addEventListener('click', (event) => clicked(view, event), { signal });
  view.scroller.addEventListener('dblclick', (event) => doubled(view, event), { signal });
}

/** @param {import('./timeline-view.js').TimelineView} view @param {MouseEvent} event */
function clicked(view, event) {
  const target = event.target instanceof Element ? event.target : null;
  const button = target?.closest('button[data-key]');
  if (button instanceof HTMLElement)
    return tell(view, 'event-open', { key: button.dataset['key'] });
  // A day's name leads to the day, and from there to its week.
  if (target?.closest('.day-name-cell')) {
    tell(view, 'view-open', {
      view: view.days === 1 ? 'week' : 'day',
      date: dateOfDay(placeAt(view, event).day),
    });
  }
}

/** @param {import('./timeline-view.js').TimelineView} view @param {MouseEvent} event */
function doubled(view, event) {
  const target = event.target instanceof Element ? event.target : null;
  if (!target || target.closest('button, .gutter, .hours-corner, .title-field')) return;
  const { day, minute, isHead } = placeAt(view, event);
  const date = dateOfDay(day);
  const at = { x: event.clientX, y: event.clientY };
  if (isHead) return view.stops.common.make({ first: date, last: date, allDay: true }, at);
  const start = Math.floor(minute / slotMinutes) * slotMinutes;
  view.stops.common.make(
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
