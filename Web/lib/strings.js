import { english } from './english.js';

/** @typedef {keyof typeof english} Message */

/** @type {Record<string, string>} */
const spoken = { ...english };
let plural = new Intl.PluralRules('en');

/**
 * Replaces the English catalogue by another one; a message it lacks stays English.
 *
 * @param {string} language @param {Record<string, string>} catalogue
 */
export function speak(language, catalogue) {
  Object.assign(spoken, catalogue);
  plural = new Intl.PluralRules(language);
}

/**
 * The message in the user's language. `{name}` takes a value; of "one|many" the count `n` chooses.
 *
 * @param {Message} message
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(message, values = {}) {
  const forms = (spoken[message] ?? message).split('|');
  const form = forms.length > 1 && plural.select(Number(values['n'] ?? 0)) === 'one' ? forms[0] : forms.at(-1);
  return (form ?? '').replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}
