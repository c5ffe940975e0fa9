import { stages } from './sheet-stages.js';

/** @typedef {import('./sheet-stages.js').Stage} Stage */

/** The time for which a released list glides on; the place it would reach decides the stage. */
const glideSeconds = 0.12;
/** The stiffness of the spring: the larger, the sooner it comes to rest. */
const stiffness = 22;

/**
 * @param {number} shownPx How much of the list shows.
 * @param {number} pxPerSecond How fast it grows; negative when it is drawn down.
 * @param {Record<Stage, number>} stopsPx How much of it shows at each stage.
 * @returns {Stage} The stage at which it comes to rest.
 */
export function stageAt(shownPx, pxPerSecond, stopsPx) {
  const goalPx = shownPx + pxPerSecond * glideSeconds;
  const distance = (/** @type {Stage} */ stage) => Math.abs(stopsPx[stage] - goalPx);
  return stages.reduce((best, stage) => (distance(stage) < distance(best) ? stage : best));
}

/**
 * A spring that doesn't swing past its goal.
 *
 * @param {number} distancePx The distance from the goal at the beginning.
 * @param {number} pxPerSecond The speed at the beginning.
 * @param {number} seconds The time since the beginning.
 * @returns {number} The distance from the goal at that time.
 */
export function springRest(distancePx, pxPerSecond, seconds) {
  return (
    (distancePx + (pxPerSecond + stiffness * distancePx) * seconds) * Math.exp(-stiffness * seconds)
  );
}
