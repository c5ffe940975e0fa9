import { requestJSON } from './http.js';
import { readByPost } from './reading-post.js';

// Calendars that are read from elsewhere: by their address, or from an account at another service.

const path = '/api/v1/sources';

/**
 * All sources, whether this server can ask Google for calendars, and the accounts that it may ask.
 *
 * @returns {Promise<{ sources: ExternalCalendar[], google: boolean, googleAccounts: GoogleAccount[] }>}
 */
export const readExternalCalendars = async () => ({
  google: false,
  googleAccounts: [],
  ...(await requestJSON(path, 'GET')),
});

/**
 * @param {AccountElsewhere} account
 * @returns {Promise<FoundCalendar[]>} All calendars of the account.
 */
export const lookUpCalendars = async (account) =>
  (await readByPost(`${path}/look-up`, account)).calendars;

/**
 * The address that asks for consent at Google. The browser has to go there, and comes back with
 * `?google=` and the name of Google's answer, or with `?problem=`.
 *
 * @param {'read' | 'write'} calendars What to ask for.
 * @param {string} back The path to come back to.
 * @param {string} [account] The account whose owner is asked again.
 */
export const consentPath = (calendars, back, account) =>
  `/sign-in/google?${new URLSearchParams({ calendars, return: back, ...(account ? { account } : {}) })}`;

/**
 * Connects the account whose owner has just come back from Google.
 *
 * @param {string} answer The name of Google's answer, from the address that Google led back to.
 * @returns {Promise<{ account: string }>}
 */
export const connectGoogle = (answer) => requestJSON(`${path}/google`, 'POST', { answer });

/**
 * @param {string} account
 * @returns {Promise<{ email: string, writable: boolean, calendars: GoogleCalendar[] }>}
 */
export const readGoogleCalendars = (account) =>
  requestJSON(`${path}/google/${encodeURIComponent(account)}/calendars`, 'GET');

/** @param {string} account Its calendars are removed from here; nothing changes at Google. */
export const disconnectGoogle = (account) =>
  requestJSON(`${path}/google/${encodeURIComponent(account)}`, 'DELETE');

/**
 * @param {NewFeed | NewAccountCalendar | NewGoogleCalendar} source
 * @returns {Promise<{ calendar: Calendar, source: ExternalCalendar, dropped: number }>} Resolves when it has
 *   been read for the first time; `dropped` is the number of its events that couldn't be read.
 */
export const addExternalCalendar = (source) => requestJSON(path, 'POST', source);

/**
 * @param {string} calendar
 * @param {{ address?: string, paused?: boolean, reminders?: boolean, password?: string }} change
 *   The password is that of all calendars of the same account.
 * @returns {Promise<ExternalCalendar>}
 */
export const changeExternalCalendar = (calendar, change) =>
  requestJSON(`${path}/${calendar}`, 'PATCH', change);

/**
 * @param {string} calendar @returns {Promise<string[]>} The hrefs of events that wait to be sent.
 */
export const readWaiting = async (calendar) =>
  (await requestJSON(`${path}/${calendar}/waiting`, 'GET')).waiting;

/** @param {string} calendar @returns {Promise<ExternalCalendar>} Resolves when it has been read again. */
export const refreshExternalCalendar = (calendar) =>
  requestJSON(`${path}/${calendar}/refresh`, 'POST');
