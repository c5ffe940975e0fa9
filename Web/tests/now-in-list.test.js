import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOfNow } from '../views/day/now-in-list.js';

const now = '2026-03-11T10:00:00';
/** @param {string} start @param {string} end @param {object} [more] */
const event = (start, end, more = {}) => ({
  allDay: false,
  status: 'confirmed',
  start: `2026-03-11T${start}:00`,
  past: `2026-03-11T${end}:00` <= now,
  ...more,
});
/** @param {ReturnType<typeof event>[]} events */
function found(...events) {
  const { going, next } = placeOfNow(events, now);
  return [going.map(({ start }) => start.slice(11, 16)), next?.start.slice(11, 16)];
}

test('what began and isn’t over is going on, however many there are', () =>
  assert.deepEqual(
    found(event('08:00', '09:00'), event('09:30', '10:30'), event('10:00', '11:00')),
    [['09:30', '10:00'], undefined],
  ));

test('now lies before the first event that comes after another', () =>
  assert.deepEqual(found(event('08:00', '10:00'), event('10:30', '11:00')), [[], '10:30']));

test('a day that hasn’t begun has no place of now', () =>
  assert.deepEqual(found(event('10:30', '11:00'), event('12:00', '13:00')), [[], undefined]));

test('whole days and cancelled events have no part in it', () => {
  const wholeDay = event('00:00', '23:59', { allDay: true });
  const cancelled = event('09:30', '10:30', { status: 'cancelled' });
  assert.deepEqual(found(wholeDay, cancelled), [[], undefined]);
});
