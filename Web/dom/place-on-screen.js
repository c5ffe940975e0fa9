/**
 * @param {string} key
 * @returns {DOMRect | undefined} Where an event is on the screen; undefined if it isn't.
 */
export const placeOfEvent = (key) => firstOnScreen(`[data-key="${CSS.escape(key)}"]`);

/**
 * @param {string} date
 * @returns {DOMRect | undefined} Where a day of the view is on the screen; undefined if it isn't.
 */
export const placeOfDay = (date) => firstOnScreen(`[data-view] [data-date="${date}"]`);

/** @param {string} selector @returns {DOMRect | undefined} */
function firstOnScreen(selector) {
  return [...document.querySelectorAll(selector)]
    .map((part) => part.getBoundingClientRect())
    .find(({ width, right, bottom, left, top }) => {
      const isInside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
      return width > 0 && isInside;
    });
}
