import { keepIn, readFrom } from '../dom/device-storage.js';

const storageKey = 'meantime.tallMonth';

/**
 * @param {Pick<Storage, 'getItem'>} storage
 * @returns {boolean} Whether the month filled this phone's screen last, with the list of a day down to
 *   its handle.
 */
export const wasMonthTall = (storage) => readFrom(storage, storageKey) === '1';

/**
 * Without storage, the list of a day is half open after a reload.
 *
 * @param {boolean} isTall @param {Pick<Storage, 'setItem' | 'removeItem'>} storage
 */
export const rememberTallMonth = (isTall, storage) =>
  keepIn(storage, storageKey, isTall ? '1' : '');
