import { element, redrawKeepingFocus, tell } from '../dom/element.js';
import { icon } from '../dom/icons.js';
import { numberText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';
import { iconButton } from './icon-button.js';
import { closeDialogAround, openDialog } from './modal-dialog.js';
import { isNarrow, placePopover } from './popover-position.js';

/**
 * One thing in the inbox: what it is, what there is to say about it, and what a press does, if anything. `id`
 * tells it from the others of its part. What needs no answer can be removed by its own button: a cross
 * unless it has a text. What is gone keeps its row, crossed out, and that button. The card of the inbox
 * closes with the press unless the item says that it stays open.
 *
 * @typedef {{ id: string, text: string, detail?: string, color?: string, run?: () => void,
 *   staysOpen?: boolean, isGone?: boolean,
 *   removal?: { label: string, text?: string, run: () => void } }} InboxItem
 */

/**
 * What waits for the user in one part of the page: how many there are, a sentence that says so, the
 * heading over its items, and the items, which are asked for when they are drawn. The card keeps a part in
 * which nothing waits any more but that has items.
 *
 * @typedef {{ n: number, text: string, heading: string, items: InboxItem[] }} Waiting
 */

/** The parts, in the order in which the inbox lists them. */
const partNames = /** @type {const} */ (['proposals', 'invitations', 'edits', 'news', 'drafts']);
/** @typedef {(typeof partNames)[number]} InboxPart */

/**
 * The entry of the side panel for everything that waits for the user; hidden while nothing does. A
 * press lists it in a card. If only one thing waits, and it's for an answer, the press opens that. Something else
 * on the page may open the card, too, for one part. Fires `closed` when the card is.
 */
class InboxEntry extends HTMLElement {
  /** @type {Map<InboxPart, Waiting>} */
  #parts = new Map();
  #list = element('div', { class: 'inbox-list' });
  /** @type {InboxPart | undefined} The part that the card lists; all if there's none. */
  #only = undefined;
  /** @type {HTMLDialogElement | null} */
  #card = null;
  #close = () => {};

  /** @param {InboxPart} part @param {Waiting} waiting */
  show(part, waiting) {
    this.#parts.set(part, waiting);
    const { n } = this;
    this.hidden = n === 0;
    redrawKeepingFocus(this, ...(n === 0 ? [] : [this.#button()]));
    tell(this, 'waiting');
    if (!this.#isOpen) return;
    if (this.#listed.length === 0) this.#close();
    else this.#draw();
  }

  /** @returns {boolean} Whether the card is open. Its `close` event would come too late for a second press. */
  get #isOpen() {
    return this.#card?.open === true;
  }

  /** @returns {number} How many things wait. */
  get n() {
    return this.#waiting.reduce((sum, [, { n }]) => sum + n, 0);
  }

  /** @returns {string} A sentence about what waits; empty if nothing does. */
  get text() {
    return this.#waiting.map(([, { text }]) => text).join(', ');
  }

  /** @returns {[InboxPart, Waiting][]} The parts in which something waits. */
  get #waiting() {
    return this.#inOrder.filter(([, { n }]) => n > 0);
  }

  /** @returns {[InboxPart, Waiting][]} */
  get #inOrder() {
    return partNames.flatMap((name) => {
      const waiting = this.#parts.get(name);
      return waiting ? [/** @type {[InboxPart, Waiting]} */ ([name, waiting])] : [];
    });
  }

  /** @returns {[InboxPart, Waiting][]} What the card lists of it. */
  get #listed() {
    return this.#inOrder.filter(
      ([name, { items }]) => items.length > 0 && (!this.#only || name === this.#only),
    );
  }

  #button() {
    const [[part, waiting] = [], other] = this.#waiting;
    // Edits are listed even if there's one; reading them all for each count would take long.
    const items = other || part === 'edits' ? [] : (waiting?.items ?? []);
    const [only] = items;
    const alone = items.length === 1 && !only?.removal && only?.run;
    return element(
      'button',
      {
        type: 'button',
        class: 'side-item inbox',
        'aria-label': t('inboxWith', { waiting: this.text }),
        'aria-haspopup': alone ? null : 'dialog',
        'data-for': 'inbox',
        onclick: () => (alone ? alone() : this.open(this)),
      },
      icon('inbox'),
      element('span', { class: 'inbox-name', text: t('inbox') }),
      element('span', { class: 'badge', text: numberText(this.n) }),
    );
  }

  /**
   * Opens the card; closes it if it's open.
   *
   * @param {Element} from What was pressed. @param {InboxPart} [only] The part to list instead of all.
   */
  open(from, only) {
    if (this.#isOpen) return this.#close();
    const at = from.getBoundingClientRect();
    // A card would lie below the drawer.
    closeDialogAround(from);
    this.#only = only;
    this.#draw();
    const { dialog, close } = openDialog({
      title: (only && this.#listed[0]?.[1].heading) || t('inbox'),
      kind: 'popover inbox-card',
      isModal: false,
      isPart: (target) => from.contains(target),
      body: [this.#list],
      closed: () => tell(this, 'closed'),
    });
    this.#card = dialog;
    this.#close = close;
    // A sheet would scroll the view, to keep what lies where the pressed thing was in sight.
    if (!isNarrow()) placePopover(dialog, at);
    this.#list.querySelector('button')?.focus();
  }

  #draw() {
    redrawKeepingFocus(
      this.#list,
      ...this.#listed.map(([name, { heading, items }]) =>
        element(
          'section',
          { 'aria-label': heading },
          !this.#only && element('h3', { text: heading }),
          element('ul', {}, ...items.map((item) => this.#row(name, item))),
        ),
      ),
    );
    // What was removed had the focus.
    if (this.#isOpen && document.activeElement === document.body)
      this.#list.querySelector('button')?.focus();
  }

  /** @param {InboxPart} part @param {InboxItem} item */
  #row(part, { id, text, detail, color, run, staysOpen, isGone, removal }) {
    const words = [
      element(isGone ? 's' : 'span', { dir: 'auto', text }),
      detail && element('small', { dir: 'auto', text: detail }),
    ];
    return element(
      'li',
      {},
      !run
        ? element('div', { class: 'inbox-item', 'data-color': color || null }, ...words)
        : element(
            'button',
            {
              type: 'button',
              class: 'inbox-item',
              'data-color': color || null,
              'data-for': `${part} ${id}`,
              onclick: () => {
                if (!staysOpen) this.#close();
                run();
              },
            },
            ...words,
          ),
      removal && removalButton(removal, `${part} ${id} removal`),
    );
  }
}

/** @param {NonNullable<InboxItem['removal']>} removal @param {string} name What tells it from the others. */
const removalButton = ({ label, text, run }, name) =>
  text
    ? element('button', {
        type: 'button',
        class: 'inbox-undo',
        'aria-label': label,
        'data-for': name,
        text,
        onclick: run,
      })
    : iconButton('close', label, run, { 'data-for': name });

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

/**
 * Marks the button of the side panel, which may be closed, while something waits in the inbox.
 *
 * @param {HTMLElement} side @param {HTMLElement | null} button
 */
export function markWaiting(side, button) {
  const inbox = inboxIn(side);
  const label = button?.ariaLabel ?? '';
  const mark = () => {
    button?.toggleAttribute('data-waiting', inbox.n > 0);
    if (button) button.ariaLabel = inbox.n > 0 ? `${label}, ${inbox.text}` : label;
  };
  inbox.addEventListener('waiting', mark);
  mark();
}

customElements.define('inbox-entry', InboxEntry);
