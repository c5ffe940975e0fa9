/** Where the browser blocks its storage, this one fails as a full one does. */
const blocked = /** @type {Storage} */ ({});

/** @returns {Storage} What the browser keeps for good. */
export function deviceStorage() {
  try {
    return localStorage;
  } catch {
    return blocked;
  }
}

/** @returns {Storage} What it keeps for this tab. */
export function tabStorage() {
  try {
    return sessionStorage;
  } catch {
    return blocked;
  }
}

/** Under this name is the account of which the device may have kept a copy. */
export const keptName = 'meantime-kept';

/**
 * @param {Pick<Storage, 'getItem'>} storage @param {string} name
 * @returns {string | null} What the device keeps under a name; null if it's nothing, or if the browser
 *   blocks storage.
 */
export function readFrom(storage, name) {
  try {
    return storage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {Pick<Storage, 'getItem'>} storage @param {string} name
 * @returns {any} The JSON kept under a name; null if there's none.
 */
export function readJSONFrom(storage, name) {
  try {
    return JSON.parse(readFrom(storage, name) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Keeps a text under a name, or nothing if it's empty.
 *
 * @param {Pick<Storage, 'setItem' | 'removeItem'>} storage @param {string} name
 * @param {string} text
 * @returns {boolean} Whether that was possible: storage may be full, and the browser may block it.
 */
export function keepIn(storage, name, text) {
  try {
    if (text) storage.setItem(name, text);
    else storage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}
