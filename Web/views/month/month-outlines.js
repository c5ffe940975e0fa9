import { freeLane, makeOutline } from '../../components/change-outline.js';
import { dateOfDay, dayNumber } from '../../time/civil-date.js';

/**
 * Outlines an occurrence where a change would put it: once in each week it touches, or on each of
 * its days if days show dots.
 *
 * @param {import('./month-view.js').MonthView} view
 * @param {Occurrence} moved
 * @returns {HTMLElement[]}
 */
export function drawOutline({ strip, engine, rows }, moved) {
  const [first, last] = [dayNumber(moved.start.slice(0, 10)), dayNumber(moved.lastDate)];
  return [...rows].flatMap(([week, { layer }]) => {
    const start = strip.firstDay + week * 7;
    const [from, to] = [Math.max(0, first - start), Math.min(6, last - start)];
    const places = from > to ? [] : strip.places.slice(from, to + 1).filter((place) => place >= 0);
    const column = places[0];
    if (column === undefined) return [];
    if (strip.lanes === 0)
      return places.map((place) => makeOutline('goal-day', moved, layer, { column: place }));
    const chips = engine?.monthRows(dateOfDay(start), 1, strip.lanes, -1)[0]?.chips ?? [];
    const taken = chips
      .filter((chip) => chip.column <= to && chip.column + chip.span > from)
      .map(({ lane }) => lane);
    return [
      makeOutline('chip', moved, layer, {
        column,
        span: places.length,
        lane: freeLane(taken, strip.lanes),
      }),
    ];
  });
}
