/**
 * @param {Pick<Agenda, 'engine'>} agenda
 * @param {string[]} names Empty names are skipped.
 * @returns {string[]} The names by which to load those of the zones that the core doesn't have yet.
 */
export function missingZonesAmong({ engine }, names) {
  const named = [...new Set(names)].filter((name) => name !== '');
  return [...new Set(engine?.unknownZones(named) ?? named)];
}
