import { t } from './strings.js';

/** @type {ReadonlyMap<string, { name: string }>} */
let known = new Map();

/** @param {ReadonlyMap<string, { name: string }>} people By account; how they are called on the page. */
export function introduce(people) {
  known = people;
}

/** @param {string} account */
export const nameOfPerson = (account) => known.get(account)?.name ?? '';

/** @param {string} name @returns {string} The first letters of the first and the last word. */
export function initialsOf(name) {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase();
}

/** @param {{ title: string, level?: string, person?: string }} event @returns {string} Its title, behind the initials of whose it is. */
export function titleOf({ title, level, person }) {
  const own = title || t(level === 'busy' ? 'busyTime' : 'untitled');
  const initials = initialsOf(nameOfPerson(person ?? ''));
  return initials ? `${initials} · ${own}` : own;
}

/** @param {{ proposal?: ProposalTally }} event @returns {string} Classes of what is only proposed, with what the user said to it. */
export function ghostClass({ proposal }) {
  return proposal ? ` proposed said-${proposal.own ?? 'nothing'}` : '';
}
