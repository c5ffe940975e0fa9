import { requestJSON } from './http.js';

// Calendars that are read from elsewhere: by their address, or from an account at another service.

const path = '/api/v1/sources';

/** @returns {Promise<Source[]>} */
export const readSources = async () => (await requestJSON(path, 'GET')).sources;

/**
 * @param {AccountElsewhere} account
 * @returns {Promise<FoundCalendar[]>} All calendars of the account.
 */
export const lookUpCalendars = async (account) =>
  (await requestJSON(`${path}/look-up`, 'POST', account)).calendars;

/**
 * @param {NewFeed | NewAccountCalendar} source
 * @returns {Promise<{ calendar: Calendar, source: Source, dropped: number }>} When it has been read
 *   for the first time; `dropped` is how many of its events could not be.
 */
export const addSource = (source) => requestJSON(path, 'POST', source);

/**
 * @param {string} calendar
 * @param {{ address?: string, paused?: boolean, reminders?: boolean, password?: string }} change
 *   The password is that of all calendars of the same account.
 * @returns {Promise<Source>}
 */
export const changeSource = (calendar, change) =>
  requestJSON(`${path}/${calendar}`, 'PATCH', change);

/** @param {string} calendar @returns {Promise<Source>} When it has been read again. */
export const refreshSource = (calendar) => requestJSON(`${path}/${calendar}/refresh`, 'POST');
