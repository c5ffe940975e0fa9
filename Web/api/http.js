/** A failed request, with the reason the server gave. */
export class HTTPError extends Error {
  /**
   * @param {Failure} code @param {string} [detail] @param {number} [retrySeconds]
   * @param {string} [reason] A word for the reason, if the code has several.
   */
  constructor(code, detail = '', retrySeconds = 0, reason = '') {
    super(detail || code);
    this.code = code;
    this.detail = detail;
    this.retrySeconds = retrySeconds;
    this.reason = reason;
  }
}

/** @param {Response} response @returns {Promise<HTTPError>} */
async function errorOf(response) {
  const { type = '', detail, field, reason } = await response.json().catch(() => ({}));
  // The last part of the problem's type. For codes without a message here, the server's detail is
  // shown.
  const code = /** @type {Failure} */ (String(type).split('/').at(-1) || 'failed');
  const retrySeconds = Number(response.headers.get('Retry-After'));
  return Object.assign(new HTTPError(code, detail, retrySeconds, reason), { field });
}

/**
 * Sends a request; if it's one change too many for this minute, again when the server takes more.
 *
 * @param {string} path @param {RequestInit} [options]
 * @returns {Promise<Response>} A successful response; any other is thrown as an HTTPError.
 */
export async function request(path, options = {}) {
  const response = await fetch(path, options).catch((cause) => {
    if (options.signal?.aborted) throw cause;
    throw new HTTPError('offline');
  });
  if (response.ok) return response;
  const error = await errorOf(response);
  if (error.code !== 'too-many-writes') throw error;
  await new Promise((passed) => setTimeout(passed, error.retrySeconds * 1000));
  return request(path, options);
}

/** @param {string} path @param {string} method @param {unknown} [body] */
export async function requestJSON(path, method, body) {
  const response = await request(path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return JSON.parse((await response.text()) || '{}');
}
