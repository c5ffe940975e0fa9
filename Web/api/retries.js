/** How often a change is sent again before it's given up. */
const retriesMax = 10;
/** How long a change waits at most, over all its retries. */
const waitSecondsMax = 120;
/** The shortest pause, even if the server names none. */
const pauseSecondsMin = 1;

/**
 * Sends a change again until the server takes it, each time after the pause that the server asks
 * for, within the limits above.
 *
 * @param {() => Promise<Response>} send
 * @param {import('./http.js').HTTPError} refusal Why the first attempt was refused.
 * @param {AbortSignal | null} [signal]
 * @returns {Promise<Response>} Rejects with the last refusal after giving up, and with the signal's
 *   reason at once when aborted.
 */
export async function retry(send, refusal, signal) {
  let last = refusal;
  let leftSeconds = waitSecondsMax;
  for (let count = 0; count < retriesMax; count += 1) {
    const seconds = Math.max(last.retrySeconds, pauseSecondsMin);
    leftSeconds -= seconds;
    if (leftSeconds < 0) break;
    await pauseUnlessAborted(seconds * 1000, signal);
    try {
      return await send();
    } catch (error) {
      last = /** @type {import('./http.js').HTTPError} */ (error);
      if (last.code !== refusal.code) throw error;
    }
  }
  throw last;
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal | null} [signal] Ends the pause: it rejects with the signal's reason.
 */
export async function pauseUnlessAborted(milliseconds, signal) {
  signal?.throwIfAborted();
  await new Promise((passed, failed) => {
    const aborted = () => {
      clearTimeout(timer);
      failed(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted);
      passed(null);
    }, milliseconds);
    signal?.addEventListener('abort', aborted, { once: true });
  });
}
