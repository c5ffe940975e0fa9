/**
 * Which of the bars fit into a number of lanes. On days with more, the last lane shows a count
 * instead.
 *
 * @template {{ lane: number, column: number, span: number }} Bar
 * @param {Bar[]} bars @param {number} lanes At least 1.
 * @returns {{ shown: Bar[], more: Map<number, number> }} The bars that fit, and by column how many
 *   don't.
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
