import { element } from '../dom/element.js';

/**
 * An exclamation mark behind a calendar or a person, with what is wrong as its title.
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
