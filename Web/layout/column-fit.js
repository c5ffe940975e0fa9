import { slotMinutes } from './hour-strip.js';

/** Days narrower than this, at the usual text size, have no room for words beside each other. */
const wordsPx = 72;
/** The width of the counts beside crowded events, at the usual text size; as in the style sheet. */
export const morePx = 26;

/** @typedef {{ dayPx: number, scale: number }} DayWidth */

/**
 * How a day's width is divided.
 *
 * @param {Pick<FittedDay, 'hasStripRoom'>} day @param {DayWidth} box
 * @returns {{ widthPx: number, stepPx: number, minPx: number }} The width of all events together,
 *   how far an event that lies on another is moved in, and the least width of one; at the usual
 *   text size. A narrow day shows mere blocks, any other a word of each event.
 */
export function divisionOf({ hasStripRoom }, { dayPx, scale }) {
  const px = dayPx / scale;
  const isWordless = px < wordsPx;
  const edgePx = !hasStripRoom ? 6 : isWordless ? 10 : 20;
  return {
    widthPx: px - edgePx,
    stepPx: isWordless ? 8 : px < 120 ? 16 : 24,
    minPx: isWordless ? 12 : 32,
  };
}

/**
 * Fits the events of days into their width. If one of the days has strips of others' busy times, all
 * of them leave room for strips, so that events end at one line.
 *
 * @param {TimelineDay[]} days @param {DayWidth} box
 * @returns {FittedDay[]}
 */
export function daysFitting(days, box) {
  const hasStripRoom = days.some(({ strips }) => strips.length > 0);
  return days.map((day) => columnsFitting(day, box, hasStripRoom));
}

/** The number of lanes for strips of busy times. */
const stripLanes = 2;

/**
 * Gives each strip a lane of its own while it lasts, if one is free: first the lane that its person
 * usually has. If none is free, it joins the last one.
 *
 * @param {BusyStrip[]} strips Sorted by start.
 * @returns {BusyStrip[]}
 */
function inLanes(strips) {
  /** When each lane is free again. */
  const freeAt = Array.from({ length: stripLanes }, () => 0);
  return strips.map((strip) => {
    const isFree = (/** @type {number} */ lane) => (freeAt[lane] ?? 0) <= strip.from;
    const lane = [strip.lane, ...freeAt.keys()].find(isFree) ?? stripLanes - 1;
    freeAt[lane] = Math.max(freeAt[lane] ?? 0, strip.to);
    return { ...strip, lane };
  });
}

/**
 * Leaves out the events of a day that would be too narrow: if more happen at once than fit, the
 * last ones are counted at the end of the day.
 *
 * @param {TimelineDay} day @param {DayWidth} box
 * @param {boolean} hasStripRoom Whether the day leaves room for strips of others' busy times.
 * @returns {FittedDay}
 */
function columnsFitting(day, box, hasStripRoom) {
  const { widthPx, stepPx, minPx } = divisionOf({ hasStripRoom }, box);
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
  return { ...day, pieces, more, strips: inLanes(day.strips), hasStripRoom };
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
