import { requestJSON } from './http.js';

const path = '/api/v1/bin';

/**
 * @param {string} [before] The `next` of the previous page.
 * @returns {Promise<{ events: DeletedEvent[], next?: string }>}
 */
export const fetchDeletedEvents = (before = '') =>
  requestJSON(`${path}/events${before && `?before=${encodeURIComponent(before)}`}`, 'GET');

/** @returns {Promise<DeletedCalendar[]>} */
export const fetchDeletedCalendars = async () =>
  (await requestJSON(`${path}/calendars`, 'GET')).calendars;

/**
 * @param {string} id @returns {Promise<{ calendar: string, href: string }>} Where it's stored
 *   again.
 */
export const restoreEvent = (id) => requestJSON(`${path}/events/${encodeURIComponent(id)}`, 'POST');

/** @param {string} id @returns {Promise<Calendar>} */
export const restoreCalendar = (id) =>
  requestJSON(`${path}/calendars/${encodeURIComponent(id)}`, 'POST');

/** @param {'events' | 'calendars'} kind @param {string} id */
export const deleteForGood = (kind, id) =>
  requestJSON(`${path}/${kind}/${encodeURIComponent(id)}`, 'DELETE');

export const emptyBin = () => requestJSON(path, 'DELETE');
