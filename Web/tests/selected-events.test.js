import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boxBetween,
  isTouching,
  SelectedEvents,
  selectedMax,
  shiftBetween,
} from '../interaction/selected-events.js';

test('a press selects an event, and the next one takes it out again', () => {
  const selected = new SelectedEvents();
  selected.toggle('a');
  selected.toggle('b');
  selected.toggle('a');
  assert.deepEqual(selected.keys, ['b']);
});

test('the events of a day are selected together, and taken out once all of them are selected', () => {
  const selected = new SelectedEvents();
  selected.toggle('a');
  selected.toggleAll(['a', 'b']);
  assert.deepEqual(selected.keys, ['a', 'b']);
  selected.toggleAll(['a', 'b']);
  assert.equal(selected.count, 0);
});

test('only changes are told', () => {
  const selected = new SelectedEvents();
  let told = 0;
  selected.addEventListener('change', () => {
    told += 1;
  });
  selected.set(['a', 'b']);
  selected.set(['b', 'a', 'a']);
  assert.equal(told, 1);
});

test('as many as the limit can be selected, and the rest is left out', () => {
  const selected = new SelectedEvents();
  const keys = Array.from({ length: selectedMax + 1 }, (_, number) => `${number}`);
  assert.equal(selected.set(keys.slice(1)), true);
  assert.equal(selected.set(keys), false);
  assert.equal(selected.count, selectedMax);
});

const timed = (/** @type {string} */ start, /** @type {string} */ end) => ({
  allDay: false,
  start: `2026-03-${start}:00`,
  end: `2026-03-${end}:00`,
});
const wholeDays = (/** @type {string} */ start, /** @type {string} */ end) => ({
  allDay: true,
  start: `2026-03-${start}`,
  end: `2026-03-${end}`,
});
const lunch = timed('11T12:00', '11T13:00');

for (const { what, from, to, expected } of [
  { what: 'later', from: lunch, to: timed('12T12:30', '12T13:30'), expected: [1, 30] },
  { what: 'earlier', from: lunch, to: timed('10T11:00', '10T12:00'), expected: [-1, -60] },
  { what: 'by days', from: wholeDays('11', '12'), to: wholeDays('09', '10'), expected: [-2, 0] },
  { what: 'nowhere when stretched', from: lunch, to: timed('11T12:00', '11T14:00') },
  {
    what: 'nowhere when stretched by days',
    from: wholeDays('11', '12'),
    to: wholeDays('11', '13'),
  },
  { what: 'nowhere when it becomes all-day', from: lunch, to: wholeDays('12', '12') },
])
  test(`other events follow one that moves: ${what}`, () => {
    const shift = shiftBetween(from, to);
    assert.deepEqual(shift && [shift.days, shift.minutes], expected ?? null);
  });

test('a rectangle is the same in whichever direction it was drawn', () => {
  const box = boxBetween({ x: 5, y: 9 }, { x: 1, y: 2 });
  assert.deepEqual(box, { left: 1, right: 5, top: 2, bottom: 9 });
  assert.equal(isTouching(box, { left: 4, right: 8, top: 0, bottom: 3 }), true);
  assert.equal(isTouching(box, { left: 5, right: 8, top: 0, bottom: 3 }), false, 'only an edge');
});
