import { freeLane, makeOutline } from '../../components/change-outline.js';
import { dayNumber, wallMinutes } from '../../time/civil-date.js';

/**
 * Outlines an occurrence where a change would put it: in the hours, or in the lanes above them.
 *
 * @param {TimelineParts} parts
 * @param {Occurrence} moved
 * @returns {HTMLElement[]}
 */
export function drawOutline(parts, moved) {
  const isBar = moved.allDay || wallMinutes(moved.end) - wallMinutes(moved.start) >= 1440;
  return isBar ? [drawBar(parts, moved)] : drawPieces(parts, moved);
}

/**
 * @param {TimelineParts} parts
 * @param {Occurrence} moved
 * @returns {HTMLElement} On the first free lane.
 */
function drawBar({ lanes, geometry }, moved) {
  const [first, last] = [dayNumber(moved.start.slice(0, 10)), dayNumber(moved.lastDate)];
  const taken = Array.from({ length: last - first + 1 }, (_, n) => lanes.on(first + n))
    .flat()
    .map(({ lane }) => lane);
  return makeOutline('bar chip from to', moved, lanes.list, {
    i: first - geometry().base,
    span: last - first + 1,
    lane: freeLane(taken, lanes.lanes),
  });
}

/**
 * @param {TimelineParts} parts
 * @param {Occurrence} moved
 * @returns {HTMLElement[]} One for each mounted day it touches.
 */
function drawPieces({ columns }, moved) {
  const [start, end] = [wallMinutes(moved.start), wallMinutes(moved.end)];
  return [...columns.values()].flatMap(({ day, element: column }) => {
    const [from, to] = [Math.max(0, start - day * 1440), Math.min(1440, end - day * 1440)];
    return from < to
      ? [makeOutline('hours-event', moved, column, { from, to, c: 0, s: 1, n: 1 })]
      : [];
  });
}
