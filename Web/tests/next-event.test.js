import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextSoon } from '../state/next-event.js';

const now = '2026-03-11T09:55:00';
/** @param {string} time @param {object} [more] */
const at = (time, more = {}) => ({
  title: time,
  allDay: false,
  start: `2026-03-11T${time}:00`,
  room: 0,
  status: 'confirmed',
  ...more,
});
/** @param {ReturnType<typeof at>[]} events */
const found = (...events) => {
  const soon = nextSoon(events, now);
  return soon && [soon.event.title, soon.minutes];
};

test('an event that begins within ten minutes is next', () => {
  assert.deepEqual(found(at('10:05')), ['10:05', 10]);
  assert.equal(found(at('10:06')), null);
  assert.deepEqual(found(at('10:05'), at('10:00')), ['10:00', 5]);
});

test('what has begun, or doesn’t take place, is not', () => {
  assert.equal(found(at('09:55')), null);
  for (const more of [
    { status: 'cancelled' },
    { declined: true },
    { proposal: {} },
    { allDay: true },
  ])
    assert.equal(found(at('10:00', more)), null);
});

test('of two at the same time, the one that gets room first is next', () =>
  assert.deepEqual(found(at('10:00', { room: 1 }), at('10:00', { title: 'own' })), ['own', 5]));

test('the first minutes of the next day are soon as well', () => {
  const soon = nextSoon([at('00:03', { start: '2026-03-12T00:03:00' })], '2026-03-11T23:58:00');
  assert.equal(soon?.minutes, 5);
});
