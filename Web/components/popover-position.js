const marginPx = 8;

/**
 * Puts an open dialog beside something, entirely on the screen. On a narrow screen it stays in its
 * usual place.
 *
 * @param {HTMLElement} dialog @param {{ left: number, right: number, top: number }} at
 */
export function placePopover(dialog, at) {
  const { offsetWidth: widthPx, offsetHeight: heightPx } = dialog;
  if (innerWidth < widthPx * 2) return;
  const left =
    at.right + marginPx + widthPx < innerWidth ? at.right + marginPx : at.left - marginPx - widthPx;
  dialog.classList.add('placed');
  dialog.style.left = `${Math.max(marginPx, left)}px`;
  dialog.style.top = `${Math.max(marginPx, Math.min(at.top, innerHeight - heightPx - marginPx))}px`;
}
