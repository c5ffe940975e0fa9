import { element } from '../dom/element.js';
import { FieldPopup } from './form/field-popup.js';
import { menuList } from './menu.js';

/** The space that stays free above and below the menu, in total. */
const marginPx = 16;

/**
 * Opens a menu at a place on the page, and returns the focus there when it closes.
 *
 * @param {string} label @param {(MenuItem | MenuGroup | null)[]} parts
 * @param {{ x: number, y: number }} at
 */
export function openContextMenu(label, parts, { x, y }) {
  const before = document.activeElement;
  const leave = () => {
    popup.close();
    if (before instanceof HTMLElement) before.focus();
  };
  const { menu, focus } = menuList(label, parts, { leave, close: () => popup.close() });
  const place = element('div', { class: 'menu-place' }, menu);
  Object.assign(place.style, { left: `${x}px`, top: `${y}px` });
  (document.querySelector('main') ?? document.body).append(place);
  const popup = new FieldPopup(place, menu, () => place.remove());
  popup.mostPx = innerHeight;
  popup.open();
  // Show all of it on the screen, even if it then doesn't begin at the given place.
  const lowestPx = innerHeight - menu.scrollHeight - marginPx;
  place.style.top = `${Math.max(0, Math.min(y, lowestPx))}px`;
  popup.place();
  focus(0);
}
