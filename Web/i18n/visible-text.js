import { t } from './strings.js';

/** Marks that have no shape of their own: for directions, joins and breaks, and blank letters. */
const invisible = /[\p{Cc}\p{Cf}\u034F\u115F\u1160\u2800\u3164\uFFA0]/gu;

/**
 * @param {string} text Somebody else's.
 * @returns {string} What can be seen of it on one line; empty if nothing can be seen.
 */
export const visibleText = (text) =>
  text.replace(/\s+/g, ' ').replace(invisible, '').replace(/ +/g, ' ').trim();

/** @param {string} title @returns {string} That there is none, or that nothing of it can be seen, if that is so. */
export const titleWords = (title) =>
  visibleText(title) === '' ? t(title === '' ? 'untitled' : 'noVisibleTitle') : title;
