import { whenIdle } from '../dom/frames.js';
import { t } from '../i18n/strings.js';

/** @type {Promise<typeof import('./lazy-parts.js')> | null} */
let loading = null;

/** Loads what the first screen doesn't need, once; tries again after a failure. */
export function loadLazyParts() {
  loading ??= import('./lazy-parts.js').catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Runs something with the lazy parts, or says that they couldn't be loaded.
 *
 * @param {Notices} notices @param {(loaded: typeof import('./lazy-parts.js')) => void} run
 * @param {() => void} [failed] Called if they couldn't be loaded.
 */
export function withLazyParts(notices, run, failed) {
  void loadLazyParts().then(run, () => {
    notices.show(t('notLoaded'));
    failed?.();
  });
}

/** Loads the lazy parts when the browser is idle, so that they work offline too. */
export function prefetchLazyParts() {
  whenIdle(() => void loadLazyParts().catch(() => {}), 4000);
}
