import { slotMinutes } from './hour-strip.js';

/** A column narrower than this, at the usual text size, is a sliver. */
const columnMinPx = 40;
/** The number of columns that a day always has, however narrow it is: their titles run down. */
const columnsAlways = 3;
/** The gap that events leave free at the end of the day. */
const gapPx = 6;
/** The width of the counts beside crowded events, at the usual text size; as in the style sheet. */
export const morePx = 26;

/**
 * @param {{ dayPx: number, scale: number }} box
 * @returns {number} How many events a day has room for side by side; at least 2.
 */
export function columnsIn({ dayPx, scale }) {
  return Math.max(2, Math.floor((dayPx / scale - gapPx) / columnMinPx));
}

/**
 * Leaves out the events of a day that would be too narrow: if more happen at once than fit, the
 * last ones are counted at the end of the day.
 *
 * @param {TimelineDay} day @param {number} columnsMax
 * @returns {FittedDay}
 */
export function columnsFitting(day, columnsMax) {
  const isCrowded = (/** @type {TimelinePiece} */ piece) =>
    piece.columns > Math.max(columnsMax, columnsAlways);
  const isHidden = (/** @type {TimelinePiece} */ piece) =>
    isCrowded(piece) && piece.column >= columnsMax - 1;
  const hidden = day.pieces.filter(isHidden);
  if (hidden.length === 0) return { ...day, more: [] };
  const pieces = day.pieces
    .filter((piece) => !isHidden(piece))
    .map((piece) => {
      if (!isCrowded(piece)) return piece;
      const columns = columnsMax - 1;
      return {
        ...piece,
        columns,
        span: Math.min(piece.span, columns - piece.column),
        hasMoreBeside: true,
      };
    });
  return { ...day, pieces, more: crowdedTimes(hidden) };
}

/**
 * @param {TimelinePiece[]} hidden Sorted by start.
 * @returns {CrowdedTime[]} One for each set of events that overlap, directly or through others.
 */
function crowdedTimes(hidden) {
  /** @type {CrowdedTime[]} */
  const times = [];
  for (const { from, to, key } of hidden) {
    const last = times.at(-1);
    const end = Math.max(to, from + slotMinutes);
    if (last && from < last.to) {
      last.to = Math.max(last.to, end);
      last.keys.push(key);
    } else times.push({ key: `more at ${from}`, from, to: end, keys: [key] });
  }
  return times;
}
