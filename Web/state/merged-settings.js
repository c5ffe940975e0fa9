/** @typedef {Record<string, unknown>} ByName */

const isObject = (/** @type {unknown} */ value) => typeof value === 'object' && value !== null;
const isList = (/** @type {unknown} */ value) =>
  Array.isArray(value) && value.every((each) => typeof each !== 'number');
const textOf = (/** @type {unknown} */ value) => JSON.stringify(value) ?? '';

/**
 * Takes over the account's settings while some that were chosen here aren't sent yet.
 *
 * @param {Settings} settings @param {ByName} theirs
 */
export function adoptBesideUnsent(settings, theirs) {
  const { unsent } = settings;
  const values = /** @type {ByName} */ (settings.values);
  const isBoth = (/** @type {string} */ name) => name in unsent && name in theirs;
  // What was seen of reminders is joined, whatever it was before.
  const isMerged = (/** @type {string} */ name) => isBoth(name) && name !== 'seenReminders';
  const adopted = Object.entries(theirs).map(([name, value]) => [
    name,
    isMerged(name) ? mergedSetting(unsent[name], values[name], value) : value,
  ]);
  settings.adopt(Object.fromEntries(adopted));
  const bases = Object.entries(unsent).map(([name, before]) => [
    name,
    isBoth(name) ? theirs[name] : before,
  ]);
  settings.keepUnsent(Object.fromEntries(bases));
}

/**
 * A setting that was chosen here and, meanwhile, on another device. Of a list, or of something that's set by name, each
 * part counts by itself; of anything else, what was chosen here.
 *
 * @param {unknown} before What it was before both. @param {unknown} ours @param {unknown} theirs
 * @returns {unknown}
 */
function mergedSetting(before, ours, theirs) {
  const all = [before, ours, theirs];
  if (all.every(isList)) return mergedLists(.../** @type {[any[], any[], any[]]} */ (all));
  if (all.every(isObject) && !all.some(Array.isArray))
    return mergedNames(.../** @type {[ByName, ByName, ByName]} */ (all));
  return ours;
}

/** @param {unknown[]} before @param {unknown[]} ours @param {unknown[]} theirs */
function mergedLists(before, ours, theirs) {
  const [was, is, others] = [before, ours, theirs].map((list) => new Set(list.map(textOf)));
  return [
    ...theirs.filter((each) => is?.has(textOf(each)) || !was?.has(textOf(each))),
    ...ours.filter((each) => !was?.has(textOf(each)) && !others?.has(textOf(each))),
  ];
}

/** @param {ByName} before @param {ByName} ours @param {ByName} theirs */
function mergedNames(before, ours, theirs) {
  const names = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  const merged = [...names].map((name) => {
    const isOurs = textOf(ours[name]) !== textOf(before[name]);
    return [name, isOurs ? ours[name] : theirs[name]];
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}
