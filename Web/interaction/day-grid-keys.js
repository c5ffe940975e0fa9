import { addDays, addMonths, weekday } from '../time/civil-date.js';

/**
 * The day to which a key moves the focus in a grid of days.
 *
 * @param {string} date
 * @param {{ key: string, shiftKey: boolean }} pressed
 * @param {{ firstWeekday: number, isRightToLeft: boolean, isHidden: (weekday: number) => boolean }}
 *   grid
 * @returns {string | null} The new date; null if the key doesn't move the focus.
 */
export function moveFocus(date, { key, shiftKey }, { firstWeekday, isRightToLeft, isHidden }) {
  const forward = isRightToLeft ? -1 : 1;
  const intoWeek = (weekday(date) - firstWeekday + 7) % 7;
  /**
   * @type {Record<string, () => [string, number]>} The new date, and the direction to continue in
   *   if it's hidden.
   */
  const moves = {
    ArrowRight: () => [addDays(date, forward), forward],
    ArrowLeft: () => [addDays(date, -forward), -forward],
    ArrowDown: () => [addDays(date, 7), 1],
    ArrowUp: () => [addDays(date, -7), -1],
    Home: () => [addDays(date, -intoWeek), 1],
    End: () => [addDays(date, 6 - intoWeek), -1],
    PageDown: () => [addMonths(date, shiftKey ? 12 : 1), 1],
    PageUp: () => [addMonths(date, shiftKey ? -12 : -1), -1],
  };
  const move = moves[key]?.();
  if (!move) return null;
  let [moved] = move;
  for (let tries = 0; tries < 7 && isHidden(weekday(moved)); tries += 1)
    moved = addDays(moved, move[1]);
  return moved;
}

/**
 * The day to which a key moves the focus from a day's button, which has its date in `data-for`. A
 * key that moves the focus does nothing else.
 *
 * @param {KeyboardEvent} event @param {number} firstWeekday
 * @returns {string | null} Null if the key doesn't move the focus.
 */
export function dayByKey(event, firstWeekday) {
  const from = event.target instanceof HTMLElement ? event.target.dataset['for'] : undefined;
  if (!from) return null;
  const isRightToLeft = document.dir === 'rtl';
  const to = moveFocus(from, event, { firstWeekday, isRightToLeft, isHidden: () => false });
  if (!to) return null;
  event.preventDefault();
  event.stopPropagation();
  return to;
}
