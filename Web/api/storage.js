import { requestJSON } from './http.js';

/**
 * How much the account's calendars hold and may hold; or the same of a group's calendar.
 *
 * @param {string} [group]
 * @returns {Promise<StorageUse>}
 */
export const readStorage = (group) =>
  requestJSON(`/api/v1/${group ? `groups/${group}` : 'account'}/storage`, 'GET');
