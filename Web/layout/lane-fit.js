/**
 * What of the bars over some days is shown in so many lanes: on a day with more, the last lane has
 * their count.
 *
 * @template {{ lane: number, column: number, span: number }} Bar
 * @param {Bar[]} bars @param {number} lanes At least 1.
 * @returns {{ shown: Bar[], more: Map<number, number> }} The bars, and by column how many are not
 *   among them.
 */
export function lanesFitting(bars, lanes) {
  const columnsOf = (/** @type {Bar} */ { column, span }) =>
    Array.from({ length: span }, (_, n) => column + n);
  const crowded = new Set(bars.filter(({ lane }) => lane >= lanes).flatMap(columnsOf));
  const isShown = (/** @type {Bar} */ bar) =>
    bar.lane < lanes - 1 ||
    (bar.lane < lanes && !columnsOf(bar).some((column) => crowded.has(column)));
  const more = /** @type {Map<number, number>} */ (new Map());
  for (const column of bars.filter((bar) => !isShown(bar)).flatMap(columnsOf))
    more.set(column, (more.get(column) ?? 0) + 1);
  return { shown: bars.filter(isShown), more };
}
