import { element } from '../dom/element.js';
import { keyText } from '../i18n/key-names.js';

/** Letters typed within this time of each other are one search. */
const typingMs = 600;

/**
 * The list of a menu, with its keys (the menu pattern of WAI-ARIA).
 *
 * @param {string} label
 * @param {(MenuItem | MenuGroup | null)[]} parts Null is a line between its neighbours.
 * @param {{ leave: () => void, close: () => void }} actions `leave` also returns the focus to where
 *   it was.
 * @returns {{ menu: HTMLElement, focus: (place: number) => void }} `focus` counts from the end if
 *   the place is negative.
 */
export function menuList(label, parts, { leave, close }) {
  /** @type {Map<HTMLElement, MenuItem>} */
  const items = new Map();
  const entry = (/** @type {MenuItem} */ item) => {
    const made = entryOf(item);
    items.set(made, item);
    return made;
  };
  const menu = element(
    'ul',
    { role: 'menu', class: 'menu', 'aria-label': label },
    ...parts.map((part) => {
      if (!part) return element('li', { role: 'separator', class: 'menu-line' });
      return 'items' in part ? groupOf(part, entry) : entry(part);
    }),
  );
  const choose = (/** @type {EventTarget | null} */ target) => {
    const chosen = [...items].find(([made]) => target instanceof Node && made.contains(target));
    if (!chosen) return;
    leave();
    chosen[1].run();
  };
  const choices = [...items.keys()];
  menu.addEventListener('click', ({ target }) => choose(target));
  menu.addEventListener('keydown', menuKeys(choices, { choose, leave, close }));
  return { menu, focus: (place) => choices.at(place)?.focus() };
}

/** @param {MenuGroup} group @param {(item: MenuItem) => HTMLElement} entry */
function groupOf({ label, areSwatches, items }, entry) {
  const list = { role: 'group', 'aria-label': label, class: areSwatches ? 'menu-swatches' : '' };
  return element(
    'li',
    { role: 'none', class: 'menu-group' },
    element('ul', list, ...items.map(entry)),
  );
}

/** @param {MenuItem} item */
function entryOf({ text, key, color, isChecked, isDanger }) {
  return element(
    'li',
    {
      role: isChecked === undefined ? 'menuitem' : 'menuitemradio',
      'aria-checked': isChecked?.toString(),
      class: isDanger && 'menu-danger',
      'data-color': color || null,
      'data-key': key || null,
      tabindex: -1,
    },
    element('span', { class: 'menu-text', dir: 'auto', text }),
    // Screen readers would read it as part of the name.
    key && element('kbd', { 'aria-hidden': 'true', text: keyText(key) }),
  );
}

/**
 * @param {HTMLElement[]} choices
 * @param {{ choose: (target: EventTarget | null) => void, leave: () => void, close: () => void }} actions
 */
function menuKeys(choices, { choose, leave, close }) {
  let typed = '';
  let typedMs = -Infinity;
  return (/** @type {KeyboardEvent} */ event) => {
    const from = choices.findIndex((each) => each === document.activeElement);
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: -1 }[keyAlong(event)];
    if (event.key === 'Tab') return close();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (to !== undefined) choices.at(to % choices.length)?.focus();
    else if (event.key === 'Escape') leave();
    else if (event.key === 'Enter' || event.key === ' ') choose(event.target);
    else if (event.key.length === 1) {
      typed = (event.timeStamp - typedMs < typingMs ? typed : '') + event.key.toLowerCase();
      typedMs = event.timeStamp;
      // The same letter again goes on to the next item that begins with it.
      const start = typed.length === 1 ? from + 1 : from;
      [...choices.slice(start), ...choices.slice(0, start)]
        .find(({ textContent }) => textContent?.toLowerCase().startsWith(typed))
        ?.focus();
    } else return;
    // The page has commands on these keys, and Escape would close a surrounding dialog.
    event.preventDefault();
    event.stopPropagation();
  };
}

/**
 * @param {KeyboardEvent} event @returns {string} The key; in a row of swatches, left and right act
 *   as up and down.
 */
function keyAlong({ key, target }) {
  if (!(target instanceof Element && target.closest('.menu-swatches'))) return key;
  const [back, on] =
    document.dir === 'rtl' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
  return { [back]: 'ArrowUp', [on]: 'ArrowDown' }[key] ?? key;
}
