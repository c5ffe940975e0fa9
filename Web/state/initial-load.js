import { syncBatches } from '../api/sync-stream.js';
import { fetchZones } from '../api/zones.js';
import { nextFrame } from '../dom/frames.js';
import { addZones } from './agenda.js';

/** Longest work between two frames, so that the page responds while it loads. */
const sliceMs = 12;
/** The same before the first one, which has the days around the date that is shown. */
const firstSliceMs = 50;
/** Records between two looks at the clock. */
const stride = 25;

/**
 * Requests what a load needs, so that it arrives while the core is still being compiled.
 *
 * @param {ViewerZone} zone
 * @param {string} date The date shown.
 */
export function prefetch(zone, date) {
  const zones = fetchZones(zone.names);
  const records = syncBatches(date);
  const first = records.next();
  // The code that awaits these handles their failures. Here they'd only be reported as unhandled.
  zones.catch(() => {});
  first.catch(() => {});
  return { zones, first, records };
}

/** @typedef {ReturnType<typeof prefetch>} Prefetched */

/** @param {Prefetched} prefetched @returns {AsyncGenerator<Iterable<SyncRecord>>} */
async function* allBatches({ first, records }) {
  const { done, value } = await first;
  if (done) return;
  yield value;
  yield* records;
}

/**
 * Gives a core the user's zone, which it needs before it can list days.
 *
 * @param {Engine} engine @param {ViewerZone} zone
 * @param {ReturnType<typeof fetchZones>} [asked] The request for the zones, if it's already under
 *   way.
 */
export async function configureEngine(engine, zone, asked) {
  try {
    await setZone(engine, zone, asked);
  } catch (error) {
    // Without the zone the page still shows everything, in UTC.
    console.warn(error);
    engine.setZone('UTC', []);
  }
}

/**
 * @param {Engine} engine @param {ViewerZone} zone
 * @param {ReturnType<typeof fetchZones>} [asked]
 */
export async function setZone(engine, zone, asked = fetchZones(zone.names)) {
  const { zones } = await asked;
  addZones(engine, zones);
  engine.setZone(zone.home, zone.staysIn(zones));
}

/**
 * Reads everything once, handing each event to the core as it arrives.
 *
 * @param {Agenda} agenda
 * @param {(done: number, total: number) => void} progress
 * @param {Prefetched} prefetched
 * @param {SyncRecord[] | null} [read] Gets all records.
 * @returns {Promise<string>} The token that live changes continue from.
 */
export async function loadAll(agenda, progress, prefetched, read) {
  let token = '';
  let total = 0;
  let done = 0;
  let sliceEnd = performance.now() + firstSliceMs;
  for await (const records of allBatches(prefetched)) {
    for (const record of records) {
      if (record.type === 'header') ({ token, total } = record);
      if (record.type === 'event') done += 1;
      read?.push(record);
      agenda.apply(record);
      if (done % stride === 0 && performance.now() > sliceEnd) {
        progress(done, total);
        await nextFrame();
        sliceEnd = performance.now() + sliceMs;
      }
    }
  }
  agenda.changed();
  progress(total, total);
  await agenda.addMissingZones().catch((error) => console.warn(error));
  return token;
}
