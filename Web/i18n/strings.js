import { numberText } from './format.js';

/** @type {Record<string, string>} */
const spoken = {};
let language = 'en';
/** @type {Intl.PluralRules | null} */
let plural = null;

/**
 * Adds a catalogue. Messages that it lacks stay in the language of the one before.
 *
 * @param {string} tag @param {Record<string, string>} catalogue
 */
export function addStrings(tag, catalogue) {
  Object.assign(spoken, catalogue);
  language = tag;
  plural = null;
}

/** @param {string} name */
export const isMessage = (name) => name in spoken;

/** Marks in typed text that would change the direction of the whole sentence around it. */
const directionMarks = /[\u202A-\u202E\u2066-\u2069]/g;

/** @param {number} count */
function isOne(count) {
  plural ??= new Intl.PluralRules(language);
  return plural.select(count) === 'one';
}

/**
 * The message in the user's language. `{name}` is replaced by a value; of "one|many", the count `n`
 * chooses the form.
 *
 * @param {Message} message
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(message, values = {}) {
  const forms = (spoken[message] ?? message).split('|');
  const form = forms.length > 1 && isOne(Number(values['n'] ?? 0)) ? forms[0] : forms.at(-1);
  return (form ?? '').replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? numberText(value) : value.replace(directionMarks, '');
  });
}
