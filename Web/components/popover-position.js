import { prefersReducedMotion } from '../dom/element.js';

const marginPx = 8;
/** Above a sheet, this much of something shows what it is. */
const roomMinPx = 44;
/** @returns {boolean} Whether the screen is so narrow that a card is a sheet that rises from below. */
export const isNarrow = () => matchMedia('(max-width: 37.49rem)').matches;

/** @typedef {Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>} Place */

/**
 * Puts an open dialog beside something, and lets it grow out of that. It stays there, and moves
 * only as far as it must to stay on the screen when it grows or the window changes. On a narrow
 * screen it rises from below, and the page scrolls so that the other thing stays in sight above.
 *
 * @param {HTMLElement} dialog @param {Place} at
 */
export function placePopover(dialog, at) {
  if (isNarrow()) return showAbove(dialog, at);
  dialog.classList.add('placed');
  const { style } = dialog;
  const { left, top } = besidePlace(at, sizeOf(dialog), screenSize(), document.dir === 'rtl');
  const keepInside = () => {
    // What is pressed stays under the pointer: otherwise the press would end on something else.
    if (dialog.matches(':active')) return afterPress(keepInside, end.signal);
    const { width, height } = sizeOf(dialog);
    const screen = screenSize();
    style.left = `${Math.max(marginPx, Math.min(left, screen.width - width - marginPx))}px`;
    style.top = `${Math.max(marginPx, Math.min(top, screen.height - height - marginPx))}px`;
  };
  const end = new AbortController();
  keepInside();
  style.transformOrigin = `${nearest((at.left + at.right) / 2 - left, dialog.offsetWidth)}px ${nearest((at.top + at.bottom) / 2 - parseFloat(style.top), dialog.offsetHeight)}px`;
  const observer = new ResizeObserver(keepInside);
  observer.observe(dialog);
  observer.observe(document.documentElement);
  dialog.addEventListener('close', ({ target }) => {
    if (target !== dialog) return;
    observer.disconnect();
    end.abort();
  });
}

/**
 * Acts once the pointer is released and what that does is done.
 *
 * @param {() => void} act @param {AbortSignal} signal
 */
function afterPress(act, signal) {
  const soon = () => requestAnimationFrame(act);
  document.addEventListener('pointerup', soon, { once: true, capture: true, signal });
  document.addEventListener('pointercancel', soon, { once: true, capture: true, signal });
}

/** @param {HTMLElement} sheet At the bottom of the screen. @param {Place} at */
function showAbove(sheet, at) {
  const hiddenPx = at.bottom + marginPx - (innerHeight - sheet.offsetHeight);
  const scroller = hiddenPx > 0 && scrollerAt((at.left + at.right) / 2, at.top + 1, sheet);
  if (!scroller) return;
  // A sheet as high as the screen leaves nothing in sight: the view would only have moved once it closes.
  const roomPx = innerHeight - sheet.offsetHeight - scroller.getBoundingClientRect().top;
  if (roomPx < Math.min(at.bottom - at.top, roomMinPx)) return;
  scroller.scrollBy({ top: hiddenPx, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
}

/**
 * @param {number} x @param {number} y @param {HTMLElement} over What lies over the page.
 * @returns {Element | undefined} What scrolls up and down at a place of the page.
 */
function scrollerAt(x, y, over) {
  let part = document.elementsFromPoint(x, y).find((each) => !over.contains(each)) ?? null;
  for (; part; part = part.parentElement) {
    const canScroll = part.scrollHeight > part.clientHeight;
    if (canScroll && /auto|scroll/.test(getComputedStyle(part).overflowY)) return part;
  }
  return undefined;
}

/** @param {HTMLElement} dialog */
const sizeOf = ({ offsetWidth: width, offsetHeight: height }) => ({ width, height });

const screenSize = () => ({ width: innerWidth, height: innerHeight });

/** @param {number} px @param {number} lengthPx @returns {number} The nearest place on an edge. */
const nearest = (px, lengthPx) => Math.max(0, Math.min(px, lengthPx));

/**
 * Where something stands beside something else without covering it: after it, else before it, else
 * below, else above. If none has room, it's at the end of the screen, because titles begin at its
 * start.
 *
 * @param {Place} at
 * @param {{ width: number, height: number }} size
 * @param {{ width: number, height: number }} screen
 * @param {boolean} isRightToLeft
 * @returns {{ left: number, top: number }} Beside it, a little higher than it begins.
 */
export function besidePlace(at, { width, height }, screen, isRightToLeft) {
  const farthest = screen.width - marginPx - width;
  const lowest = screen.height - marginPx - height;
  const top = Math.max(marginPx, Math.min(at.top - marginPx, lowest));
  const right = { left: at.right + marginPx, top };
  const left = { left: at.left - marginPx - width, top };
  const [isRight, isLeft] = [right.left <= farthest, left.left >= marginPx];
  if (isRight || isLeft) {
    const isBefore = isRightToLeft ? isLeft : !isRight;
    return isBefore ? left : right;
  }
  const along = Math.max(marginPx, Math.min(isRightToLeft ? at.right - width : at.left, farthest));
  if (at.bottom + marginPx <= lowest) return { left: along, top: at.bottom + marginPx };
  const above = at.top - marginPx - height;
  if (above >= marginPx) return { left: along, top: above };
  return { left: isRightToLeft ? marginPx : Math.max(marginPx, farthest), top };
}
