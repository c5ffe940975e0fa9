/**
 * Says when the events of a sample are by the user's clock, as the calendar will.
 *
 * @param {Pick<Agenda, 'engine' | 'loadZones'>} agenda
 * @param {Inspection['sample']} sample
 * @returns {Promise<Inspection['sample']>} A time in a zone that nobody knows stays as written.
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
