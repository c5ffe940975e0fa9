import { requestJSON } from './http.js';

/** @type {Record<string, string>} All zone files that were fetched since the page was opened. */
export const fetchedZones = {};

/**
 * @param {string[]} names
 * @returns {Promise<{ zones: Record<string, string>, unknown: string[] }>} Zone files in base64.
 */
export async function fetchZones(names) {
  // Not with URLSearchParams: it writes blanks as plus signs, which older servers take for plus signs.
  const query = names.map((name) => `name=${encodeURIComponent(name)}`);
  const answer = await requestJSON(`/api/v1/zones?${query.join('&')}`, 'GET');
  Object.assign(fetchedZones, answer.zones);
  return answer;
}
