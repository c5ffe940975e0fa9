import { wallMinutes } from '../time/civil-date.js';
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
export function nudged(times, { key, shiftKey, altKey }, { forward, down }) {
  if (key.toLowerCase() === 'a' && !shiftKey) return turned(times);
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

/** @param {Times} times @returns {Times} Whole days for hours, nine o'clock for whole days. */
function turned({ allDay, start, end }) {
  if (!allDay) return { allDay: true, start: start.slice(0, 10), end: start.slice(0, 10) };
  return {
    allDay: false,
    start: `${start}T09:00:00`,
    end: `${end === start ? start : end}T10:00:00`,
  };
}
