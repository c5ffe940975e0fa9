import { request } from './http.js';

const path = '/api/v1/settings';

/** @param {Response} response @returns {Promise<{ values: Record<string, any>, etag: string }>} */
const documentOf = async (response) => ({
  values: await response.json(),
  etag: response.headers.get('ETag') ?? '',
});

/** The account's settings; empty for a new account. */
export async function fetchSettings() {
  return documentOf(await request(path));
}

/**
 * @param {Record<string, any>} values @param {string} etag The version that the values are based
 *   on.
 */
export async function putSettings(values, etag) {
  return documentOf(
    await request(path, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'If-Match': etag },
      body: JSON.stringify(values),
    }),
  );
}
