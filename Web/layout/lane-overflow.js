/**
 * A bar with the lane that it would have if there were room for all.
 *
 * @typedef {{ lane: number, column: number, span: number, startsHere: boolean, endsHere: boolean }}
 *   LanedBar
 */

/** The last lane, which further bars share: no screen has room for as many. */
const lastLane = 30;

/**
 * Places the bars that fit into a number of lanes. On days in sight with more, the last lane shows a
 * count instead. Days out of sight have a count only where no bar takes its place.
 *
 * As in the month (`MonthLayout.placed`), a bar that has no lane on all its days is placed in pieces on
 * those where there is room, so that a full day hides it on that day alone.
 *
 * @template {LanedBar} Bar
 * @param {Bar[]} bars @param {number} lanes At least 1.
 * @param {{ from: number, to: number }} [seen] The columns in sight, the last one excluded; by
 *   default all.
 * @returns {{ shown: (Bar & { piece: number })[], more: Map<number, number> }} The bars and pieces in
 *   the order of the bars, and by column how many don't fit. `piece` counts the pieces of a bar.
 */
export function lanesFitting(bars, lanes, seen = { from: -Infinity, to: Infinity }) {
  const counts = countsOf(bars);
  const isSeen = (/** @type {number} */ column) => column >= seen.from && column < seen.to;
  const limitOf = (/** @type {number} */ column) =>
    isSeen(column) && (counts.get(column) ?? 0) > lanes ? lanes - 1 : lanes;
  /** The lanes taken in each column, one bit per lane. @type {Map<number, number>} */
  const taken = new Map();
  const freeIn = (/** @type {number} */ column) =>
    (2 ** limitOf(column) - 1) & ~(taken.get(column) ?? 0);
  const take = (/** @type {{ lane: number, column: number, span: number }} */ part) => {
    for (const column of columnsOf(part))
      taken.set(column, (taken.get(column) ?? 0) | (1 << part.lane));
  };
  const isWhole = bars.map((bar) => {
    const fits = columnsOf(bar).every((column) => (freeIn(column) >> bar.lane) & 1);
    if (fits) take(bar);
    return fits;
  });
  const shown = bars.flatMap((bar, index) => {
    if (isWhole[index]) return [{ ...bar, piece: 0 }];
    const pieces = piecesOf(bar, freeIn);
    pieces.forEach(take);
    return pieces;
  });
  const placed = countsOf(shown);
  const more = /** @type {Map<number, number>} */ (new Map());
  for (const [column, n] of counts) {
    const rest = n - (placed.get(column) ?? 0);
    const isCovered = ((taken.get(column) ?? 0) >> (lanes - 1)) & 1;
    if (rest > 0 && !isCovered) more.set(column, rest);
  }
  return { shown, more };
}

/** @param {{ column: number, span: number }} part */
const columnsOf = ({ column, span }) => Array.from({ length: span }, (_, n) => column + n);

/** @param {{ column: number, span: number }[]} parts @returns {Map<number, number>} */
function countsOf(parts) {
  const counts = new Map();
  for (const column of parts.flatMap(columnsOf)) counts.set(column, (counts.get(column) ?? 0) + 1);
  return counts;
}

/**
 * @template {LanedBar} Bar
 * @param {Bar} bar
 * @param {(column: number) => number} freeIn The free lanes, one bit per lane.
 * @returns {(Bar & { piece: number })[]} As few pieces as possible, in the bar's own lane if it's free.
 */
function piecesOf(bar, freeIn) {
  const end = bar.column + bar.span;
  const pieces = [];
  for (let column = bar.column; column < end; ) {
    const first = column;
    let free = freeIn(column);
    column += 1;
    if (free === 0) continue;
    while (column < end && (free & freeIn(column)) !== 0) {
      free &= freeIn(column);
      column += 1;
    }
    pieces.push({
      ...bar,
      piece: pieces.length,
      lane: (free >> bar.lane) & 1 ? bar.lane : lowestBit(free),
      column: first,
      span: column - first,
      startsHere: bar.startsHere && first === bar.column,
      endsHere: bar.endsHere && column === end,
    });
  }
  return pieces;
}

/**
 * Gives each bar the highest lane that is free on all its days. Bars that already have a lane come
 * first, then those in sight, so that days out of sight don't push a visible bar down.
 *
 * @template {{ key: string, column: number, span: number }} Bar
 * @param {Bar[]} bars
 * @param {{ from: number, to: number }} seen The columns in sight, the last one excluded.
 * @param {Map<string, number>} known Lanes to keep, by key.
 * @returns {(Bar & { lane: number })[]} The bars in the same order.
 */
export function inLanes(bars, seen, known) {
  /** The lanes taken in each column, one bit per lane. @type {Map<number, number>} */
  const taken = new Map();
  const rank = (/** @type {Bar} */ { key, column, span }) => {
    if (known.has(key)) return 0;
    return column < seen.to && column + span > seen.from ? 1 : 2;
  };
  const order = bars
    .map((bar, index) => ({ bar, index }))
    .sort((a, b) => rank(a.bar) - rank(b.bar));
  /** @type {number[]} */
  const lanes = [];
  for (const { bar, index } of order) {
    const columns = columnsOf(bar);
    const free = ~columns.reduce((bits, column) => bits | (taken.get(column) ?? 0), 0);
    const kept = known.get(bar.key) ?? -1;
    const lane = kept >= 0 && (free >> kept) & 1 ? kept : Math.min(lowestBit(free), lastLane);
    for (const column of columns) taken.set(column, (taken.get(column) ?? 0) | (1 << lane));
    lanes[index] = lane;
  }
  return bars.map((bar, index) => ({ ...bar, lane: lanes[index] ?? lastLane }));
}

/** @param {number} bits @returns {number} The index of the lowest set bit; 32 if none is set. */
const lowestBit = (bits) => (bits === 0 ? 32 : 31 - Math.clz32(bits & -bits));
