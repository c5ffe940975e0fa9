/** A failed request, with the reason the server gave. */
export class HTTPError extends Error {
  /** @param {Failure} code @param {string} detail @param {number} [retrySeconds] */
  constructor(code, detail, retrySeconds = 0) {
    super(detail || code);
    this.code = code;
    this.detail = detail;
    this.retrySeconds = retrySeconds;
    /** @type {string | undefined} A word for the reason, if the code has several. */
    this.reason = undefined;
  }
}

/** @param {Response} response @returns {Promise<HTTPError>} */
async function errorOf(response) {
  const problem = await response.json().catch(() => ({}));
  // The last part of the problem's type. For codes without a message here, the server's detail is
  // shown.
  const code = /** @type {Failure} */ (
    String(problem.type ?? '')
      .split('/')
      .at(-1) || 'failed'
  );
  return Object.assign(
    new HTTPError(
      code,
      problem.detail ?? problem.title ?? '',
      Number(response.headers.get('Retry-After')),
    ),
    { field: problem.field, reason: problem.reason },
  );
}

/**
 * @param {string} path @param {RequestInit} [options]
 * @returns {Promise<Response>} A successful response; any other is thrown as an HTTPError.
 */
export async function request(path, options = {}) {
  const response = await fetch(path, options).catch((cause) => {
    if (options.signal?.aborted) throw cause;
    throw new HTTPError('offline', '');
  });
  if (!response.ok) throw await errorOf(response);
  return response;
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
