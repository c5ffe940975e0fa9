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
