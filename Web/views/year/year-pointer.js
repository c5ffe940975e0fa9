import { tell } from '../../dom/element.js';

/** A press that moves less is a click; a touch that moves more to the side is a swipe. */
const [dragPx, swipePx] = [6, 60];

/**
 * The pointer in the year: a click opens a day or an event, dragging the mouse over days makes an
 * event, and a swipe turns to another year.
 *
 * @param {HTMLElement} host
 * @param {{ select: (from: string, to: string) => void, open: (cell: HTMLElement) => void, turn:
 *   (years: number) => void, swipes: () => boolean }} does
 * @param {AbortSignal} signal
 */
export function followPointer(host, { select, open, turn, swipes }, signal) {
  let from = '';
  let isDragging = false;
  let start = { x: 0, y: 0 };
  // A busy browser may send the release without any move before it.
  const isFar = (/** @type {PointerEvent} */ { clientX, clientY }) =>
    Math.hypot(clientX - start.x, clientY - start.y) > dragPx;
  host.addEventListener(
    'pointerdown',
    (event) => {
      start = { x: event.clientX, y: event.clientY };
      from =
        event.pointerType === 'mouse' && event.button === 0
          ? (cellAt(event)?.dataset['date'] ?? '')
          : '';
      isDragging = false;
    },
    { signal },
  );
  host.addEventListener(
    'pointermove',
    (event) => {
      if (from === '' || event.buttons !== 1) return;
      isDragging ||= isFar(event);
      const to = isDragging ? cellAt(event)?.dataset['date'] : '';
      if (to) select(from, to);
    },
    { signal },
  );
  host.addEventListener(
    'pointerup',
    (event) => {
      const to = cellAt(event)?.dataset['date'] ?? '';
      isDragging ||= from !== '' && isFar(event);
      if (isDragging && from && to && to !== from) {
        const [first = '', last = ''] = [from, to].sort();
        tell(host, 'event-quick', {
          first,
          last,
          allDay: true,
          at: { x: event.clientX, y: event.clientY },
        });
      }
      from = '';
    },
    { signal },
  );
  host.addEventListener(
    'touchend',
    (event) => {
      const years = swipes() ? swiped(start, event.changedTouches[0]) : 0;
      if (years !== 0) turn(years);
    },
    { signal, passive: true },
  );
  host.addEventListener(
    'click',
    (event) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const { key, open: month } = target?.dataset ?? {};
      const cell = cellAt(event);
      // A button of the list opens its event by itself.
      if (target?.closest('button')) return;
      if (key) tell(host, 'event-open', { key });
      else if (month) tell(host, 'view-open', { view: 'month', date: month });
      else if (cell && !isDragging) open(cell);
      isDragging = false;
    },
    { signal },
  );
}

/**
 * @param {{ x: number, y: number }} start
 * @param {Touch | undefined} touch
 * @returns {number} How many years to turn; 0 if it wasn't a swipe.
 */
function swiped(start, touch) {
  const [acrossPx, downPx] = touch ? [touch.clientX - start.x, touch.clientY - start.y] : [0, 0];
  if (Math.abs(acrossPx) <= swipePx || Math.abs(downPx) > Math.abs(acrossPx) / 2) return 0;
  return acrossPx < 0 !== (document.dir === 'rtl') ? 1 : -1;
}

/** @param {MouseEvent} event @returns {HTMLElement | null} The day under the pointer. */
function cellAt({ clientX, clientY }) {
  return document.elementFromPoint(clientX, clientY)?.closest('.year-day') ?? null;
}
