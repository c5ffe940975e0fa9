import { wallMinutes } from '../time/civil-date.js';

/** How long before its start a meeting is announced. */
export const soonMinutes = 10;

/**
 * @param {ListedOccurrence[]} events @param {string} now
 * @returns {{ event: ListedOccurrence, minutes: number } | null} The next event that begins soon,
 *   and in how many minutes; of several, the one that gets room first.
 */
export function nextSoon(events, now) {
  const soon = events
    .filter((event) => takesPlace(event) && !event.allDay)
    .map((event) => ({ event, minutes: wallMinutes(event.start) - wallMinutes(now) }))
    .filter(({ minutes }) => minutes > 0 && minutes <= soonMinutes);
  soon.sort((a, b) => a.minutes - b.minutes || a.event.room - b.event.room);
  return soon[0] ?? null;
}

/** @param {Pick<ListedOccurrence, 'status' | 'declined' | 'proposal'>} event */
export const takesPlace = ({ status, declined, proposal }) =>
  status !== 'cancelled' && !declined && !proposal;
