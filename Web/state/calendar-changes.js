import { restoreCalendar } from '../api/bin.js';
import { changeCalendar, createCalendar, deleteCalendar } from '../api/calendars.js';

// Changes to calendars, made in their dialogs: first on the server, then on the page. The live
// stream repeats them later, which changes nothing.

/**
 * @param {Agenda} agenda
 * @param {{ name: string, color: string }} calendar
 * @returns {Promise<Calendar>}
 */
export async function addCalendar(agenda, calendar) {
  const answer = await createCalendar(calendar);
  const added = { order: agenda.calendars.size, ...calendar, ...answer };
  agenda.apply({ ...added, type: 'calendar' });
  return added;
}

/**
 * @param {Agenda} agenda
 * @param {Calendar} calendar
 * @param {{ name?: string, color?: string, default?: boolean }} change
 */
export async function editCalendar(agenda, calendar, change) {
  await changeCalendar(calendar.id, change);
  agenda.apply({ ...calendar, ...change, type: 'calendar' });
}

/** @param {Agenda} agenda @param {string} id @param {'?only=empty'} [query] */
export async function removeCalendar(agenda, id, query) {
  await deleteCalendar(id, query);
  agenda.apply({ type: 'calendar-removed', id });
}

/**
 * Restores a deleted calendar. Its events arrive with the live stream.
 *
 * @param {Agenda} agenda @param {string} id @param {{ default?: boolean }} [was]
 */
export async function bringBackCalendar(agenda, id, was = {}) {
  const calendar = await restoreCalendar(id);
  agenda.apply({ ...calendar, type: 'calendar' });
  if (was.default) await editCalendar(agenda, calendar, { default: true });
}
