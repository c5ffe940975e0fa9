/**
 * Where the list of a day below a phone's month can rest: down to its handle, in the lower half, or
 * below one week.
 *
 * @typedef {'month' | 'half' | 'list'} Stage
 */

/** @type {Stage[]} */
export const stages = ['month', 'half', 'list'];

/** Where a released list would come to rest by itself tells the stage: it glides for so long. */
const glideSeconds = 0.12;
/** The stiffness of the spring: the larger, the sooner it rests. */
const stiffness = 22;

/**
 * @param {number} shownPx How much of the list shows.
 * @param {number} pxPerSecond How fast it grows; negative when it is drawn down.
 * @param {Record<Stage, number>} stopsPx How much of it shows at each stage.
 * @returns {Stage} Where it comes to rest.
 */
export function stageAt(shownPx, pxPerSecond, stopsPx) {
  const goalPx = shownPx + pxPerSecond * glideSeconds;
  const distance = (/** @type {Stage} */ stage) => Math.abs(stopsPx[stage] - goalPx);
  return stages.reduce((best, stage) => (distance(stage) < distance(best) ? stage : best));
}

/**
 * @param {Stage} stage @param {number} steps Upwards.
 * @returns {Stage}
 */
export function nextStage(stage, steps) {
  const index = Math.max(0, Math.min(stages.indexOf(stage) + steps, stages.length - 1));
  return stages[index] ?? stage;
}

/**
 * A spring that doesn't swing past its goal.
 *
 * @param {number} distancePx From the goal, at the beginning.
 * @param {number} pxPerSecond The speed at the beginning.
 * @param {number} seconds Since then.
 * @returns {number} How far it is from the goal.
 */
export function springRest(distancePx, pxPerSecond, seconds) {
  return (
    (distancePx + (pxPerSecond + stiffness * distancePx) * seconds) * Math.exp(-stiffness * seconds)
  );
}
