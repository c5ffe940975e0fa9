import { deviceStorage, keepIn, keptName, readFrom } from '../dom/device-storage.js';
import { inStore } from './device-database.js';

/**
 * The database on the device. It has the records of one account, as the server sent them, in pieces
 * of JSON text: its name and its structure say nothing about whose they are.
 */
const place = { database: 'meantime', store: 'copy' };
/**
 * Beside it is how the page looked: as it was left, and as it opens without an address of its own. The
 * names are here because whoever erases the copy erases them.
 */
export const stillNames = { left: 'meantime-still', opening: 'meantime-still-opening' };
/** The version of what is kept. Of any other version, everything is loaded again. */
export const copyVersion = 1;

/**
 * What is kept beside the pieces, which have the keys 0, 1, 2 and so on. `id` is another one
 * whenever everything is written anew; `added` and `addedLength` count the records that came after
 * that, and their text; `hasRemoved` says that older pieces have events that are gone, or texts of
 * others' events that were replaced.
 *
 * @typedef {{
 *   version: number, id: string, account: Account, providers: Provider[], token: string,
 *   pieces: number, added: number, addedLength: number, hasRemoved?: boolean,
 * }} CopyHead
 */

/** @typedef {CopyHead & { texts: string[], zones: Record<string, string> }} DeviceCopy */

/**
 * @template Answer
 * @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => () => Answer} ask
 * @returns {Promise<Answer>} As from `inStore`.
 */
const withCopy = (mode, ask) => inStore(place, mode, ask);

/**
 * The same in the background: a database that opens slowly gets a minute, because nobody waits for the answer.
 *
 * @template Answer
 * @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => () => Answer} ask
 * @returns {Promise<Answer>} As from `inStore`.
 */
export const withCopyForLong = (mode, ask) => inStore({ ...place, openingMs: 60_000 }, mode, ask);

/** @returns {string} The account that the device may keep; empty if it's none. */
export const copyOwner = () => readFrom(deviceStorage(), keptName) ?? '';

/** Erases how the page looked. */
export function eraseStills() {
  for (const name of Object.values(stillNames)) keepIn(deviceStorage(), name, '');
}

/**
 * Erases what is kept. No other tab keeps anything after that before somebody signs in. Where the
 * browser stores nothing, nothing happens.
 */
export async function eraseCopy() {
  keepIn(deviceStorage(), keptName, '');
  eraseStills();
  await withCopy('readwrite', (store) => {
    store.clear();
    return () => {};
  }).catch(() => {});
}

/** @param {IDBObjectStore} store @returns {IDBRequest<string[]>} Asks for the pieces, in their order. */
export const askTexts = (store) => store.getAll(IDBKeyRange.bound(0, Infinity));

/** @returns {Promise<DeviceCopy | null>} What is kept; null if it's nothing, or isn't complete. */
export async function readCopy() {
  try {
    const copy = await withCopy('readonly', (store) => {
      const asked = [store.get('head'), store.get('zones'), askTexts(store)];
      return () => {
        const [head, zones, texts] = asked.map(({ result }) => result);
        return head && { ...head, zones, texts };
      };
    });
    if (copy?.version === copyVersion && copy.texts.length === copy.pieces) return copy;
    if (copy) await eraseCopy();
  } catch {
    // Nothing can be kept here.
  }
  return null;
}
