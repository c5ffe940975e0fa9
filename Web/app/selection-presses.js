import { hear } from '../dom/element.js';
import { withLazyParts } from './lazy-loading.js';

/** A press that moves farther than this is a drag. */
const clickPx = 4;

/** @param {Event} event */
const stop = (event) => {
  event.preventDefault();
  event.stopPropagation();
};

/** @param {EventTarget | null} target @returns {string} The key of the event there, or nothing. */
const keyAt = (target) =>
  (target instanceof Element &&
    !target.closest('dialog, .hours-more') &&
    target.closest('[data-key]')?.getAttribute('data-key')) ||
  '';

/**
 * Notices the presses that select events. Everything after that is loaded at the first of them.
 *
 * @param {EventModel} model @param {Notices} notices @param {AbortSignal} signal
 * @returns {() => import('../views/selection/event-selecting.js').EventSelecting | null} The object
 *   that selects, once something was selected.
 */
export function noticeSelecting(model, notices, signal) {
  /** @type {import('../views/selection/event-selecting.js').EventSelecting | null} */
  let selecting = null;
  const select = (/** @type {(now: NonNullable<typeof selecting>) => void} */ run) =>
    withLazyParts(notices, ({ EventSelecting }) => {
      if (!signal.aborted) run((selecting ??= new EventSelecting(model, notices, signal)));
    });
  const options = { capture: true, signal };
  let pressed = { x: 0, y: 0 };
  document.addEventListener(
    'pointerdown',
    (event) => {
      pressed = { x: event.clientX, y: event.clientY };
      const { target, shiftKey, button, pointerType } = event;
      if (!shiftKey || button !== 0 || pointerType !== 'mouse' || !(target instanceof Element))
        return;
      if (!target.closest('[data-view]') || target.closest('[data-key], button, input')) return;
      event.stopPropagation();
      select((now) => now.lasso(event));
    },
    options,
  );
  document.addEventListener(
    'click',
    (event) => {
      const key = event.shiftKey || event.ctrlKey || event.metaKey ? keyAt(event.target) : '';
      const isDrag =
        Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > clickPx &&
        event.detail > 0;
      if (!key || isDrag) return;
      stop(event);
      select((now) => now.toggle(key));
    },
    options,
  );
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== ' ' || !(event.ctrlKey || event.shiftKey) || event.altKey) return;
      const key = keyAt(event.target);
      const day = event.target instanceof HTMLElement && event.target.matches('.day[data-date]');
      if (!key && !day) return;
      stop(event);
      const { date = '' } = /** @type {HTMLElement} */ (event.target).dataset;
      select((now) => (key ? now.toggle(key) : now.toggleDay(date)));
    },
    options,
  );
  // Some browsers click a button when Space is released, even if its press did something else.
  document.addEventListener(
    'keyup',
    (event) => {
      if (event.key === ' ' && (event.ctrlKey || event.shiftKey) && keyAt(event.target))
        event.preventDefault();
    },
    options,
  );
  hear(document, 'events-select', ({ keys }) => select((now) => now.add(keys)), signal);
  return () => selecting;
}
