import { morePx } from '../../layout/column-fit.js';

/** Days with fewer events are drawn in full however fast they scroll by. */
const crowdedPieces = 10;
/** The gap that events leave at the day's end, and their bar's width; as in the style sheet. */
const besidePx = 6,
  barPx = 3;

/** @param {FittedDay} day */
export const isCrowded = ({ pieces }) => pieces.length >= crowdedPieces;

/**
 * Draws the events of a day that scrolls by too fast to read as blocks in one background, which
 * costs a tenth of real events.
 *
 * @param {FittedDay} day
 * @param {{ hourPx: number, dayPx: number, scale: number }} box
 * @returns {string} CSS background images.
 */
export function blocksOf({ pieces }, { hourPx, dayPx, scale }) {
  const isLeftward = document.dir === 'rtl';
  const blocks = pieces.map(({ from, to, column, columns, span, color, past, hasMoreBeside }) => {
    const lanePx = (dayPx - besidePx - (hasMoreBeside ? morePx * scale : 0)) / columns;
    const [startPx, widthPx] = [column * lanePx + 1, span * lanePx - 2];
    const [topPx, heightPx] = [(from / 60) * hourPx, Math.max(14, ((to - from) / 60) * hourPx - 1)];
    const paint = (/** @type {string} */ name) =>
      past ? `color-mix(in srgb, var(--${name}) 55%, var(--bg))` : `var(--${name})`;
    const image = (/** @type {string} */ name, /** @type {number} */ px) =>
      `linear-gradient(${paint(name)} 0 0) ` +
      `${isLeftward ? 'right ' : ''}${startPx.toFixed(1)}px ${isLeftward ? 'top ' : ''}${topPx.toFixed(1)}px / ${px.toFixed(1)}px ${heightPx.toFixed(1)}px no-repeat`;
    return `${image(color, barPx)}, ${image(`${color}-tint`, widthPx)}`;
  });
  // Later elements lie on top, but so does the first background image.
  return blocks.reverse().join(', ');
}
