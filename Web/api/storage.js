import { requestJSON } from './http.js';

/**
 * What the calendars of the account hold, and how much they may; or a group's calendar.
 *
 * @param {string} [group]
 * @returns {Promise<StorageUse>}
 */
export const readStorage = (group) =>
  requestJSON(`/api/v1/${group ? `groups/${group}` : 'account'}/storage`, 'GET');
