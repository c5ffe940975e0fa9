import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestTimer } from '../interaction/scroll-rest.js';

test('it runs once, a full rest after the last move', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  context.mock.method(performance, 'now', () => now);
  const rests = [];
  const timer = new RestTimer(500, () => rests.push(now));
  const pass = (/** @type {number} */ milliseconds) => {
    for (let step = 0; step < milliseconds; step += 10) {
      now += 10;
      context.mock.timers.tick(10);
    }
  };
  timer.moved();
  pass(300);
  timer.moved();
  pass(490);
  assert.deepEqual(rests, []);
  pass(20);
  assert.deepEqual(rests, [800]);
  pass(2000);
  assert.equal(rests.length, 1);
  timer.moved();
  timer.stop();
  pass(2000);
  assert.equal(rests.length, 1);
  timer.moved();
  pass(510);
  assert.equal(rests.length, 2);
});
