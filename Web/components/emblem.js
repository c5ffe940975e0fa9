import { element } from '../dom/element.js';

/** @returns {HTMLElement} The three bars that stand for the product. */
export const emblem = () =>
  element(
    'div',
    { class: 'emblem', 'aria-hidden': 'true' },
    element('span'),
    element('span'),
    element('span'),
  );
