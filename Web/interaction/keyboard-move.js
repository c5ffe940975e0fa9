import { timeOfWallMinutes, wallMinutes } from '../time/civil-date.js';
import { movedBy } from '../time/shifted-times.js';
import { snapMinutes } from './drag-loop.js';

/** What is stretched keeps at least this length. */
const lengthMinutesMin = 15;

/**
 * What a key does to an event that is picked up, as a drag would: ↑↓ by the grid, ←→ by days, with
 * Shift its end, with Alt and Shift its start, A to whole days and back.
 *
 * @param {Times} times
 * @param {{ key: string, shiftKey: boolean, altKey: boolean }} pressed
 * @param {{ forward: 1 | -1, down: 'time' | 'week' }} grid Which way → goes, and what ↑↓ step by.
 * @returns {Times | null} Nothing when the key does not move.
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
 * Turns hours into the whole days they touch, and whole days into hours from nine o'clock.
 *
 * @param {Times} times @returns {Times}
 */
function withAllDayToggled({ allDay, start, end }) {
  if (allDay) return { allDay: false, start: `${start}T09:00:00`, end: `${end}T10:00:00` };
  // An end at midnight does not touch the day that begins then.
  const last = timeOfWallMinutes(Math.max(wallMinutes(start), wallMinutes(end) - 1));
  return { allDay: true, start: start.slice(0, 10), end: last.slice(0, 10) };
}
