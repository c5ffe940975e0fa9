import { element } from '../../lib/dom.js';
import { t } from '../../lib/strings.js';

/** @param {Message} title @param {...(Node | null)} rows */
export const part = (title, ...rows) => element('section', { class: 'setting-part' }, element('h3', { text: t(title) }), ...rows);

/** @param {string} text @param {() => unknown} onclick @param {string} [kind] @param {string} [label] What it says to those who do not see its row. */
export const button = (text, onclick, kind = 'quiet', label) =>
  element('button', { type: 'button', class: kind, text, onclick, ...(label ? { 'aria-label': label } : {}) });

/** @param {string} name @param {string} detail @param {Node | null} action */
export const entry = (name, detail, action) => element('li', { class: 'entry' },
  element('span', { class: 'entry-words' }, element('span', { text: name }), detail ? element('small', { class: 'hint', text: detail }) : null), action);

/** @param {string} label @param {Record<string, any>} rest @returns {{ row: HTMLElement, input: HTMLInputElement }} */
export function labelled(label, rest) {
  const id = `account-${rest['name']}`;
  const input = element('input', { id, required: true, ...rest });
  return { row: element('div', { class: 'stacked' }, element('label', { for: id, text: label }), input), input };
}

/** @param {number} seconds Since 1970. */
export const whenText = (seconds) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
