/**
 * @param {Pick<Agenda, 'engine'>} agenda
 * @param {string[]} names Empty names are skipped.
 * @returns {string[]} The zones among them that the core doesn't have yet.
 */
export function missingZonesAmong({ engine }, names) {
  const named = [...new Set(names)].filter((name) => name !== '');
  return engine?.unknownZones(named) ?? named;
}
