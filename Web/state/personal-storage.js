import { keepIn, keptName, readFrom, readJSONFrom } from '../dom/device-storage.js';
import { stillNames } from './device-copy.js';

const settingsKey = 'meantime.settings';
/** The settings that say how the page looks, which it goes on looking like. */
const looks = ['theme', 'density', 'hours', 'language'];
/** What tells nothing of a person: the view, its height, and what the device notifies of. */
const impersonal = ['meantime.view', 'meantime.tallMonth', 'meantime.silent'];
/** What is erased with the copy of the account. */
const ofCopy = [keptName, ...Object.values(stillNames)];
/** What nobody else has, by account. Signing out has asked about it, and removes it by itself. */
const drafts = 'meantime.drafts.';

/**
 * Erases from the browser's storage what it has of a person: all but how the page looks, and drafts.
 *
 * @param {Storage} storage
 * @param {boolean} [isGivenUp] Whether settings that the account doesn't have yet are erased, too.
 */
export function erasePersonal(storage, isGivenUp = false) {
  const values = Object.entries(readJSONFrom(storage, settingsKey) ?? {});
  const areSettingsSent = Boolean(readFrom(storage, `${settingsKey}.version`));
  const erasesSettings = isGivenUp || areSettingsSent;
  for (const name of namesIn(storage)) {
    const stays =
      !name.startsWith('meantime') ||
      impersonal.includes(name) ||
      ofCopy.includes(name) ||
      name.startsWith(drafts) ||
      (name.startsWith(settingsKey) && !erasesSettings);
    if (!stays) keepIn(storage, name, '');
  }
  if (!erasesSettings) return;
  const kept = Object.fromEntries(values.filter(([name]) => looks.includes(name)));
  keepIn(storage, settingsKey, JSON.stringify(kept));
}

/**
 * The same when a session is over, unless somebody else has signed in meanwhile.
 *
 * @param {string} account @param {Storage} storage
 */
export function erasePersonalOf(account, storage) {
  if (readFrom(storage, `${settingsKey}.owner`) === account) erasePersonal(storage);
}

/** @param {Storage} storage @returns {string[]} None where the browser blocks storage. */
function namesIn(storage) {
  try {
    return Object.keys(storage);
  } catch {
    return [];
  }
}
