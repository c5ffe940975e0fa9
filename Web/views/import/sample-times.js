/**
 * Converts the times of a sample's events to the user's clock, as in the calendar.
 *
 * @param {Pick<Agenda, 'engine' | 'loadZones'>} agenda
 * @param {Inspection['sample']} sample
 * @returns {Promise<Inspection['sample']>} The events; a time in an unknown zone stays as written.
 */
export async function timesInOwnZone(agenda, sample) {
  // Without them, times are shown as the file has them.
  await agenda.loadZones(sample.map(({ zone }) => zone)).catch(console.warn);
  return sample.map((each) => {
    if (each.zone === '') return each;
    try {
      return { ...each, start: agenda.engine?.zoneTime(each.start, each.zone, '') || each.start };
    } catch {
      return each;
    }
  });
}
