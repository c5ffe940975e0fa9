import { slotMinutes } from './hour-strip.js';

/** Days narrower than this, at the usual text size, have no room for words beside each other. */
const wordsPx = 72;
/** The width of the counts beside crowded events, at the usual text size; as in the style sheet. */
export const morePx = 26;

/** @typedef {{ dayPx: number, scale: number }} DayWidth */

/**
 * How a day's width is divided.
 *
 * @param {Pick<TimelineDay, 'strips'>} day @param {DayWidth} box
 * @returns {{ widthPx: number, stepPx: number, minPx: number }} The width of all events together,
 *   how far an event that lies on another is moved in, and the least width of one; at the usual
 *   text size. A narrow day shows mere blocks, any other a word of each event.
 */
export function divisionOf({ strips }, { dayPx, scale }) {
  const px = dayPx / scale;
  const isWordless = px < wordsPx;
  const edgePx = strips.length === 0 ? 6 : isWordless ? 10 : 20;
  return {
    widthPx: px - edgePx,
    stepPx: isWordless ? 8 : px < 120 ? 16 : 24,
    minPx: isWordless ? 12 : 32,
  };
}

/**
 * Leaves out the events of a day that would be too narrow: if more happen at once than fit, the
 * last ones are counted at the end of the day.
 *
 * @param {TimelineDay} day @param {DayWidth} box
 * @returns {FittedDay}
 */
export function columnsFitting(day, box) {
  const { widthPx, stepPx, minPx } = divisionOf(day, box);
  const placed = day.pieces.map((piece) => {
    const insetPx = piece.depth * stepPx;
    const roomPx = widthPx - insetPx;
    const columnsMax = roomPx < minPx ? 0 : Math.max(2, Math.floor(roomPx / minPx));
    if (piece.columns <= columnsMax) return { ...piece, insetPx, isHidden: false };
    const columns = Math.max(1, Math.floor((roomPx - morePx) / minPx));
    const isHidden = columnsMax === 0 || piece.column >= columns;
    return {
      ...piece,
      insetPx,
      columns,
      span: Math.min(piece.span, columns - piece.column),
      isHidden,
    };
  });
  const more = crowdedTimes(placed.filter(({ isHidden }) => isHidden));
  const shown = placed.filter(({ isHidden }) => !isHidden);
  const pieces = shown.map(({ isHidden, ...piece }) => ({
    ...piece,
    nextAt: nextAt(piece, shown, widthPx),
    hasMoreBeside: more.some(({ from, to }) => piece.from < to && piece.to > from),
  }));
  return { ...day, pieces, more };
}

/** @typedef {TimelinePiece & { insetPx: number }} PlacedPiece */

/**
 * @param {PlacedPiece} piece @param {PlacedPiece[]} all Sorted by start. @param {number} widthPx
 *   The width of all events together.
 * @returns {number} The minute at which the next event begins that is drawn over the same part of
 *   the day's width, often before the end of this one; Infinity if there is none.
 */
function nextAt(piece, all, widthPx) {
  const [start, end] = edgesOf(piece, widthPx);
  const isOver = (/** @type {PlacedPiece} */ other) => {
    const [otherStart, otherEnd] = edgesOf(other, widthPx);
    return other.from > piece.from && otherStart < end - 1 && otherEnd > start + 1;
  };
  return all.find(isOver)?.from ?? Infinity;
}

/**
 * @param {PlacedPiece} piece @param {number} widthPx
 * @returns {[number, number]} Where it begins and ends, counted from the start of the day.
 */
function edgesOf({ insetPx, column, columns, span }, widthPx) {
  const sharePx = (widthPx - insetPx) / columns;
  return [insetPx + column * sharePx, insetPx + (column + span) * sharePx];
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
