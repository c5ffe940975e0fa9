import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedByKey } from '../interaction/keyboard-move.js';

const grid = { forward: 1, down: 'time' };

for (const [what, [start, end], [first, last]] of [
  ['an hour', ['2026-03-11T12:00:00', '2026-03-11T13:00:00'], ['2026-03-11', '2026-03-11']],
  ['a night', ['2026-03-11T22:00:00', '2026-03-12T06:00:00'], ['2026-03-11', '2026-03-12']],
  ['several days', ['2026-03-11T12:00:00', '2026-03-13T10:00:00'], ['2026-03-11', '2026-03-13']],
  [
    'an event that ends at midnight',
    ['2026-03-11T12:00:00', '2026-03-13T00:00:00'],
    ['2026-03-11', '2026-03-12'],
  ],
  [
    'a moment at midnight',
    ['2026-03-11T00:00:00', '2026-03-11T00:00:00'],
    ['2026-03-11', '2026-03-11'],
  ],
]) {
  test(`pressing A turns ${what} into the whole days it touches`, () => {
    const times = movedByKey(
      { allDay: false, start, end },
      { key: 'a', shiftKey: false, altKey: false },
      grid,
    );
    assert.deepEqual(times, { allDay: true, start: first, end: last });
  });
}

test('pressing A turns whole days into hours, from 9 on the first to 10 on the last', () => {
  const days = { allDay: true, start: '2026-03-11', end: '2026-03-13' };
  assert.deepEqual(movedByKey(days, { key: 'A', shiftKey: false, altKey: false }, grid), {
    allDay: false,
    start: '2026-03-11T09:00:00',
    end: '2026-03-13T10:00:00',
  });
});
