import { addDays } from '../time/civil-date.js';

/** @typedef {'start' | 'end'} Edge */

/**
 * How close to the end of a bar a press has to be to stretch it instead of moving it, by pointer.
 */
const mousePx = 8,
  fingerPx = 24;

/**
 * @param {HTMLElement} bar The bar, whose classes tell which of its ends are on the screen.
 * @param {PointerEvent} event
 * @returns {Edge | null} The end under the pointer, if any.
 */
export function edgeAt(bar, { clientX, pointerType }) {
  if (!bar.classList.contains('bar')) return null;
  const { left, right, width } = bar.getBoundingClientRect();
  const reachPx = Math.min(pointerType === 'mouse' ? mousePx : fingerPx, width / 4);
  const isLeft = clientX - left <= reachPx;
  if (!isLeft && right - clientX > reachPx) return null;
  const edge = isLeft === (document.dir !== 'rtl') ? 'start' : 'end';
  return bar.classList.contains(edge === 'start' ? 'from' : 'to') ? edge : null;
}

/**
 * Moves one end by days, keeping its time of day. If it passes the other end, the days swap.
 *
 * @param {Times} times @param {Edge} edge @param {number} days
 * @returns {Times}
 */
export function stretchedBy({ allDay, start, end }, edge, days) {
  const held = addDays((edge === 'start' ? start : end).slice(0, 10), days);
  const kept = (edge === 'start' ? end : start).slice(0, 10);
  let [first, last] = held < kept ? [held, kept] : [kept, held];
  // On a single day the event might end before it starts: then the end being dragged stays one day
  // away.
  if (!allDay && first === last && start.slice(10) >= end.slice(10)) {
    if (edge === 'start') first = addDays(first, -1);
    else last = addDays(last, 1);
  }
  return { allDay, start: first + start.slice(10), end: last + end.slice(10) };
}
