import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TouchedEvent } from '../interaction/touched-event.js';

const lunch = { key: 'k/12', uid: 'lunch', start: '2026-03-11T12:00' };
const supper = { key: 's/19', uid: 'supper', start: '2026-03-11T19:00' };
const shown = (/** @type {TouchedEvent} */ touched, events = [lunch, supper]) =>
  touched.among(events).map(({ key }) => key);

function tapped(event = lunch, pointer = 'touch') {
  const touched = new TouchedEvent();
  touched.pressed(pointer);
  touched.take(event);
  return touched;
}

test('the event that a finger or a pen tapped has handles', () => {
  assert.deepEqual(shown(new TouchedEvent()), []);
  assert.deepEqual(shown(tapped()), ['k/12']);
  assert.deepEqual(shown(tapped(lunch, 'pen')), ['k/12']);
});

test('with a mouse none has: its edges are under the pointer anyway', () => {
  assert.deepEqual(shown(tapped(lunch, 'mouse')), []);
  const touched = tapped();
  touched.pressed('mouse');
  assert.ok(touched.isNone);
});

test('a press on a button of the page changes nothing, a tap on empty time or another event does', () => {
  const touched = tapped();
  touched.pressed('touch');
  assert.deepEqual(shown(touched), ['k/12']);
  touched.take(supper);
  assert.deepEqual(shown(touched), ['s/19']);
  touched.take(null);
  assert.deepEqual(shown(touched), []);
});

test('a dropped event keeps them at its new time, and at its old one if the drop is undone', () => {
  const touched = tapped();
  touched.take({ ...lunch, start: '2026-03-11T13:00' });
  const moved = { key: 'k/13', uid: 'lunch', start: '2026-03-11T13:00' };
  assert.deepEqual(shown(touched, [moved, supper]), ['k/13']);
  assert.deepEqual(shown(touched), ['k/12']);
});

test('of a series only the occurrence that was moved has them, even if another took its key', () => {
  const touched = tapped();
  touched.take({ ...lunch, start: '2026-03-12T12:00' });
  const series = [
    { ...lunch, start: '2026-03-11T15:00' },
    { key: 'k/next', uid: 'lunch', start: '2026-03-12T12:00' },
  ];
  assert.deepEqual(shown(touched, series), ['k/next']);
});

test('an event on two days has a part on each', () => {
  assert.equal(tapped().among([lunch, { ...lunch }]).length, 2);
});

test('an all-day event that was just made is found, though its start is told with midnight', () => {
  const trip = { key: 't/1', uid: 'trip', start: '2026-03-11' };
  const touched = tapped({ key: '', uid: 'trip', start: '2026-03-11T00:00:00' });
  assert.deepEqual(shown(touched, [lunch, trip]), ['t/1']);
});
