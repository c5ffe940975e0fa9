/**
 * Selects the bars that fit into a number of lanes. On days with more, the last lane shows a count
 * instead.
 *
 * Only the days in sight count: a bar that fits there is shown, however full its other days are.
 *
 * @template {{ lane: number, column: number, span: number }} Bar
 * @param {Bar[]} bars @param {number} lanes At least 1.
 * @param {{ from: number, to: number }} [seen] The columns in sight, the last one excluded; by
 *   default all.
 * @returns {{ shown: Bar[], more: Map<number, number> }} The bars that fit, and by column how many
 *   don't. A column out of sight has no count where a bar takes its place.
 */
export function lanesFitting(bars, lanes, seen = { from: -Infinity, to: Infinity }) {
  const columnsOf = (/** @type {Bar} */ { column, span }) =>
    Array.from({ length: span }, (_, n) => column + n);
  const isSeen = (/** @type {number} */ column) => column >= seen.from && column < seen.to;
  const crowded = new Set(
    bars
      .filter(({ lane }) => lane >= lanes)
      .flatMap(columnsOf)
      .filter(isSeen),
  );
  const isShown = (/** @type {Bar} */ bar) =>
    bar.lane < lanes - 1 ||
    (bar.lane < lanes && !columnsOf(bar).some((column) => crowded.has(column)));
  const shown = bars.filter(isShown);
  const covered = new Set(shown.filter(({ lane }) => lane === lanes - 1).flatMap(columnsOf));
  const more = /** @type {Map<number, number>} */ (new Map());
  for (const column of bars.filter((bar) => !isShown(bar)).flatMap(columnsOf))
    if (!covered.has(column)) more.set(column, (more.get(column) ?? 0) + 1);
  return { shown, more };
}

/** The last lane, which further bars share: no screen has room for as many. */
const lastLane = 30;

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
    const columns = Array.from({ length: bar.span }, (_, n) => bar.column + n);
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
