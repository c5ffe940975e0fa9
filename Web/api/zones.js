import { requestJSON } from './http.js';

/**
 * @param {string[]} names
 * @returns {Promise<{ zones: Record<string, string>, unknown: string[] }>} Zone files in base64.
 */
export async function fetchZones(names) {
  // Not with URLSearchParams: it writes blanks as plus signs, which older servers take for plus signs.
  const query = names.map((name) => `name=${encodeURIComponent(name)}`);
  return requestJSON(`/api/v1/zones?${query.join('&')}`, 'GET');
}
