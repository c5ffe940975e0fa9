import { compactRowPx } from './month-strip.js';

/**
 * Where the list of a day below a phone's month can rest: down to its handle, in the lower half, or
 * below one week.
 *
 * @typedef {'month' | 'half' | 'list'} Stage
 */

/** @type {Stage[]} */
export const stages = ['month', 'half', 'list'];

/** The height of a list of a day that is down to its handle, below a phone's month. */
const handlePx = 44;
/** How many low rows stay above a list that is half open, and which part of the strip at most. */
const openRowsMax = 6,
  openPart = 0.6;

/**
 * @param {Stage} stage @param {number} steps Upwards.
 * @returns {Stage}
 */
export function nextStage(stage, steps) {
  const index = Math.max(0, Math.min(stages.indexOf(stage) + steps, stages.length - 1));
  return stages[index] ?? stage;
}

/**
 * @param {number} heightPx The height of the strip on a phone. @param {number} scale
 * @returns {Record<Stage, number>} How much of the list of a day shows
 *   at each stage. The strip ends above the handle, so only the rest covers it.
 */
export function listStopsPx(heightPx, scale) {
  const rowPx = compactRowPx(heightPx, scale);
  const rows = Math.max(1, Math.min(openRowsMax, Math.floor((heightPx * openPart) / rowPx)));
  const halfPx = heightPx - rows * rowPx + handlePx;
  return { month: handlePx, half: halfPx, list: heightPx - rowPx + handlePx };
}
