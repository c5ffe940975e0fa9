import { element, redrawKeepingFocus } from '../dom/element.js';
import { icon } from '../dom/icons.js';
import { numberText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';
import { menuButton } from './menu-button.js';

/**
 * What waits for the user's answer in one part of the page: how many there are, a sentence that says
 * so, and a menu item that opens each.
 *
 * @typedef {{ n: number, text: string, items: MenuItem[] }} Waiting
 */

/** The entry of the side panel for everything that waits for an answer; hidden while nothing does. */
class InboxEntry extends HTMLElement {
  /** @type {Map<string, Waiting>} */
  #parts = new Map();

  /** @param {string} part @param {Waiting} waiting */
  show(part, waiting) {
    this.#parts.set(part, waiting);
    const all = ['proposals', 'invitations']
      .map((name) => this.#parts.get(name))
      .filter((each) => each !== undefined && each.n > 0);
    const items = all.flatMap((each) => each?.items ?? []);
    const label = all.map((each) => each?.text).join(', ');
    const n = all.reduce((sum, each) => sum + (each?.n ?? 0), 0);
    this.hidden = n === 0;
    redrawKeepingFocus(this, ...(n === 0 ? [] : [entry(label, n, items)]));
  }
}

/** @param {string} label @param {number} n @param {MenuItem[]} items @returns {HTMLElement} */
function entry(label, n, items) {
  const name = t('inboxWith', { waiting: label });
  const content = [
    icon('inbox'),
    element('span', { class: 'inbox-name', text: t('inbox') }),
    element('span', { class: 'badge', text: numberText(n) }),
  ];
  const [only] = items;
  // What is alone needs no menu.
  if (items.length === 1 && only)
    return element(
      'button',
      {
        type: 'button',
        class: 'side-item inbox',
        'aria-label': name,
        'data-for': 'inbox',
        onclick: only.run,
      },
      ...content,
    );
  const host = menuButton({ label: name, class: 'side-item inbox', content, items });
  host.firstElementChild?.setAttribute('data-for', 'inbox');
  return host;
}

/**
 * @param {HTMLElement} side
 * @returns {InboxEntry} The entry in the side panel, above the calendars.
 */
export function inboxIn(side) {
  const known = side.querySelector('inbox-entry');
  if (known instanceof InboxEntry) return known;
  const made = new InboxEntry();
  made.hidden = true;
  side.querySelector('calendar-list')?.before(made);
  return made;
}

customElements.define('inbox-entry', InboxEntry);
