/**
 * @param {string} key
 * @returns {DOMRect | undefined} Where an event is on the screen; undefined if it isn't.
 */
export const placeOfEvent = (key) =>
  firstOnScreen(document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`));

/**
 * @param {string} date
 * @returns {DOMRect | undefined} Where a day of the view is on the screen; undefined if it isn't.
 */
export const placeOfDay = (date) =>
  firstOnScreen(document.querySelectorAll(`[data-view] [data-date="${date}"]`));

/**
 * @param {Iterable<Element>} parts
 * @returns {DOMRect | undefined} The place of the first of them that is on the screen.
 */
export function firstOnScreen(parts) {
  return [...parts]
    .map((part) => part.getBoundingClientRect())
    .find(({ width, right, bottom, left, top }) => {
      const isInside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
      return width > 0 && isInside;
    });
}

/** @param {Element} target @param {string} key @returns {boolean} Whether it's drawn for the event. */
export const isOfEvent = (target, key) =>
  target.closest('[data-key]')?.getAttribute('data-key') === key;
