/** The number of events from which a week is only sketched when it scrolls by fast. */
const crowdedChips = 10;
/** The height of an event and the distance to the one below, in rem; as in the style sheet. */
const narrow = { chip: 1, lane: 1.125 },
  wide = { chip: 0.9375, lane: 1 };

/** @param {MonthRow} row */
export const isCrowded = ({ chips }) => chips.length >= crowdedChips;

/**
 * Draws the events of a week that scrolls by too fast to read as blocks in one background.
 *
 * @param {MonthRow} row
 * @param {{ places: number[], isWide: boolean }} look
 * @param {boolean} isLeftward Whether weeks go from right to left.
 * @returns {string} CSS background images.
 */
export function blocksOf({ chips }, { places, isWide }, isLeftward) {
  const columns = places.filter((place) => place >= 0).length;
  const rem = isWide ? wide : narrow;
  const blocks = chips.flatMap(({ column, span, lane, color, bar, past }) => {
    const shown = places.slice(column, column + span).filter((place) => place >= 0);
    const [first] = shown;
    if (first === undefined) return [];
    // CSS puts this fraction of the image's width at the same fraction of the box's width.
    const share = first / Math.max(1, columns - shown.length);
    const paint = `var(--${color}${bar && !past ? '' : '-tint'})`;
    return (
      `linear-gradient(90deg, #0000 1px, ${paint} 1px calc(100% - 1px), #0000 0) ` +
      `${percent(isLeftward ? 1 - share : share)} ${lane * rem.lane}rem / ${percent(shown.length / columns)} ${rem.chip}rem no-repeat`
    );
  });
  return blocks.join(', ');
}

/** @param {number} share */
const percent = (share) => `${(share * 100).toFixed(2)}%`;
