import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldTimeFit } from '../layout/held-time.js';

const text = { time: '10:00 – 11:30', length: '1 hr 30 min' };
const fitOf = (/** @type {number} */ dayPx, /** @type {number} */ heightPx, scale = 1) =>
  heldTimeFit(text, { dayPx, heightPx, scale });

test('the length of a dragged event shows at any width of its day', () => {
  assert.equal(fitOf(200, 71), 'line');
  assert.equal(fitOf(160, 71), 'lines');
  assert.equal(fitOf(90, 71), 'label');
});

test('a block that is too low has its times beside it', () => {
  assert.equal(fitOf(200, 35), 'label');
  assert.equal(fitOf(200, 36), 'line');
  assert.equal(fitOf(160, 52), 'label');
  assert.equal(fitOf(160, 53), 'lines');
});

test('larger text needs more room', () => {
  assert.equal(fitOf(200, 71, 1.5), 'label');
  assert.equal(fitOf(220, 71, 1.5), 'label');
  assert.equal(fitOf(220, 80, 1.5), 'lines');
});
