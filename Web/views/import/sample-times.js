import { missingZonesAmong } from '../../state/missing-zones.js';

/**
 * Says when the events of a sample are by the user's clock, as the calendar will.
 *
 * @param {Pick<Agenda, 'engine' | 'loadZones'>} agenda
 * @param {Inspection['sample']} sample
 * @returns {Promise<Inspection['sample']>} A time in a zone that nobody knows stays as written.
 */
export async function timesInOwnZone(agenda, sample) {
  const missing = missingZonesAmong(
    agenda,
    sample.map(({ zone }) => zone),
  );
  // Without them, times are shown as the file has them.
  if (missing.length > 0) await agenda.loadZones(missing).catch(console.warn);
  return sample.map((each) => {
    if (each.zone === '') return each;
    try {
      return { ...each, start: agenda.engine?.zoneTime(each.start, each.zone, '') || each.start };
    } catch {
      return each;
    }
  });
}
