import { prefersReducedMotion } from './element.js';

/** How long a view fades in where nothing is to move. */
const fadeMs = 120;
/** A browser that is slow to draw the old is not waited for longer. */
const patienceMs = 200;
/**
 * What is being passed over now; a later one takes its place. Kept longer, it would hold what it
 * passed to.
 */
let running = /** @type {ViewTransition | null} */ (null);

/**
 * Changes what a part of the page shows. Where the browser can, one passes from the old to the new:
 * the change is made
 * with its next frame, with the next key or press, or after {@link patienceMs}, whichever comes
 * first. So nothing that one does is ever late.
 *
 * @param {HTMLElement} host What changes.
 * @param {HTMLElement | null | undefined} from Of the old, what becomes a part of the new.
 * @param {() => HTMLElement | null | undefined} change Answers what it has become.
 * @returns {() => void} Makes the change at once, unless it is made.
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
  // A skipped one is no failure; that of the change itself is told by `updateCallbackDone`.
  transition.ready.catch(() => {});
  transition.finished.then(end, end);
  return make;
}

/**
 * @param {HTMLElement} host
 * @param {() => unknown} change What is there afterwards fades in for those who want no motion.
 */
function changeAtOnce(host, change) {
  change();
  if (prefersReducedMotion()) host.animate([{ opacity: 0 }, { opacity: 1 }], { duration: fadeMs });
  return () => {};
}

/**
 * What is seen passing is not there for the pointer: a press belongs to what is under it then, so
 * that it may become
 * a drag, and so does the click that ends it.
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
 * @param {KeyboardEvent} event A key that makes the change is meant for what has the focus after
 *   it.
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
 * @param {string} name What the style sheet calls it while one passes.
 */
function nameForTransition(part, name) {
  if (part) part.style.setProperty('view-transition-name', name);
}
