import { t } from '../i18n/strings.js';

/** @type {Promise<typeof import('./lazy-parts.js')> | null} */
let loading = null;

/** What is not needed for the first look; loaded once, again after a failure. */
export function loadLazyParts() {
  loading ??= import('./lazy-parts.js').catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Runs something of what is loaded later; without a network it may not be had.
 *
 * @param {Notices} notices @param {(loaded: typeof import('./lazy-parts.js')) => void} run
 * @param {() => void} [failed] For whoever waits for what becomes of it.
 */
export function withLazyParts(notices, run, failed) {
  void loadLazyParts().then(run, () => {
    notices.show(t('notLoaded'));
    failed?.();
  });
}

/** Loads it when the browser has nothing else to do, so that it is there also without a network. */
export function prefetchLazyParts() {
  const load = () => void loadLazyParts().catch(() => {});
  if (typeof requestIdleCallback === 'function') requestIdleCallback(load, { timeout: 4000 });
  else setTimeout(load, 1000);
}
