import { element } from '../dom/element.js';
import { keyText } from '../i18n/key-names.js';
import { FieldPopup } from './form/field-popup.js';

/** Letters typed within this time of each other are one search. */
const typingMs = 600;

/**
 * A button that opens a menu (the menu button pattern of WAI-ARIA).
 *
 * @param {{ label: string, class: string, content: Node[], items: (MenuItem | null)[] }} options An
 *   item that is null is a line between its neighbours.
 * @returns {HTMLElement}
 */
export function menuButton({ label, class: name, content, items }) {
  const button = element(
    'button',
    {
      type: 'button',
      class: name,
      'aria-label': label,
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      onclick: () => (popup.isOpen ? popup.close() : open(0)),
    },
    ...content,
  );
  const entries = items.map((item) =>
    item ? entryOf(item) : element('li', { role: 'separator', class: 'menu-line' }),
  );
  const menu = element('ul', { role: 'menu', class: 'menu', 'aria-label': label }, ...entries);
  const host = element('div', { class: 'menu-host' }, button, menu);
  const popup = new FieldPopup(host, menu, () => {
    button.ariaExpanded = 'false';
  });
  const choices = entries.filter((_, place) => items[place]);
  const open = (/** @type {number} */ place) => {
    popup.open();
    button.ariaExpanded = 'true';
    choices.at(place)?.focus();
  };
  const leave = () => {
    popup.close();
    button.focus();
  };
  const choose = (/** @type {EventTarget | null} */ target) => {
    const place = entries.findIndex((entry) => target instanceof Node && entry.contains(target));
    const item = items[place];
    if (!item) return;
    leave();
    item.run();
  };
  button.addEventListener('keydown', (event) => {
    const place = { ArrowDown: 0, ArrowUp: -1 }[event.key];
    if (place === undefined) return;
    event.preventDefault();
    open(place);
  });
  menu.addEventListener('click', ({ target }) => choose(target));
  menu.addEventListener(
    'keydown',
    menuKeys(choices, { choose, leave, close: () => popup.close() }),
  );
  return host;
}

/** @param {MenuItem} item */
function entryOf({ text, key }) {
  return element(
    'li',
    { role: 'menuitem', tabindex: -1 },
    element('span', { text }),
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
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') return close();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (to !== undefined) choices.at(to % choices.length)?.focus();
    else if (event.key === 'Escape') leave();
    else if (event.key === 'Enter' || event.key === ' ') choose(event.target);
    else if (event.key.length === 1) {
      typed = (event.timeStamp - typedMs < typingMs ? typed : '') + event.key.toLowerCase();
      typedMs = event.timeStamp;
      // A letter pressed again goes on to the next item with it.
      const start = typed.length === 1 ? from + 1 : from;
      [...choices.slice(start), ...choices.slice(0, start)]
        .find(({ textContent }) => textContent?.toLowerCase().startsWith(typed))
        ?.focus();
    } else return;
    // The page has commands on these keys, and a dialog around it closes by Escape.
    event.preventDefault();
    event.stopPropagation();
  };
}
