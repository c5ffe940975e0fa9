/** Of days with fewer events all is drawn however fast they go by. */
const piecesMany = 10;
/** What an event has of the day's width, and its bar; as in the style sheet. */
const besidePx = 6,
  barPx = 3;

/** @param {TimelineDay} day */
export const isCrowded = ({ pieces }) => pieces.length >= piecesMany;

/**
 * What stands for the events of a day that goes by too fast to be read: their blocks, as one
 * background. A day costs a tenth of what its events cost.
 *
 * @param {TimelineDay} day
 * @param {{ hourPx: number, dayPx: number }} box
 * @returns {string} Images of a background.
 */
export function blocksOf({ pieces }, { hourPx, dayPx }) {
  const isLeftward = document.dir === 'rtl';
  const blocks = pieces.map(({ from, to, column, columns, span, color, past }) => {
    const lanePx = (dayPx - besidePx) / columns;
    const [startPx, widthPx] = [column * lanePx + 1, span * lanePx - 2];
    const [topPx, heightPx] = [(from / 60) * hourPx, Math.max(14, ((to - from) / 60) * hourPx - 1)];
    const paint = (/** @type {string} */ name) =>
      past ? `color-mix(in srgb, var(--${name}) 55%, var(--bg))` : `var(--${name})`;
    const image = (/** @type {string} */ name, /** @type {number} */ px) =>
      `linear-gradient(${paint(name)} 0 0) ` +
      `${isLeftward ? 'right ' : ''}${startPx.toFixed(1)}px ${isLeftward ? 'top ' : ''}${topPx.toFixed(1)}px / ${px.toFixed(1)}px ${heightPx.toFixed(1)}px no-repeat`;
    return `${image(color, barPx)}, ${image(`${color}-tint`, widthPx)}`;
  });
  // What lies over the others is drawn by its element later, and here earlier.
  return blocks.reverse().join(', ');
}
