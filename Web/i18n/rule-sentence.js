import { germanRule } from './rule-sentence-de.js';
import { englishRule } from './rule-sentence-en.js';
import { t } from './strings.js';

/**
 * A rule as a phrase, without a capital or a full stop, made from the parts that the core finds in
 * it; if there are none, a sentence that the rule can't be read.
 *
 * @param {{ words: RuleWords | null }} rule @param {string} [language] The page's by default.
 */
export function ruleSentence({ words }, language = document.documentElement.lang) {
  if (!words) return t('ruleUnread');
  return language.startsWith('de') ? germanRule(words) : englishRule(words);
}

/** @param {string} text @returns {string} The same as the start of a sentence. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
