import { calendarPath as pathOf } from './export-paths.js';
import { request, requestJSON } from './http.js';
import { recordBatches } from './ndjson.js';

/** @param {{ name: string, color: string }} calendar @returns {Promise<Calendar>} */
export const createCalendar = (calendar) => requestJSON('/api/v1/calendars', 'POST', calendar);

/**
 * @param {string} id
 * @param {{ name?: string, color?: string, default?: boolean }} change
 * @returns {Promise<Partial<Calendar>>}
 */
export const changeCalendar = (id, change) => requestJSON(pathOf(id), 'PATCH', change);

/** @param {string} id @param {string} [query] */
export const deleteCalendar = (id, query = '') => requestJSON(pathOf(id) + query, 'DELETE');

/**
 * @param {string} id @param {Blob} file @param {AbortSignal} signal Stops the import.
 * @returns {AsyncGenerator<Iterable<ImportRecord>>} The server's reports while it imports the file.
 */
export async function* importFile(id, file, signal) {
  const response = await request(`${pathOf(id)}/import`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
    body: file,
    signal,
  });
  if (response.body) yield* recordBatches(response.body);
}
