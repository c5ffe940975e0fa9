import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentlySaid } from '../state/recently-said.js';

test('the same is said once in ten minutes, however often it changes', () => {
  const said = new RecentlySaid();
  const minutes = (count) => count * 60_000;
  assert.equal(said.isDue('mal dinner', minutes(5)), true);
  for (let minute = 5; minute < 15; minute += 1)
    assert.equal(said.isDue('mal dinner', minutes(minute)), false);
  assert.equal(said.isDue('ben dinner', minutes(6)), true);
  assert.equal(said.isDue('mal dinner', minutes(15)), true);
  assert.equal(said.isDue('mal dinner', minutes(16)), false);
});
