const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/u;

/**
 * The direction of a text's first letter; that of the page when it has none.
 *
 * @param {string} text @param {string} pageDirection
 * @returns {string} "ltr" or "rtl".
 */
export function textDirection(text, pageDirection) {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (!letter) return pageDirection;
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}
