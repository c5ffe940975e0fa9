/** The width of a letter of the times, and what of a day's column isn't text. */
const letterPx = 6.5,
  besidePx = 21;
/** The heights that a title has with one line below it, and with two. */
const oneLinePx = 36,
  twoLinesPx = 53;

/**
 * Where the times and the length of a dragged event stand: on a line of the block, on two lines, or
 * on a label beside a block that has no room for them.
 *
 * @param {{ time: string, length: string }} text
 * @param {{ dayPx: number, heightPx: number, scale: number }} block Its height, the width of its
 *   day, and the scale of the user's text size.
 * @returns {'line' | 'lines' | 'label'}
 */
export function heldTimeFit({ time, length }, { dayPx, heightPx, scale }) {
  const fits = (/** @type {string} */ text) => text.length * letterPx * scale + besidePx <= dayPx;
  if (heightPx < oneLinePx * scale || !fits(time)) return 'label';
  if (fits(`${time} · ${length}`)) return 'line';
  return heightPx < twoLinesPx * scale ? 'label' : 'lines';
}
