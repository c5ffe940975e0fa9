import { numberText } from './format.js';

/** @type {Record<string, string>} */
const spoken = {};
let plural = new Intl.PluralRules('en');

/**
 * Takes in a catalogue; what it lacks stays as the one before said it.
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
  return (form ?? '').replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? numberText(value) : value;
  });
}
