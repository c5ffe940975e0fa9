import { isReadOnly } from '../../i18n/calendar-owners.js';
import { edgeAt } from '../../interaction/bar-edges.js';
import { snapMinutes } from '../../interaction/drag-loop.js';
import { dayNumber, wallMinutes } from '../../time/civil-date.js';

/**
 * @typedef {{ grip: 'move' | 'start' | 'end' | 'whole', edge?:
 *   import('../../interaction/bar-edges.js').Edge | null, event: Occurrence | null,
 *   day: number, start: number, end: number, shift?: number, isAside?: boolean }} Grabbed
 * `start` and `end` are minutes of the day it's held on, `shift` the days from a bar's first day to
 * that one, `edge` the end of a bar that is stretched; `isAside` if it's held at the
 * side of its day, but meant as if in the middle.
 */

/** The ends of an event, which stretch it. */
export const ends = /** @type {const} */ (['start', 'end']);

/**
 * @param {Pick<TimelineParts, 'scroller' | 'geometry'>} parts
 * @param {MouseEvent} event
 * @returns {{ day: number, minute: number, isHead: boolean }} The place under the pointer.
 */
export function placeAt({ scroller, geometry }, event) {
  return geometry().placeAt(scroller.getBoundingClientRect(), scroller.scrollLeft, event);
}

/**
 * @param {TimelineParts} parts
 * @param {PointerEvent} event
 * @returns {Grabbed | null} What a press there would pick up; empty time starts a new event.
 */
export function grabAt(parts, event) {
  const target = event.target instanceof Element ? event.target : null;
  if (!target || target.closest('.title-field, .bars-more, .hours-more')) return null;
  const { day, minute } = placeAt(parts, event);
  const bar = target.closest('.bar');
  if (bar instanceof HTMLElement)
    return grabBar(parts, bar.dataset['key'] ?? '', day, edgeAt(bar, event));
  const button = target.closest('.hours-event');
  if (button instanceof HTMLElement) {
    const grip = ends.find((end) => target.matches(`.grip.${end}`)) ?? 'move';
    return grabPiece(parts, button.dataset['key'] ?? '', day, grip);
  }
  if (target.closest('.bars, .bar-counts'))
    return { grip: 'whole', edge: 'end', event: null, day, start: 0, end: parts.newMinutes() };
  if (!target.closest('.hours-day')) return null;
  const isMouse = event.pointerType === 'mouse';
  const start = Math.floor(minute / (isMouse ? snapMinutes : 30)) * (isMouse ? snapMinutes : 30);
  return {
    grip: isMouse ? 'end' : 'move',
    event: null,
    day,
    start,
    end: start + (isMouse ? 0 : parts.newMinutes()),
  };
}

/**
 * @param {TimelineParts} parts
 * @param {string} key
 * @param {number} day
 * @param {'move' | 'start' | 'end'} grip
 * @returns {Grabbed | null} Null if it can't be changed.
 */
export function grabPiece(parts, key, day, grip) {
  const piece = parts.columns.get(day)?.shown?.pieces.find((shown) => shown.key === key);
  if (!piece || isReadOnly(piece.calendar)) return null;
  const start = wallMinutes(piece.start) - day * 1440;
  const end = wallMinutes(piece.end) - day * 1440;
  // In an hour that comes twice the clock times may not differ: then its length in minutes counts.
  return { grip, event: piece, day, start, end: end > start ? end : start + piece.minutes };
}

/**
 * @param {TimelineParts} parts
 * @param {string} key
 * @param {number} day
 * @param {import('../../interaction/bar-edges.js').Edge | null} edge
 * @returns {Grabbed | null} Null if it can't be changed.
 */
export function grabBar({ lanes, newMinutes }, key, day, edge) {
  const bar = lanes.bars.find((shown) => shown.key === key);
  if (!bar || isReadOnly(bar.calendar)) return null;
  const length = bar.allDay ? newMinutes() : wallMinutes(bar.end) - wallMinutes(bar.start);
  return {
    grip: 'whole',
    edge,
    event: bar,
    day,
    start: 0,
    end: length,
    shift: day - dayNumber(bar.start.slice(0, 10)),
  };
}
