import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveFocus } from '../interaction/day-grid-keys.js';

const monday = { firstWeekday: 1, isRightToLeft: false, isHidden: () => false };
const sunday = { ...monday, firstWeekday: 7 };
const noWeekends = { ...monday, isHidden: (weekday) => weekday > 5 };
const rightToLeft = { ...monday, isRightToLeft: true };

for (const [key, shiftKey, grid, expected] of [
  ['ArrowRight', false, monday, '2026-11-22'],
  ['ArrowLeft', false, monday, '2026-11-20'],
  ['ArrowRight', false, rightToLeft, '2026-11-20'],
  ['ArrowDown', false, monday, '2026-11-28'],
  ['ArrowUp', false, monday, '2026-11-14'],
  ['Home', false, monday, '2026-11-16'],
  ['End', false, monday, '2026-11-22'],
  ['Home', false, sunday, '2026-11-15'],
  ['End', false, sunday, '2026-11-21'],
  ['PageDown', false, monday, '2026-12-21'],
  ['PageUp', false, monday, '2026-10-21'],
  ['PageDown', true, monday, '2027-11-21'],
  ['PageUp', true, monday, '2025-11-21'],
  ['ArrowRight', false, noWeekends, '2026-11-23'],
  ['End', false, noWeekends, '2026-11-20'],
  ['x', false, monday, null],
]) {
  const grids =
    grid === sunday
      ? ', weeks from Sunday'
      : grid === noWeekends
        ? ', weekends hidden'
        : grid === rightToLeft
          ? ', right to left'
          : '';
  test(`${shiftKey ? 'Shift+' : ''}${key} from Saturday 21 November 2026${grids}: ${expected}`, () => {
    assert.equal(moveFocus('2026-11-21', { key, shiftKey }, grid), expected);
  });
}
