import { deviceStorage, keepIn, readJSONFrom } from '../dom/device-storage.js';

const storageKey = 'meantime.silent';

/** What the page can tell the user about by itself. */
export const notificationKinds = /** @type {const} */ (['reminders', 'proposals', 'news']);

/**
 * Reminders of events, proposals that wait for the user's answer, and answers to and decisions on
 * proposals that the user takes part in.
 *
 * @typedef {(typeof notificationKinds)[number]} NotificationKind
 */

/**
 * @param {NotificationKind} kind @param {Pick<Storage, 'getItem'>} [storage]
 * @returns {boolean} Whether this device tells the user about it.
 */
export const isTold = (kind, storage = deviceStorage()) => !silentIn(storage).includes(kind);

/**
 * @param {NotificationKind} kind @param {boolean} told
 * @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} [storage]
 * @returns {boolean} Whether the device could keep the choice.
 */
export function chooseTold(kind, told, storage = deviceStorage()) {
  const others = silentIn(storage).filter((each) => each !== kind);
  return keepIn(storage, storageKey, JSON.stringify(told ? others : [...others, kind]));
}

/**
 * @param {Pick<Storage, 'getItem'>} storage
 * @returns {unknown[]} The kinds that were switched off on this device.
 */
function silentIn(storage) {
  const stored = readJSONFrom(storage, storageKey);
  return Array.isArray(stored) ? stored : [];
}
