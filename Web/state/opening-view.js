import { keepIn, readFrom } from '../dom/device-storage.js';
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
  const name = chosen === 'last' ? readFrom(storage, storageKey) : chosen;
  return viewNames.find((each) => each === name) ?? 'month';
}

/**
 * Remembers the view on the screen. Without storage, the page opens with the month.
 *
 * @param {ViewName} name @param {Pick<Storage, 'setItem' | 'removeItem'>} storage
 */
export const rememberView = (name, storage) => keepIn(storage, storageKey, name);
