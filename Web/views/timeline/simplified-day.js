import { divisionOf, morePx } from '../../layout/column-fit.js';

/** Days with fewer events are drawn in full however fast they scroll by. */
const crowdedPieces = 10;
/** The width of an event's bar; as in the style sheet. */
const barPx = 3;

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
export function blocksOf(day, box) {
  const { hourPx, scale } = box;
  const { widthPx: roomPx } = divisionOf(day, box);
  const isLeftward = document.dir === 'rtl';
  const blocks = day.pieces.map((piece) => {
    const { from, to, column, columns, span, insetPx, color, past, hasMoreBeside } = piece;
    const lanePx = ((roomPx - insetPx - (hasMoreBeside ? morePx : 0)) * scale) / columns;
    const [startPx, widthPx] = [insetPx * scale + column * lanePx + 1, span * lanePx - 2];
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
