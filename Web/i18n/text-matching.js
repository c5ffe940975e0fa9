/** Texts are compared by their start: a title may have 100,000 characters. */
const comparedMax = 200;

/**
 * A text to search, prepared for comparing.
 *
 * @typedef {{ name: string, nameWords: string[], words: string[] }} Comparable
 */

/**
 * @param {string} text @returns {string} The text without accents and capitals, and with ss for ß.
 */
export const folded = (text) =>
  text
    .slice(0, comparedMax)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');

/** @param {string} text Folded. @returns {string[]} */
const wordsOf = (text) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/**
 * @param {string} name What is shown. @param {string} [words] Other words that find it.
 * @returns {Comparable}
 */
export function comparable(name, words = '') {
  const plain = folded(name);
  const nameWords = wordsOf(plain);
  // These words are our own, so they may be longer than a name.
  const others = words.split(/\s+/).map(folded);
  return { name: plain, nameWords, words: [...nameWords, ...others.filter(Boolean)] };
}

/** The rank of texts that merely have the letters in this order. */
export const looseRank = 3;

/**
 * How well a text fits what was typed: 0 if it starts with it, 1 if words of the name do, 2 if
 * other words do, 3 if its letters are there in this order; Infinity if it doesn't fit.
 *
 * @param {string} query Folded. @param {Comparable} text
 * @returns {number}
 */
export function rankOf(query, { name, nameWords, words }) {
  const asked = wordsOf(query);
  if (asked.length === 0) return Infinity;
  if (name.startsWith(asked.join(' '))) return 0;
  if (asked.every((part) => nameWords.some((word) => word.startsWith(part)))) return 1;
  if (asked.every((part) => words.some((word) => word.startsWith(part)))) return 2;
  return hasInOrder(nameWords.join(''), asked.join('')) ? looseRank : Infinity;
}

/** @param {string} text @param {string} letters */
function hasInOrder(text, letters) {
  // One letter in order fits nearly everything.
  if (letters.length < 2 || text[0] !== letters[0]) return false;
  let place = -1;
  for (const letter of letters) {
    place = text.indexOf(letter, place + 1);
    if (place < 0) return false;
  }
  return true;
}
