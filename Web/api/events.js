import { request, requestJSON } from './http.js';

/** @param {string} calendar @param {string} href */
const pathOf = (calendar, href) =>
  `/api/v1/calendars/${encodeURIComponent(calendar)}/events/${encodeURIComponent(href)}`;

/**
 * Sends one of the core's changes. The server refuses it if the event has changed meanwhile.
 *
 * @param {Change} change
 * @param {string} etag The version the change is based on; empty for a new event.
 * @returns {Promise<Saved>} The new ETag and the change's token, both empty after a deletion.
 */
export async function sendChange({ op, calendar, href, ical }, etag) {
  /** @type {Record<string, string>} */
  const headers =
    etag === '' ? (op === 'put' ? { 'If-None-Match': '*' } : {}) : { 'If-Match': etag };
  if (op === 'delete') {
    await request(pathOf(calendar, href), { method: 'DELETE', headers });
    return { etag: '', token: '' };
  }
  const response = await request(pathOf(calendar, href), {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' },
    body: ical ?? '',
  });
  // Always read the body: the browser keeps an unread response as long as the page lives.
  return JSON.parse(await response.text());
}

/**
 * @param {string} calendar
 * @param {string} href
 * @returns {Promise<{ etag: string, ical: string, unanswered?: true }>} `unanswered` for an invitation
 *   that the user hasn't answered.
 */
export async function fetchEvent(calendar, href) {
  const response = await request(pathOf(calendar, href));
  const { headers } = response;
  return {
    etag: headers.get('ETag') ?? '',
    ical: await response.text(),
    ...(headers.get('Meantime-Unanswered') === '?1' && { unanswered: true }),
  };
}

/**
 * Saves the user's answer to an event, even if others change the event meanwhile.
 *
 * @param {{ calendar: string, href: string }} place
 * @param {SentAnswer} given
 * @returns {Promise<Saved>}
 */
export const answerEvent = ({ calendar, href }, given) =>
  requestJSON(`${pathOf(calendar, href)}/answer`, 'PUT', given);

/** @param {{ calendar: string, href: string }} place @returns {Promise<Version[]>} Newest first. */
export const fetchHistory = async ({ calendar, href }) =>
  (await requestJSON(`${pathOf(calendar, href)}/history`, 'GET')).versions;

/**
 * @param {{ calendar: string, href: string }} place @param {number} version
 * @returns {Promise<string>} Its text.
 */
export const fetchVersion = async ({ calendar, href }, version) =>
  (await request(`${pathOf(calendar, href)}/history/${version}`)).text();
