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

/** How many characters of a title a message says. The rest would push its buttons off the screen. */
const titleMax = 120;

/** @param {string} title @returns {string} Its beginning, if it's long. */
function cut(title) {
  // A letter may be two characters long.
  const start = [...title.slice(0, 2 * titleMax)].slice(0, titleMax).join('');
  return start.length < title.length ? `${start}…` : title;
}

/** @param {number} count */
function isOne(count) {
  plural ??= new Intl.PluralRules(language);
  return plural.select(count) === 'one';
}

/**
 * The message in the user's language. `{name}` is replaced by a value; of "one|many", the count `n`
 * chooses the form. Of a `title`, which may be very long, only the beginning is said.
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
    if (typeof value === 'number') return numberText(value);
    return (name === 'title' ? cut(value) : value).replace(directionMarks, '');
  });
}
