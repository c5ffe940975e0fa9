import { syncBatches } from '../api/sync-stream.js';
import { fetchZones } from '../api/zones.js';
import { nextFrame } from '../dom/frames.js';
import { octetsOf } from './agenda.js';

/** Longest work between two frames, so that the page answers while it loads. */
const sliceMs = 12;
/** Records between two looks at the clock. */
const stride = 25;

/**
 * Asks the server for what a load needs, so that it comes while the core is still being compiled.
 *
 * @param {string} zone The user's.
 * @param {string} date The one that is shown.
 */
export function prefetch(zone, date) {
  const zones = fetchZones([zone]);
  const records = syncBatches(date);
  const first = records.next();
  // Whoever needs them hears of their failure; here it would only be said twice.
  zones.catch(() => {});
  first.catch(() => {});
  return { zone, zones, first, records };
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
 * Tells a core where the user is, so that it can be asked for days.
 *
 * @param {Engine} engine @param {string} zone
 * @param {ReturnType<typeof fetchZones>} [asked] The zone, when it is already on its way.
 */
export async function configureEngine(engine, zone, asked = fetchZones([zone])) {
  try {
    const { zones } = await asked;
    for (const [name, text] of Object.entries(zones)) engine.addZone(name, octetsOf(text));
    engine.setZone(zone);
  } catch (error) {
    // Without its zone the page still shows everything, by UTC.
    console.warn(error);
    engine.setZone('UTC');
  }
}

/**
 * Reads everything once, handing each event to the core as it arrives.
 *
 * @param {Agenda} agenda
 * @param {(done: number, total: number) => void} progress
 * @param {Prefetched} prefetched
 * @returns {Promise<string>} The token from which live changes go on.
 */
export async function loadAll(agenda, progress, prefetched) {
  agenda.isBusy = true;
  let token = '';
  let total = 0;
  let done = 0;
  let sliceStart = performance.now();
  for await (const records of allBatches(prefetched)) {
    for (const record of records) {
      if (record.type === 'header') ({ token, total } = record);
      if (record.type === 'event') done += 1;
      agenda.apply(record);
      if (done % stride === 0 && performance.now() - sliceStart > sliceMs) {
        progress(done, total);
        await nextFrame();
        sliceStart = performance.now();
      }
    }
  }
  agenda.isBusy = false;
  agenda.changed();
  progress(total, total);
  await agenda.addMissingZones().catch((error) => console.warn(error));
  return token;
}
