import { requestJSON } from './http.js';

// Calendars that are read from elsewhere.

const path = '/api/v1/sources';

/** @returns {Promise<Source[]>} */
export const readSources = async () => (await requestJSON(path, 'GET')).sources;

/**
 * @param {{ address: string, name?: string, color: string, reminders: boolean }} source
 * @returns {Promise<{ calendar: Calendar, source: Source, dropped: number }>} When it has been read
 *   for the first time; `dropped` is how many of its events could not be.
 */
export const addSource = (source) => requestJSON(path, 'POST', source);

/**
 * @param {string} calendar
 * @param {{ address?: string, paused?: boolean, reminders?: boolean }} change
 * @returns {Promise<Source>}
 */
export const changeSource = (calendar, change) =>
  requestJSON(`${path}/${calendar}`, 'PATCH', change);

/** @param {string} calendar @returns {Promise<Source>} When it has been read again. */
export const refreshSource = (calendar) => requestJSON(`${path}/${calendar}/refresh`, 'POST');
