/**
 * Waits for the next frame, at most 100 ms: a hidden page has no frames.
 *
 * @returns {Promise<void>}
 */
export function nextFrame() {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Runs something once the browser has nothing better to do.
 *
 * @param {() => void} run
 * @param {number} mostMs How long it waits at most.
 * @param {number} [otherwiseMs] How long it waits where the browser can't tell.
 */
export function whenIdle(run, mostMs, otherwiseMs = 1000) {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: mostMs });
  else setTimeout(run, otherwiseMs);
}

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
