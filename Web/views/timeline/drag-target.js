import { isReadOnly } from '../../i18n/calendar-owners.js';
import { edgeAt } from '../../interaction/bar-edges.js';
import { snapMinutes } from '../../interaction/drag-loop.js';
import { newMinutes } from '../../layout/day-strip.js';
import { dayNumber, wallMinutes } from '../../time/civil-date.js';

/** @typedef {import('./timeline-view.js').TimelineView} TimelineView */

/**
 * @typedef {{ grip: 'move' | 'start' | 'end' | 'whole', edge?:
 *   import('../../interaction/bar-edges.js').Edge | null, event: Occurrence | null,
 *   day: number, start: number, end: number, shift?: number }} Grabbed
 * Minutes of the day it is held on; `shift` from the first day of a bar to that one, `edge` the end
 * of a bar that is stretched.
 */

/**
 * @param {TimelineView} view @param {MouseEvent} event
 * @returns {{ day: number, minute: number, isHead: boolean }} What is under the pointer.
 */
export function placeAt({ scroller, box, base, sign, topPx }, { clientX, clientY }) {
  const frame = scroller.getBoundingClientRect();
  const x = sign > 0 ? clientX - frame.left : frame.right - clientX;
  const y = clientY - frame.top - box.headPx;
  const day = base + Math.floor((x - box.gutterPx + Math.abs(scroller.scrollLeft)) / box.dayPx);
  return {
    day,
    minute: Math.max(0, Math.min(((y + topPx) / box.hourPx) * 60, 1439)),
    isHead: y < 0,
  };
}

/**
 * @param {TimelineView} view
 * @param {PointerEvent} event
 * @returns {Grabbed | null} What a press there would take up.
 */
export function grabAt(view, event) {
  const target = event.target instanceof Element ? event.target : null;
  if (!target || target.closest('.title-field, .bars-more')) return null;
  const { day, minute } = placeAt(view, event);
  const bar = target.closest('.bar');
  if (bar instanceof HTMLElement) return grabBar(view, bar, day, event);
  const button = target.closest('.hours-event');
  if (button instanceof HTMLElement) return grabPiece(view, button, day, target);
  if (!target.closest('.hours-day')) return null;
  const isMouse = event.pointerType === 'mouse';
  const start = Math.floor(minute / (isMouse ? snapMinutes : 30)) * (isMouse ? snapMinutes : 30);
  return {
    grip: isMouse ? 'end' : 'move',
    event: null,
    day,
    start,
    end: start + (isMouse ? 0 : newMinutes),
  };
}

/**
 * @param {TimelineView} view
 * @param {HTMLElement} button
 * @param {number} day
 * @param {Element} target
 * @returns {Grabbed | null}
 */
function grabPiece(view, button, day, target) {
  const piece = view.columns
    .get(day)
    ?.shown?.pieces.find(({ key }) => key === button.dataset['key']);
  if (!piece || isReadOnly(piece.calendar)) return null;
  const grip = target.matches('.grip.start')
    ? 'start'
    : target.matches('.grip.end')
      ? 'end'
      : 'move';
  const start = wallMinutes(piece.start) - day * 1440;
  const end = wallMinutes(piece.end) - day * 1440;
  // In an hour that comes twice the clock may say that nothing passed: elsewhere it is as long as
  // it lasts.
  return { grip, event: piece, day, start, end: end > start ? end : start + piece.minutes };
}

/**
 * @param {TimelineView} view
 * @param {HTMLElement} button
 * @param {number} day
 * @param {PointerEvent} event
 * @returns {Grabbed | null}
 */
function grabBar({ bars }, button, day, event) {
  const bar = bars.bars.find((found) => found.key === button.dataset['key']);
  if (!bar || isReadOnly(bar.calendar)) return null;
  const length = bar.allDay ? newMinutes : wallMinutes(bar.end) - wallMinutes(bar.start);
  return {
    grip: 'whole',
    edge: edgeAt(button, event),
    event: bar,
    day,
    start: 0,
    end: length,
    shift: day - dayNumber(bar.start.slice(0, 10)),
  };
}
