import { prefersReducedMotion } from './element.js';

/** How long a view fades in with reduced motion. */
const fadeMs = 120;
/** Longest wait for the browser to capture the old view. */
const patienceMs = 200;
/**
 * The transition under way; a later one replaces it. Cleared when it's over, or it would keep the
 * new view in memory.
 */
let running = /** @type {ViewTransition | null} */ (null);

/**
 * Changes a part of the page, with a view transition if the browser has them. The change is made
 * when the browser has captured the old state, at the next key, press or turn of the wheel, or
 * after {@link patienceMs}, whichever comes first: so input never waits for it.
 *
 * @param {HTMLElement} host The part that changes.
 * @param {HTMLElement | null | undefined} from The element of the old state that turns into one of
 *   the new.
 * @param {() => HTMLElement | null | undefined} change Makes the change, and returns the element
 *   that `from` turns into.
 * @returns {() => void} Makes the change at once if it's still pending.
 */
export function animateChange(host, from, change) {
  if (!document.startViewTransition || prefersReducedMotion() || document.hidden)
    return changeAtOnce(host, change);
  let isMade = false;
  /** @type {HTMLElement | null | undefined} */
  let to = null;
  const make = () => {
    if (isMade) return;
    isMade = true;
    clearTimeout(late);
    nameForTransition(from, '');
    to = change();
  };
  nameForTransition(host, 'view');
  nameForTransition(from, 'place');
  const transition = (running = document.startViewTransition(() => {
    make();
    nameForTransition(to, 'place');
  }));
  const late = setTimeout(make, patienceMs);
  const listeners = new AbortController();
  const touched = (/** @type {Event} */ event) => {
    const wasMade = isMade;
    make();
    transition.skipTransition();
    if (!wasMade && event instanceof KeyboardEvent) passKeyOn(event);
    if (event.type === 'pointerdown' && isAround(event.target, host))
      passPressOn(host, new PointerEvent(event.type, event), transition.finished);
  };
  for (const name of ['keydown', 'pointerdown', 'wheel'])
    addEventListener(name, touched, { signal: listeners.signal, capture: true });
  const end = () => {
    listeners.abort();
    nameForTransition(to, '');
    if (running !== transition) return;
    running = null;
    nameForTransition(host, '');
  };
  // Skipping isn't an error. Errors of the change itself reject `updateCallbackDone`.
  transition.ready.catch(() => {});
  transition.finished.then(end, end);
  return make;
}

/**
 * Makes the change without a transition. With reduced motion, the new state fades in.
 *
 * @param {HTMLElement} host
 * @param {() => unknown} change
 */
function changeAtOnce(host, change) {
  change();
  if (prefersReducedMotion()) host.animate([{ opacity: 0 }, { opacity: 1 }], { duration: fadeMs });
  return () => {};
}

/**
 * Fires a press again that came during a transition and therefore didn't reach what was under the
 * pointer. It's fired once the transition is over, so that it can become a drag, and its click is
 * passed on as well.
 *
 * @param {HTMLElement} host @param {PointerEvent} press @param {Promise<unknown>} over
 */
function passPressOn(host, press, over) {
  const end = new AbortController();
  const options = { signal: end.signal, capture: true };
  let isUp = false;
  const give = () => {
    if (!isUp && !end.signal.aborted)
      document.elementFromPoint(press.clientX, press.clientY)?.dispatchEvent(press);
  };
  over.then(give, give);
  addEventListener(
    'pointerup',
    () => {
      isUp = true;
    },
    options,
  );
  addEventListener(
    'click',
    (event) => {
      end.abort();
      if (isAround(event.target, host))
        document
          .elementFromPoint(event.clientX, event.clientY)
          ?.dispatchEvent(new MouseEvent('click', event));
    },
    options,
  );
  // A press that became a scroll has no click, and the next press has its own.
  for (const name of ['pointercancel', 'pointerdown'])
    addEventListener(
      name,
      (event) => {
        if (event !== press) end.abort();
      },
      options,
    );
}

/**
 * Passes a key that triggered the change on to the element that has the focus afterwards.
 *
 * @param {KeyboardEvent} event
 */
function passKeyOn(event) {
  const focused = document.activeElement ?? document.body;
  if (focused === event.target) return;
  event.stopImmediatePropagation();
  if (!focused.dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault();
}

/** @param {EventTarget | null} target @param {HTMLElement} host */
const isAround = (target, host) =>
  target instanceof Node && target !== host && target.contains(host);

/**
 * @param {HTMLElement | null | undefined} part
 * @param {string} name Its name in the style sheet during a transition.
 */
function nameForTransition(part, name) {
  if (part) part.style.setProperty('view-transition-name', name);
}
