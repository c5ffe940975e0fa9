const storageKey = 'meantime.tallMonth';

/**
 * @param {Pick<Storage, 'getItem'>} storage
 * @returns {boolean} Whether the month filled this phone's screen last, with the list of a day down to
 *   its handle.
 */
export function wasMonthTall(storage) {
  try {
    return storage.getItem(storageKey) === '1';
  } catch {
    return false;
  }
}

/** @param {boolean} isTall @param {Pick<Storage, 'setItem' | 'removeItem'>} storage */
export function rememberTallMonth(isTall, storage) {
  try {
    if (isTall) storage.setItem(storageKey, '1');
    else storage.removeItem(storageKey);
  } catch {
    // Without storage, the list of a day is half open after a reload.
  }
}
