/**
 * The next days of the list. Until the core is loaded, these are the days that are always listed.
 *
 * @param {Engine | null} engine
 * @param {1 | -1} way
 * @param {string} date
 * @param {AgendaSize} size
 * @returns {AgendaList}
 */
export function listDays(engine, way, date, size) {
  if (engine) return engine.agenda(way > 0 ? 'later' : 'earlier', date, size);
  const listed = size.always.filter((day) => (way > 0 ? day >= date : day < date)).sort();
  const days = (way > 0 ? listed : listed.reverse()).map((day) => ({
    date: day,
    more: 0,
    events: [],
  }));
  return { isWhole: false, cut: false, cutSources: [], days };
}
