import { request, requestJSON } from './http.js';

/**
 * What another program on the device shared within the last minute.
 *
 * @param {string} id @returns {Promise<SharedThing>}
 */
export async function fetchShared(id) {
  const path = `/api/v1/shared/${encodeURIComponent(id)}`;
  const { title, text, url, files: names } = await requestJSON(path, 'GET');
  const files = await Promise.all(
    names.map(
      async (/** @type {string} */ name, /** @type {number} */ index) =>
        new File([await (await request(`${path}/files/${index}`)).blob()], name),
    ),
  );
  return { title, text, url, files };
}
