import { tell } from '../../dom/element.js';
import { moveFocus } from '../../interaction/day-grid-keys.js';
import { withinBounds } from '../../time/civil-date.js';

/**
 * The keys while a day has the focus: Enter opens the day, or begins an event on an empty one and for
 * a range, so that a title can be typed at once. Other keys move the focus, and with Shift the
 * selection.
 *
 * @param {import('./month-view.js').MonthView} view
 * @param {Settings} settings
 * @param {KeyboardEvent} event
 */
export function pressKey(view, settings, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { first, last } = view.range;
  if (event.key === 'Enter') {
    event.preventDefault();
    const isRange = first !== last;
    if (isRange || view.engine?.day(first).length === 0)
      tell(view, 'event-new', { first, last, allDay: isRange });
    else tell(view, 'day-picked', { date: first, open: true, byKey: true });
    return;
  }
  const moved = moveFocus(view.date, event, {
    firstWeekday: settings.firstWeekday,
    isRightToLeft: document.dir === 'rtl',
    isHidden: (day) => settings.values.hideWeekends && settings.weekend.includes(day),
  });
  if (!moved) return;
  event.preventDefault();
  const date = withinBounds(moved);
  const isRange = event.shiftKey && event.key.startsWith('Arrow');
  if (!isRange) tell(view, 'day-picked', { date, open: false });
  view.select(isRange ? view.anchor : date, date);
  view.focusDay();
}
