import { openDialogs } from '../../components/open-dialogs.js';

/** How far a finger pulls a sheet before it grows, or is half again. */
const pullPx = 32;
/** How far a finger pulls half a sheet down before it closes. */
const closePx = 96;
/** The part at the top of a sheet where a pull begins: its handle and its title. */
const handlePx = 64;

/** The rows that half a sheet shows whole. */
const upperRows = '.title-line, .times';

/**
 * Opens a phone's sheet as half a sheet, so that the view stays in sight above it. It grows when it
 * is pulled up or scrolled, and when a field below its first rows is used.
 *
 * @param {HTMLElement} sheet @param {HTMLFormElement} form @param {AbortSignal} signal
 */
export function beginHalf(sheet, form, signal) {
  // The view makes room above it, by the height that it has from now on.
  atOnce(sheet, () => sheet.classList.add('pulled', 'half'));
  /** Whether a press is under way: the field must not move before its click. */
  let isPressed = false;
  const isBelow = (/** @type {EventTarget | null} */ target) =>
    target instanceof Element && form.contains(target) && !target.closest(upperRows);
  const grow = () => sheet.classList.remove('half');
  const during = { capture: true, signal };
  sheet.addEventListener('pointerdown', () => (isPressed = true), during);
  sheet.addEventListener('keydown', () => (isPressed = false), during);
  sheet.addEventListener(
    'focusin',
    ({ target }) => !isPressed && isBelow(target) && grow(),
    during,
  );
  // Before the field opens a menu, which lies where the field is then.
  sheet.addEventListener(
    'click',
    ({ target }) => {
      isPressed = false;
      if (isBelow(target)) atOnce(sheet, grow);
    },
    during,
  );
  form.addEventListener('scroll', () => form.scrollTop > 0 && grow(), { passive: true, signal });
  listenToPulls(sheet, signal);
}

/**
 * Changes the height of a sheet without a transition.
 *
 * @param {HTMLElement} sheet @param {() => void} change
 */
function atOnce(sheet, change) {
  sheet.style.transition = 'none';
  change();
  requestAnimationFrame(() => (sheet.style.transition = ''));
}

/**
 * Lets a finger pull the sheet by its top: up, it grows; down, it's half again, and from there it
 * closes as by Esc, which keeps what is typed.
 *
 * @param {HTMLElement} sheet @param {AbortSignal} signal
 */
function listenToPulls(sheet, signal) {
  /** @type {{ y: number, heightPx: number, isHalf: boolean } | null} */
  let from = null;
  let upPx = 0;
  const began = (/** @type {TouchEvent} */ { touches }) => {
    const [finger] = touches;
    const { top, height } = sheet.getBoundingClientRect();
    const isPull = finger && touches.length === 1 && finger.clientY - top < handlePx;
    const isHalf = sheet.classList.contains('half');
    from = isPull ? { y: finger.clientY, heightPx: height, isHalf } : null;
    upPx = 0;
  };
  const moved = (/** @type {TouchEvent} */ event) => {
    const [finger] = event.touches;
    if (!from || !finger) return;
    // Otherwise the page would scroll with it.
    if (event.cancelable) event.preventDefault();
    upPx = from.y - finger.clientY;
    sheet.style.transition = 'none';
    sheet.style.blockSize = `${from.heightPx + upPx}px`;
  };
  const ended = () => {
    if (!from) return;
    const closes = from.isHalf && upPx < -closePx;
    from = null;
    if (closes && sheet instanceof HTMLDialogElement) return openDialogs.get(sheet)?.();
    sheet.style.transition = '';
    sheet.style.blockSize = '';
    if (Math.abs(upPx) > pullPx) sheet.classList.toggle('half', upPx < 0);
  };
  sheet.addEventListener('touchstart', began, { passive: true, signal });
  sheet.addEventListener('touchmove', moved, { passive: false, signal });
  for (const name of /** @type {const} */ (['touchend', 'touchcancel']))
    sheet.addEventListener(name, ended, { signal });
}
