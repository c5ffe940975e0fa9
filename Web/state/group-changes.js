import { createGroup, fetchCalendars } from '../api/groups.js';

// What the dialogs of groups ask the server for; the live stream tells what came of it, here and to
// all others.

/**
 * @param {Agenda} agenda
 * @param {string} name
 * @returns {Promise<string>} Its identity; it can be looked at before the stream tells of it.
 */
export async function addGroup(agenda, name) {
  const group = await createGroup(name);
  agenda.apply({ ...group, type: 'group' });
  return group.id;
}

/**
 * @returns {Promise<Calendar[]>} Those that one can show to another group: one's own, and one's
 *   times in those of groups.
 */
export async function calendarsToShow() {
  return (await fetchCalendars()).filter(({ owner }) => !owner);
}
