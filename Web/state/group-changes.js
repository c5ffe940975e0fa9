import { createGroup, fetchCalendars } from '../api/groups.js';

// What the groups' dialogs ask the server for. The live stream brings the result to every page.

/**
 * @param {Agenda} agenda
 * @param {string} name
 * @returns {Promise<string>} Its id. The group can be shown before the live stream reports it.
 */
export async function addGroup(agenda, name) {
  const group = await createGroup(name);
  agenda.apply({ ...group, type: 'group' });
  return group.id;
}

/**
 * @returns {Promise<Calendar[]>} What the user can share with a group: their own calendars, and
 *   their times in the calendars of other groups.
 */
export async function calendarsToShow() {
  return (await fetchCalendars()).filter(({ owner }) => !owner);
}
