import { deviceStorage } from '../dom/device-storage.js';
import { copyOwner, eraseCopy, readCopy } from './device-copy.js';
import { erasePersonal } from './personal-storage.js';

/** How long to wait for the server before the page opens with what the device has kept. */
const sessionPatienceMs = 4000;
/**
 * The questions that the page asks its server. They aren't imported, because this module is loaded
 * only where something is kept, and the page's first scripts would be cut up for it.
 *
 * @typedef {{
 *   asked: Promise<SessionAnswer>, ask: () => Promise<SessionAnswer>,
 *   fetchZones: typeof import('../api/zones.js').fetchZones,
 * }} Questions `asked` is the question who is signed in, under way.
 */

/** How long to wait for the device once the server has answered. */
const databaseMs = 1000;
/** How long to wait before the server is asked again who is signed in. */
const retryMs = 4000;

/** Invitations and links for new passwords need the server. */
const serverPages = /^\/(join|password)(\/|$)/;

/**
 * Who is signed in: as the server says, or if it's silent, as the device remembers. What the device
 * has kept of anybody else is erased first.
 *
 * @param {Questions} questions
 * @param {(failure: unknown) => Promise<SessionAnswer>} wait What to do if nobody answers.
 * @returns {Promise<SessionAnswer>}
 */
export async function openingSession(questions, wait) {
  const { asked } = questions;
  const reading = readCopy();
  const answer = await Promise.race([asked, pause(sessionPatienceMs)]).catch(() => {});
  if (answer && answer.account?.id !== copyOwner()) {
    // Erased without being read, which may take long.
    await Promise.race([eraseAll(), pause(databaseMs)]);
    return answer;
  }
  // Some browsers never say that they can't open a database.
  const copy = await Promise.race([reading, pause(databaseMs)]);
  if (!answer && copy && !serverPages.test(location.pathname)) {
    const { account, providers } = copy;
    return { account, providers, setup: false, kept: keptOf(copy, questions, false) };
  }
  const session = answer ?? (await asked.catch(wait));
  if (!copy) return session;
  if (copy.account.id === session.account?.id)
    return { ...session, kept: keptOf(copy, questions, true) };
  await eraseAll();
  return session;
}

/** Erases what the device has kept of somebody who isn't signed in any more. */
function eraseAll() {
  erasePersonal(deviceStorage());
  return eraseCopy();
}

/**
 * @param {import('./device-copy.js').DeviceCopy} copy
 * @param {Questions} questions
 * @param {boolean} isConfirmed Whether the server has said that the account is signed in.
 * @returns {KeptAccount}
 */
function keptOf(copy, questions, isConfirmed) {
  return {
    token: copy.token,
    load: (zone) => prefetchedFrom(copy, zone, questions),
    erase: eraseCopy,
    whenConfirmed: (agenda, signal, run, leave) => {
      if (isConfirmed) return run();
      void confirmAccount(copy, questions, agenda, signal, leave).then((isSame) => {
        if (isSame && !signal.aborted) run();
      });
    },
  };
}

/**
 * @param {import('./device-copy.js').DeviceCopy} copy @param {ViewerZone} zone
 * @param {Questions} questions
 * @returns {import('./initial-load.js').Prefetched}
 */
function prefetchedFrom({ texts, zones }, zone, { fetchZones }) {
  async function* batches() {
    for (const text of texts) yield/** @type {SyncRecord[]} */ (JSON.parse(text));
  }
  const records = batches();
  const missing = zone.names.filter((name) => !(name in zones));
  // The device has travelled, or the user has entered a stay elsewhere.
  const asked = missing.length > 0 ? fetchZones(missing) : Promise.resolve({ zones: {} });
  return {
    zones: asked
      .catch(() => ({ zones: {} }))
      .then((more) => ({ zones: { ...zones, ...more.zones }, unknown: [] })),
    first: records.next(),
    records,
  };
}

/**
 * Waits until the server says who is signed in, and asks it again when it can't be reached. If it's
 * nobody, erases the copy and leaves; if it's somebody else, opens the page anew.
 *
 * @param {import('./device-copy.js').DeviceCopy} copy
 * @param {Questions} questions
 * @param {Pick<Agenda, 'setOutage'>} agenda Told why there's no answer.
 * @param {AbortSignal} signal Ends it. @param {() => void} leave Leads to the sign-in.
 * @returns {Promise<boolean>} Whether it's still the account of the copy.
 */
async function confirmAccount(copy, { asked, ask }, agenda, signal, leave) {
  let question = asked;
  while (!signal.aborted) {
    agenda.setOutage(navigator.onLine ? 'server-away' : 'offline');
    const answer = await question.catch(() => {});
    if (answer?.account?.id === copy.account.id) return true;
    if (answer && !signal.aborted) {
      await eraseAll();
      if (answer.account) location.reload();
      else leave();
    }
    if (answer) break;
    const ended = new AbortController();
    const online = new Promise((done) => {
      addEventListener('online', done, { once: true, signal: ended.signal });
    });
    await Promise.race([pause(retryMs), online]);
    ended.abort();
    question = ask();
  }
  return false;
}

/**
 * As in `dom/frames.js`, which is among the page's first scripts.
 *
 * @param {number} milliseconds
 */
const pause = (milliseconds) =>
  new Promise((/** @type {(value: void) => void} */ done) => {
    setTimeout(done, milliseconds);
  });
