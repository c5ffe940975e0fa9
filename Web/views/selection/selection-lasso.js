import { element } from '../../dom/element.js';
import { boxBetween, isTouching } from '../../interaction/selected-events.js';

/** The distance below which a press is a click. */
const dragPx = 6;

/**
 * Draws a rectangle from a press to the pointer, until the press ends. Esc cancels it.
 *
 * @param {PointerEvent} press
 * @param {{ caught: (keys: string[]) => void, cancelled: () => void }} actions `caught` is called
 *   whenever the rectangle holds other events.
 * @param {(date: string) => string[]} keysOfDay In the month a rectangle selects whole days: most
 *   of their events may not be drawn.
 * @param {AbortSignal} signal
 */
export function drawLasso(press, { caught, cancelled }, keysOfDay, signal) {
  const view = press.target instanceof Element ? press.target.closest('[data-view]') : null;
  if (!(view instanceof HTMLElement)) return;
  const start = { x: press.clientX, y: press.clientY };
  const end = new AbortController();
  const drawn = element('div', { class: 'lasso', 'aria-hidden': 'true' });
  let before = '';
  const finish = () => {
    end.abort();
    if (drawn.isConnected) swallowClick();
    drawn.remove();
  };
  const follow = (/** @type {PointerEvent} */ { clientX, clientY, pointerId }) => {
    if (pointerId !== press.pointerId) return;
    const isFar = Math.hypot(clientX - start.x, clientY - start.y) > dragPx;
    if (!isFar && !drawn.isConnected) return;
    const box = boxBetween(start, { x: clientX, y: clientY });
    if (!drawn.isConnected) document.body.append(drawn);
    drawn.style.translate = `${box.left}px ${box.top}px`;
    drawn.style.inlineSize = `${box.right - box.left}px`;
    drawn.style.blockSize = `${box.bottom - box.top}px`;
    const keys = keysIn(view, box, keysOfDay);
    const now = keys.join('\n');
    if (now !== before) caught(keys);
    before = now;
  };
  const options = { signal: end.signal, capture: true };
  signal.addEventListener('abort', finish, { signal: end.signal });
  document.addEventListener('pointermove', follow, options);
  document.addEventListener('pointerup', finish, options);
  document.addEventListener('pointercancel', finish, options);
  // A drag over text would select it.
  document.addEventListener('selectstart', (event) => event.preventDefault(), options);
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      finish();
      cancelled();
    },
    options,
  );
}

/**
 * @param {HTMLElement} view
 * @param {import('../../interaction/selected-events.js').Box} box
 * @param {(date: string) => string[]} keysOfDay
 */
function keysIn(view, box, keysOfDay) {
  const isMonth = view.dataset['view'] === 'month';
  const parts = view.querySelectorAll(isMonth ? '.day[data-date]' : '[data-key]');
  const values = [...parts]
    .filter((part) => isTouching(part.getBoundingClientRect(), box))
    .map((part) => part.getAttribute(isMonth ? 'data-date' : 'data-key') ?? '');
  return [...new Set(isMonth ? values.flatMap(keysOfDay) : values)];
}

/** Swallows the click that ends the drag, which isn't meant for the element under the pointer. */
function swallowClick() {
  const end = new AbortController();
  document.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal: end.signal },
  );
  setTimeout(() => end.abort());
}
