import { timeOfWallMinutes, wallMinutes } from '../time/civil-date.js';
import { movedBy } from '../time/shifted-times.js';
import { snapMinutes } from './drag-loop.js';

/** Keys can't make an event shorter than this. */
const lengthMinutesMin = 15;

/**
 * Moves a picked-up event by a key, like a drag would: ↑↓ by the grid, ←→ by days; with Shift only
 * its end, with Alt and Shift only its start; A makes it all-day and back.
 *
 * @param {Times} times
 * @param {{ key: string, shiftKey: boolean, altKey: boolean }} pressed
 * @param {{ forward: 1 | -1, down: 'time' | 'week' }} grid The direction of →, and what ↑↓ step by.
 * @returns {Times | null} The new times; null if the key doesn't move the event.
 */
export function movedByKey(times, { key, shiftKey, altKey }, { forward, down }) {
  if (key.toLowerCase() === 'a' && !shiftKey) return withAllDayToggled(times);
  /** @type {Record<string, [days: number, steps: number]>} */
  const moves = {
    ArrowRight: [forward, 0],
    ArrowLeft: [-forward, 0],
    ArrowDown: [0, 1],
    ArrowUp: [0, -1],
  };
  const move = moves[key];
  if (!move) return null;
  const inWeeks = down === 'week' || times.allDay;
  const days = move[0] + (inWeeks ? move[1] * 7 : 0);
  const minutes = inWeeks ? 0 : move[1] * snapMinutes;
  const shifted = movedBy(times, days, minutes);
  const start = shiftKey && !altKey ? times.start : shifted.start;
  const end = shiftKey && altKey ? times.end : shifted.end;
  if (times.allDay) return end < start ? null : { allDay: true, start, end };
  return wallMinutes(end) - wallMinutes(start) < lengthMinutesMin && shiftKey
    ? null
    : { allDay: false, start, end };
}

/**
 * Turns times into the whole days they touch, and whole days into times: from 9 on the first to 10
 * on the last.
 *
 * @param {Times} times @returns {Times}
 */
function withAllDayToggled({ allDay, start, end }) {
  if (allDay) return { allDay: false, start: `${start}T09:00:00`, end: `${end}T10:00:00` };
  // An end at midnight doesn't touch the following day.
  const last = timeOfWallMinutes(Math.max(wallMinutes(start), wallMinutes(end) - 1));
  return { allDay: true, start: start.slice(0, 10), end: last.slice(0, 10) };
}
