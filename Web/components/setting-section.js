import { element, focusedIn, redrawKeepingFocus } from '../dom/element.js';
import { dateText, timeText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';

// The parts of the dialogs for the account and for other programs.

/** @param {Message} title @param {...(Node | null)} rows */
export const part = (title, ...rows) =>
  element('section', { class: 'setting-part' }, element('h3', { text: t(title) }), ...rows);

/**
 * A part of a card of rows, under a heading.
 *
 * @param {Message} title @param {...(Node | null)} rows
 */
export const rowsPart = (title, ...rows) =>
  element('section', { class: 'rows inner' }, element('h3', { text: t(title) }), ...rows);

/**
 * @param {string} text
 * @param {() => unknown} onclick
 * @param {string} [kind]
 * @param {string} [label] For screen readers, if the text doesn't say enough by itself.
 */
export const button = (text, onclick, kind = 'quiet', label) =>
  element('button', {
    type: 'button',
    class: kind,
    text,
    onclick,
    'data-for': label ?? text,
    ...(label ? { 'aria-label': label } : {}),
  });

/** @param {string} name @param {string} detail @param {Node | null} action */
export const entry = (name, detail, action) =>
  element(
    'li',
    { class: 'entry' },
    element(
      'span',
      { class: 'entry-words' },
      element('span', { text: name }),
      detail ? element('small', { class: 'hint', text: detail }) : null,
    ),
    action,
  );

/** @param {number} seconds Since 1970. @returns {string} Date and time in the browser's zone. */
export const whenText = (seconds) => `${dayText(seconds)}, ${timeText(localTime(seconds))}`;

/** @param {number} seconds Since 1970. @returns {string} The date in the browser's zone. */
export const dayText = (seconds) => dateText(localTime(seconds).slice(0, 10), 'shortYear');

/** @param {number} seconds Since 1970. @returns {string} As "2026-11-21T09:05:00". */
function localTime(seconds) {
  const offsetMinutes = new Date(seconds * 1000).getTimezoneOffset();
  return new Date((seconds - offsetMinutes * 60) * 1000).toISOString().slice(0, 19);
}

/**
 * Makes the function that runs every change of a dialog and shows the result.
 *
 * @param {HTMLElement} problem @param {HTMLElement} said
 * @param {(error: unknown) => string} explain Puts an error into words.
 * @returns {AccountRun}
 */
export function runner(problem, said, explain) {
  return async (work, done = '', at = problem) => {
    at.textContent = '';
    said.textContent = '';
    try {
      await work();
      if (done) said.textContent = done;
      return true;
    } catch (error) {
      at.textContent = explain(error);
      at.scrollIntoView({ block: 'nearest' });
      return false;
    }
  };
}

/**
 * Redraws a part or its entries. If the element with the focus is gone because its entry was
 * removed, the nearest control gets the focus.
 *
 * @param {Element} host @param {...Node} children
 */
export function renewNear(host, ...children) {
  const had = focusedIn(host);
  const place = [...host.children].findIndex((child) => child.contains(had));
  redrawKeepingFocus(host, ...children);
  if (!had || focusedIn(host)) return;
  const near = [host.children[place], host.children[place - 1], host.closest('section')];
  const controls = near.map((each) =>
    each?.querySelector('button:not([hidden]), input:not([hidden])'),
  );
  /** @type {HTMLElement | undefined} */ (controls.find(Boolean))?.focus();
}
