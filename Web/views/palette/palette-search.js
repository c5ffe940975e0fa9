import { folded, looseRank, rankOf } from '../../i18n/text-matching.js';

/** The most entries in one part of the results. */
const shownMax = 6;
/** The parts, in their order if they fit equally well. */
const parts = /** @type {const} */ (['command', 'calendar', 'person']);

/** @typedef {import('./palette-entries.js').Entry} Entry */

/**
 * Finds the entries that match the typed text. If the text begins a word of some, entries that
 * merely have its letters are left out.
 *
 * @param {Entry[]} entries @param {string} text
 * @returns {{ part: Entry['part'], rank: number, entries: Entry[] }[]} The best part first.
 */
export function findEntries(entries, text) {
  const query = folded(text).trim();
  const ranked = entries
    .map((entry) => ({
      entry,
      rank: Math.min(...entry.texts.map((each) => rankOf(query, each))),
    }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank);
  const isExact = ranked.some(({ rank }) => rank < looseRank);
  return parts
    .map((part) => {
      const found = ranked.filter(
        ({ entry, rank }) => entry.part === part && !(isExact && rank >= looseRank),
      );
      return {
        part,
        rank: found[0]?.rank ?? Infinity,
        entries: found.slice(0, shownMax).map(({ entry }) => entry),
      };
    })
    .filter((each) => each.entries.length > 0)
    .sort((a, b) => a.rank - b.rank);
}
