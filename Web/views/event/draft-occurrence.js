import { timeOfWallMinutes, wallMinutes } from '../../time/civil-date.js';

/**
 * A draft as a view draws it: by the user's clock.
 *
 * @param {Draft} draft @param {Pick<EventModel, 'agenda'>} model
 * @returns {Occurrence | null} Null if its times can't be drawn.
 */
export function occurrenceOf(draft, { agenda }) {
  const allDay = draft.allDay === '1';
  const here = (/** @type {string} */ time) =>
    allDay || draft.zone === '' ? time : (agenda.engine?.zoneTime(time, draft.zone, '') ?? time);
  try {
    const [start, end] = [here(draft.start), here(draft.end)];
    if (start === '' || end < start) return null;
    // An end at midnight doesn't touch the following day.
    const last = allDay
      ? end
      : timeOfWallMinutes(Math.max(wallMinutes(start), wallMinutes(end) - 1));
    return {
      key: '',
      uid: '',
      calendar: draft.calendar,
      title: draft.title,
      location: draft.location,
      color: draft.color || agenda.calendars.get(draft.calendar)?.color || 'blue',
      allDay,
      start,
      end,
      lastDate: last.slice(0, 10),
      status: 'confirmed',
      past: false,
      repeats: false,
    };
  } catch {
    // The zone may not be loaded yet.
    return null;
  }
}
