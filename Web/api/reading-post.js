import { HTTPError, requestJSON } from './http.js';

/**
 * Sends a POST that only reads, because what it asks for is too long or too secret for an address.
 *
 * @param {string} path @param {unknown} body
 */
export async function readByPost(path, body) {
  try {
    return await requestJSON(path, 'POST', body);
  } catch (error) {
    if (error instanceof HTTPError) error.isReading = true;
    throw error;
  }
}
