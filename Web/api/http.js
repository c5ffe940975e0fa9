/** A failed request, with the reason the server gave. */
export class HTTPError extends Error {
  /**
   * @param {Failure} code @param {string} [detail] @param {number} [retrySeconds]
   * @param {string} [reason] A keyword for the exact reason, for codes that cover several.
   */
  constructor(code, detail = '', retrySeconds = 0, reason = '') {
    super(detail || code);
    this.code = code;
    this.detail = detail;
    this.retrySeconds = retrySeconds;
    this.reason = reason;
    /** Whether the request would only have read something. */
    this.isReading = false;
  }
}

/**
 * @param {unknown} error
 * @returns {error is HTTPError} Whether it may help to ask again later: there's an outage, or the
 *   server's database can't be reached, perhaps only for this one request.
 */
export const isTemporary = (error) =>
  error instanceof HTTPError && ['offline', 'server-away', 'storage'].includes(error.code);

/**
 * @param {unknown} error
 * @returns {error is HTTPError} Whether the server can't be reached, or can't do anything at the
 *   moment.
 */
export const isOutage = (error) => isTemporary(error) && error.code !== 'storage';

/** @returns {boolean} Whether the browser has no network. */
export const isOffline = () => globalThis.navigator?.onLine === false;

/** What went wrong when no answer came: the browser has no network, or the server isn't there. */
export const unreachable = () => new HTTPError(isOffline() ? 'offline' : 'server-away');

/**
 * The code of a failure without a problem document: proxies answer like this for an absent server.
 *
 * @param {number} status @returns {Failure}
 */
const codeOf = (status) => (status > 501 && status < 505 ? 'server-away' : 'failed');

/** @param {Response} response @returns {Promise<HTTPError>} */
async function errorOf(response) {
  const { type = '', detail, field, reason } = await response.json().catch(() => ({}));
  // The last part of the problem's type. For codes without a message here, the server's detail is
  // shown.
  const code = /** @type {Failure} */ (String(type).split('/').at(-1) || codeOf(response.status));
  // A date, which the server never sends, counts as nothing.
  const retrySeconds = Number(response.headers.get('Retry-After')) || 0;
  return Object.assign(new HTTPError(code, detail, retrySeconds, reason), { field });
}

/**
 * @param {string} path @param {RequestInit} options
 * @returns {Promise<Response>} A successful response; any other is thrown as an HTTPError.
 */
async function send(path, options) {
  const { method = 'GET', signal } = options;
  const response = await fetch(path, options).catch((cause) => {
    if (signal?.aborted) throw cause;
  });
  if (response?.ok) return response;
  const error = response ? await errorOf(response) : unreachable();
  error.isReading = method === 'GET';
  throw error;
}

/**
 * Sends a request. If it's one change too many for this minute, sends it again when the server
 * takes more, within the limits in `retries.js`.
 *
 * @param {string} path @param {RequestInit} [options]
 * @returns {Promise<Response>} A successful response; any other is thrown as an HTTPError.
 */
export async function request(path, options = {}) {
  try {
    return await send(path, options);
  } catch (error) {
    if (!(error instanceof HTTPError && error.code === 'too-many-writes')) throw error;
    const { retry } = await import('./retries.js');
    return retry(() => send(path, options), error, options.signal);
  }
}

/**
 * @param {string} path @param {string} method @param {unknown} [body]
 * @param {AbortSignal | null} [signal]
 */
export async function requestJSON(path, method, body, signal = null) {
  const response = await request(path, {
    method,
    signal,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return JSON.parse((await response.text()) || '{}');
}
