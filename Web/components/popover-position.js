const marginPx = 8;

/**
 * Puts an open dialog beside something, always entirely on the screen, even when it grows. On a
 * narrow screen it stays in its usual place.
 *
 * @param {HTMLElement} dialog @param {{ left: number, right: number, top: number }} at
 */
export function placePopover(dialog, at) {
  const { offsetWidth: widthPx } = dialog;
  if (innerWidth < widthPx * 2) return;
  dialog.classList.add('placed');
  dialog.style.left = `${besideLeft(at, dialog.offsetWidth, innerWidth, document.dir === 'rtl')}px`;
  const keepInside = () => {
    const lowest = innerHeight - dialog.offsetHeight - marginPx;
    dialog.style.top = `${Math.max(marginPx, Math.min(at.top, lowest))}px`;
  };
  keepInside();
  new ResizeObserver(keepInside).observe(dialog);
}

/**
 * The left edge of something that is shown beside something else: after it, before it, or at the
 * end of the screen, because titles begin at its start.
 *
 * @param {{ left: number, right: number }} at @param {number} widthPx @param {number} screenPx
 * @param {boolean} isRightToLeft
 * @returns {number}
 */
export function besideLeft({ left, right }, widthPx, screenPx, isRightToLeft) {
  const roomPx = widthPx + marginPx * 2;
  const [fitsLeft, fitsRight] = [left >= roomPx, screenPx - right >= roomPx];
  const isLeft = isRightToLeft ? fitsLeft || !fitsRight : fitsLeft && !fitsRight;
  const px = isLeft ? left - marginPx - widthPx : right + marginPx;
  return Math.max(marginPx, Math.min(px, screenPx - marginPx - widthPx));
}
