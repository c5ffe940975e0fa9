import { tell } from '../../dom/element.js';

/** The distance below which a press is a click. */
const dragPx = 6;

/**
 * Clicks in the strip: a click selects a day or opens an event; a double click, or a drag over days
 * with the mouse, makes a new one. In low rows, a second click opens the day, however soon it comes.
 *
 * @param {HTMLElement} host
 * @param {(from: string, to: string) => void} range Selects days; if `from` is empty, it extends
 *   the selection.
 * @param {AbortSignal} signal
 */
export function followPointer(host, range, signal) {
  let from = /** @type {string | null} */ (null);
  let start = { x: 0, y: 0 };
  let isDragging = false;
  host.addEventListener(
    'pointerdown',
    (event) => {
      const isPress = event.pointerType === 'mouse' && event.button === 0 && !event.shiftKey;
      from = isPress && !pieceAt(event) ? dayAt(event) : null;
      start = { x: event.clientX, y: event.clientY };
      isDragging = false;
    },
    { signal },
  );
  host.addEventListener(
    'pointermove',
    (event) => {
      if (!from || event.buttons !== 1) return;
      isDragging ||= Math.hypot(event.clientX - start.x, event.clientY - start.y) > dragPx;
      if (!isDragging) return;
      if (!host.hasPointerCapture(event.pointerId)) host.setPointerCapture(event.pointerId);
      const to = dayAt(event);
      if (to) range(from, to);
    },
    { signal },
  );
  const end = (/** @type {PointerEvent} */ event) => {
    const to = dayAt(event);
    if (isDragging && from && to && event.type === 'pointerup' && to !== from) {
      const [first, last] = from < to ? [from, to] : [to, from];
      tell(host, 'event-quick', { first, last, allDay: true, at: placeOf(event) });
    }
    from = null;
  };
  host.addEventListener('pointerup', end, { signal });
  host.addEventListener('pointercancel', end, { signal });
  host.addEventListener(
    'click',
    (event) => {
      if (!isDragging) clicked(host, event, range);
      isDragging = false;
    },
    { signal },
  );
  host.addEventListener(
    'dblclick',
    (event) => {
      // The first click may have redrawn the row, so look under the pointer instead of at the
      // target.
      const day = dayAt(event);
      if (day && !pieceAt(event) && !isLow(host))
        tell(host, 'event-quick', { first: day, last: day, allDay: false, at: placeOf(event) });
    },
    { signal },
  );
}

/**
 * @param {HTMLElement} host @param {MouseEvent} event
 * @param {(from: string, to: string) => void} range
 */
function clicked(host, event, range) {
  const target = event.target instanceof Element ? event.target : null;
  const chip = /** @type {HTMLElement | null} */ (target?.closest('[data-key]') ?? null);
  const day = dayAt(event);
  if (!day) return;
  if (event.shiftKey) return range('', day);
  const isAsked = Boolean(target?.closest('.number, .more'));
  // Where a double click makes an event, its second click opens nothing.
  const opensDay = !chip && (event.detail < 2 || isLow(host));
  tell(host, 'day-picked', { date: day, open: !chip, isAsked, opensDay });
  if (chip) tell(host, 'event-open', { key: chip.dataset['key'] });
}

/** @param {HTMLElement} host @returns {boolean} Whether the rows are low, above the list of a day. */
const isLow = (host) => host.closest('.compact') !== null;

/** @param {MouseEvent} event */
const placeOf = ({ clientX, clientY }) => ({ x: clientX, y: clientY });

/**
 * @param {MouseEvent} event
 * @returns {boolean} Whether an event or a "+3 more" is under the pointer.
 */
function pieceAt({ clientX, clientY }) {
  return document
    .elementsFromPoint(clientX, clientY)
    .some((found) => found.matches('[data-uid], .more'));
}

/**
 * @param {MouseEvent} event
 * @returns {string | null} The day under the pointer, even if there's an event on top.
 */
function dayAt({ clientX, clientY }) {
  const cell = document.elementsFromPoint(clientX, clientY).find((found) => found.matches('.day'));
  return cell instanceof HTMLElement ? (cell.dataset['date'] ?? null) : null;
}
