import { viewNames } from './route.js';

const storageKey = 'meantime.view';

/**
 * The view with which the page opens if the address names none: the one that the settings name, or
 * the one used last on this device.
 *
 * @param {Pick<Settings, 'values'>} settings @param {Pick<Storage, 'getItem'>} storage
 * @returns {ViewName}
 */
export function openingView({ values: { openingView: chosen } }, storage) {
  const name = chosen === 'last' ? readLast(storage) : chosen;
  return viewNames.find((each) => each === name) ?? 'month';
}

/** @param {ViewName} name The view on the screen. @param {Pick<Storage, 'setItem'>} storage */
export function rememberView(name, storage) {
  try {
    storage.setItem(storageKey, name);
  } catch {
    // Without storage, the page opens with the month.
  }
}

/** @param {Pick<Storage, 'getItem'>} storage */
function readLast(storage) {
  try {
    return storage.getItem(storageKey);
  } catch {
    return null;
  }
}
