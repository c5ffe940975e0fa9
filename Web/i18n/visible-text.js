import { t } from './strings.js';

/** Marks that have no shape of their own: for directions, joins and breaks, and blank letters. */
const invisible = /[\p{Cc}\p{Cf}\u034F\u115F\u1160\u2800\u3164\uFFA0]/gu;
const visible = /[^\s\p{Cc}\p{Cf}\u034F\u115F\u1160\u2800\u3164\uFFA0]/u;
/** Marks at the start that give the line another direction than its first letter has. */
const leadingMarks = /^[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/;

/**
 * @param {string} text Somebody else's.
 * @returns {string} What can be seen of it on one line; empty if nothing can be seen.
 */
export const visibleText = (text) =>
  text.replace(/\s+/g, ' ').replace(invisible, '').replace(/ +/g, ' ').trim();

/** @param {string} title @returns {string} That there is none, or that nothing of it can be seen, if that is so. */
export const titleWords = (title) =>
  visible.test(title) ? title : t(title === '' ? 'untitled' : 'noVisibleTitle');

/**
 * @param {string} title
 * @returns {string} The same on a line of its own, which might hide its start if a mark turned it around.
 */
export const titleLine = (title) => titleWords(title).replace(leadingMarks, '');
