import { syncBatches } from '../api/records.js';
import { fetchZones } from '../api/calendars.js';
import { nextFrame } from '../lib/frames.js';
import { octetsOf } from './agenda.js';

/** Longest work between two frames, so that the page answers while it loads. */
const sliceMs = 12;
/** Records between two looks at the clock. */
const stride = 25;

/**
 * Tells a core where the user is, so that it can be asked for days.
 *
 * @param {Engine} engine @param {string} zone @param {number} firstWeekday
 */
export async function prepare(engine, zone, firstWeekday) {
  try {
    const { zones } = await fetchZones([zone]);
    for (const [name, text] of Object.entries(zones)) engine.addZone(name, octetsOf(text));
    engine.configure(zone, firstWeekday);
  } catch (error) {
    // Without its zone the page still shows everything, by UTC.
    console.warn(error);
    engine.configure('UTC', firstWeekday);
  }
}

/**
 * Reads everything once, handing each event to the core as it arrives.
 *
 * @param {Agenda} agenda
 * @param {(done: number, total: number) => void} progress
 * @returns {Promise<string>} The token from which live changes go on.
 */
export async function loadAll(agenda, progress) {
  agenda.isBusy = true;
  let token = '';
  let total = 0;
  let done = 0;
  let sliceStart = performance.now();
  for await (const records of syncBatches()) {
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


