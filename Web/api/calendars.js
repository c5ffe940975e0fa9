import { recordBatches } from '../lib/ndjson.js';
import { request, requestJSON } from './http.js';

/** @param {string} id */
const pathOf = (id) => `/api/v1/calendars/${encodeURIComponent(id)}`;

/** @param {{ name: string, color: string }} calendar @returns {Promise<Calendar>} */
export const createCalendar = (calendar) => requestJSON('/api/v1/calendars', 'POST', calendar);

/** @param {string} id @param {{ name?: string, color?: string, default?: boolean }} change @returns {Promise<Partial<Calendar>>} */
export const changeCalendar = (id, change) => requestJSON(pathOf(id), 'PATCH', change);

/** @param {string} id @param {string} [query] */
export const deleteCalendar = (id, query = '') => requestJSON(pathOf(id) + query, 'DELETE');

/** @param {string} id @returns {string} Where the whole calendar can be had as one file. */
export const exportPath = (id) => `${pathOf(id)}/export`;

/** @param {string} id @param {string} href @returns {string} Where one event, with its series, can be had as a file. */
export const exportEventPath = (id, href) => `${pathOf(id)}/events/${encodeURIComponent(href)}/export`;

/**
 * @param {string[]} [calendars] Everything without. @param {string} [name] What to call them.
 * @returns {string} Where they can be had as one file.
 */
export function exportSomePath(calendars = [], name = '') {
  const parts = [...calendars.map((id) => ['calendar', id]), ...(name === '' ? [] : [['name', name]])];
  // Not by URLSearchParams: in an address a plus is a plus.
  return `/api/v1/export${parts.length > 0 ? '?' : ''}${parts.map(([field, value = '']) => `${field}=${encodeURIComponent(value)}`).join('&')}`;
}

/**
 * @param {string} id @param {Blob} file
 * @returns {AsyncGenerator<Iterable<ImportRecord>>} What the server says while it takes the file in.
 */
export async function* importFile(id, file) {
  const response = await request(`${pathOf(id)}/import`, {
    method: 'POST', headers: { 'Content-Type': 'text/calendar; charset=utf-8' }, body: file,
  });
  if (response.body) yield* recordBatches(response.body);
}

/**
 * @param {string[]} names
 * @returns {Promise<{ zones: Record<string, string>, unknown: string[] }>} Zone files in base64.
 */
export async function fetchZones(names) {
  const query = new URLSearchParams(names.map((name) => ['name', name]));
  return requestJSON(`/api/v1/zones?${query}`, 'GET');
}
