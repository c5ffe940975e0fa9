import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byOwnClock } from '../views/event/event-draft.js';

const engine = {
  zoneTime: (/** @type {string} */ time, /** @type {string} */ from) => {
    if (from !== 'Asia/Tokyo') throw new Error('unknown zone');
    return time.replace('T11', 'T03').replace('T12', 'T04');
  },
};
const [start, end] = ['2026-11-27T11:00:00', '2026-11-27T12:30:00'];

for (const [where, more, expected] of [
  ['in another zone', { zone: 'Asia/Tokyo' }, ['2026-11-27T03:00:00', '2026-11-27T04:30:00']],
  ['in the user’s zone', {}, [start, end]],
  ['in a zone that the core doesn’t know', { zone: 'Moon/Base' }, [start, end]],
  ['on whole days', { zone: 'Asia/Tokyo', allDay: '1' }, [start, end]],
]) {
  test(`After an event is moved to a time ${where}, the notice says it by the user’s clock`, () => {
    const shown = byOwnClock(engine, { allDay: '0', start, end, ...more });
    assert.deepEqual([shown.start, shown.end], expected);
  });
}
