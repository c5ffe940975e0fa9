import { element } from '../dom/element.js';
import { FieldPopup } from './form/field-popup.js';
import { menuList } from './menu.js';

/**
 * A button that opens a menu (the menu button pattern of WAI-ARIA).
 *
 * @param {{ label: string, class: string, content: Node[], items: (MenuItem |
 *   MenuGroup | null)[] }} options An item that is null is a line between its neighbours.
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
  const leave = () => {
    popup.close();
    button.focus();
  };
  const { menu, focus } = menuList(label, items, { leave, close: () => popup.close() });
  const host = element('div', { class: 'menu-host' }, button, menu);
  const popup = new FieldPopup(host, menu, () => {
    button.ariaExpanded = 'false';
  });
  const open = (/** @type {number} */ place) => {
    // It covers no form, so it may be as high as the window, and a long menu needn't scroll.
    popup.mostPx = innerHeight;
    popup.open();
    button.ariaExpanded = 'true';
    focus(place);
  };
  button.addEventListener('keydown', (event) => {
    const place = { ArrowDown: 0, ArrowUp: -1 }[event.key];
    if (place === undefined) return;
    event.preventDefault();
    open(place);
  });
  return host;
}
