/**
 * What became of the reminders that the user has seen, kept with the account's settings: it holds
 * after a reload and on their other devices, also for events that the user can't write to.
 *
 * By the reminder's name, the second at which it was seen, and the one at which it's to come again;
 * 0 if it isn't.
 *
 * @typedef {Record<string, [number, number]>} SeenReminders
 */

/** Nothing older is ever asked for: no page looks back further. */
const keptSeconds = 2 * 86_400;
/** The document of all settings has at most 64 KiB. */
const [entriesMax, lettersMax] = [100, 12_000];

/** @param {{ key: string, first: number }} reminder One alarm of one occurrence. */
export const nameOf = ({ key, first }) => `${key} ${first}`;

/** @param {string} name @returns {{ key: string, first: number }} */
export function reminderOf(name) {
  const place = name.lastIndexOf(' ');
  return { key: name.slice(0, place), first: Number(name.slice(place + 1)) };
}

/**
 * @param {unknown} given What a device has stored.
 * @returns {SeenReminders} Without what isn't an entry.
 */
export function readSeen(given) {
  const isEntry = (/** @type {unknown} */ entry) =>
    Array.isArray(entry) && entry.length === 2 && entry.every((second) => Number.isFinite(second));
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, entry]) => isEntry(entry)));
}

/**
 * @param {SeenReminders} seen @param {string} name @param {[number, number]} entry
 * @returns {SeenReminders} With the entry, and without those that are too old or too many.
 */
export function withSeen(seen, name, entry) {
  const [now] = entry;
  const newestFirst = Object.entries({ ...seen, [name]: entry })
    .filter(([, times]) => Math.max(...times) > now - keptSeconds)
    .sort(([, a], [, b]) => Math.max(...b) - Math.max(...a));
  let letters = 0;
  const kept = newestFirst.slice(0, entriesMax).filter(([each]) => {
    letters += each.length + 30;
    return letters <= lettersMax;
  });
  return Object.fromEntries(kept);
}
