/**
 * Where the first of the elements that match is on the screen.
 *
 * @param {string} selector
 * @returns {DOMRect | undefined} Undefined if none is on the screen.
 */
export function shownPart(selector) {
  return [...document.querySelectorAll(selector)]
    .map((part) => part.getBoundingClientRect())
    .find(({ width, right, bottom, left, top }) => {
      const isInside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
      return width > 0 && isInside;
    });
}
