import { t } from '../../i18n/strings.js';
import { clock } from '../../time/clock.js';

/**
 * The instant of a deadline that was typed. The core is asked, because a browser's own clock may
 * have another zone, and reads an hour that the clocks skip in another way.
 *
 * @param {Pick<Engine, 'zoneTime'>} engine
 * @param {string} local By the user's clock; empty for none.
 * @returns {string | null}
 */
export function deadlineOf(engine, local) {
  return local === '' ? null : `${engine.zoneTime(`${local.slice(0, 16)}:00`, '', 'UTC')}Z`;
}

/** @param {string | null} deadline @returns {string} What is wrong with it. */
export function deadlineProblem(deadline) {
  return deadline !== null && Date.parse(deadline) < clock.nowSeconds() * 1000
    ? t('deadlinePast')
    : '';
}
