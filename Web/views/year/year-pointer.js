import { tell } from '../../lib/dom.js';

/** A press that moves less than this is a click; a touch that moves more to the side is a swipe. */
const [dragPx, swipePx] = [6, 60];

/**
 * What a pointer does in the year: a click opens a day or an event, a drag with the mouse makes an event of the days, a
 * swipe to the side turns the year.
 *
 * @param {HTMLElement} host
 * @param {{ select: (from: string, to: string) => void, open: (cell: HTMLElement) => void, turn: (years: number) => void, swipes: () => boolean }} does
 * @param {AbortSignal} signal
 */
export function followPointer(host, { select, open, turn, swipes }, signal) {
  let from = '';
  let isDragging = false;
  let start = { x: 0, y: 0 };
  host.addEventListener('pointerdown', (event) => {
    start = { x: event.clientX, y: event.clientY };
    from = event.pointerType === 'mouse' && event.button === 0 ? cellAt(event)?.dataset['date'] ?? '' : '';
    isDragging = false;
  }, { signal });
  host.addEventListener('pointermove', (event) => {
    if (from === '' || event.buttons !== 1) return;
    isDragging ||= Math.hypot(event.clientX - start.x, event.clientY - start.y) > dragPx;
    const to = isDragging ? cellAt(event)?.dataset['date'] : '';
    if (to) select(from, to);
  }, { signal });
  host.addEventListener('pointerup', (event) => {
    const to = cellAt(event)?.dataset['date'] ?? '';
    if (isDragging && from && to && to !== from) {
      const [first = '', last = ''] = [from, to].sort();
      tell(host, 'event-quick', { first, last, allDay: true, at: { x: event.clientX, y: event.clientY } });
    }
    from = '';
  }, { signal });
  host.addEventListener('touchend', (event) => {
    const touch = event.changedTouches[0];
    if (!touch || !swipes() || Math.abs(touch.clientY - start.y) > Math.abs(touch.clientX - start.x) / 2) return;
    const isForward = (touch.clientX < start.x) !== (document.dir === 'rtl');
    if (Math.abs(touch.clientX - start.x) > swipePx) turn(isForward ? 1 : -1);
  }, { signal, passive: true });
  host.addEventListener('click', (event) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const { key, open: month } = target?.dataset ?? {};
    const cell = cellAt(event);
    if (key) tell(host, 'event-open', { key });
    else if (month) tell(host, 'view-open', { view: 'month', date: month });
    else if (cell && !isDragging) open(cell);
    isDragging = false;
  }, { signal });
}

/** @param {MouseEvent} event @returns {HTMLElement | null} The day under the pointer. */
function cellAt({ clientX, clientY }) {
  return document.elementFromPoint(clientX, clientY)?.closest('.year-day') ?? null;
}
