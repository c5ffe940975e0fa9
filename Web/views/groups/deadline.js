import { t } from '../../i18n/strings.js';
import { clock } from '../../time/clock.js';

/**
 * The instant of a typed deadline. The core converts it, because the browser may be in another zone
 * than the user's setting, and reads an hour that the clock skips differently.
 *
 * @param {Pick<Engine, 'zoneTime'>} engine
 * @param {string} local In the user's zone; empty for none.
 * @returns {string | null}
 */
export function deadlineOf(engine, local) {
  return local === '' ? null : `${engine.zoneTime(`${local.slice(0, 16)}:00`, '', 'UTC')}Z`;
}

/** @param {string | null} deadline @returns {string} What's wrong with it; empty if it's valid. */
export function deadlineProblem(deadline) {
  return deadline !== null && Date.parse(deadline) < clock.nowSeconds() * 1000
    ? t('deadlinePast')
    : '';
}
