import { requestJSON } from './http.js';

/**
 * @param {string[]} names
 * @returns {Promise<{ zones: Record<string, string>, unknown: string[] }>} Zone files in base64.
 */
export async function fetchZones(names) {
  const query = new URLSearchParams(names.map((name) => ['name', name]));
  return requestJSON(`/api/v1/zones?${query}`, 'GET');
}
