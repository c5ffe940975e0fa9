import { element } from '../dom/element.js';

/**
 * An exclamation mark after the name of a calendar or a person. The title says what is wrong.
 *
 * @param {string} title
 */
export const warningSign = (title) =>
  element('span', {
    class: 'calendar-warning',
    role: 'img',
    'aria-label': title,
    title,
    text: '!',
  });
