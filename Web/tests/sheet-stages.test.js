import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compactRowPx } from '../layout/month-strip.js';
import { springRest, stageAt } from '../layout/sheet-glide.js';
import { listStopsPx, nextStage } from '../layout/sheet-stages.js';

const stopsPx = { month: 44, half: 380, list: 620 };

test('a list let go at rest goes to the nearest stage', () => {
  assert.equal(stageAt(100, 0, stopsPx), 'month');
  assert.equal(stageAt(300, 0, stopsPx), 'half');
  assert.equal(stageAt(600, 0, stopsPx), 'list');
});

test('a flick carries the list to the next stage, and a strong one past it', () => {
  assert.equal(stageAt(400, 1200, stopsPx), 'list');
  assert.equal(stageAt(360, -1600, stopsPx), 'month');
  assert.equal(stageAt(600, -4500, stopsPx), 'month');
});

test('steps end at the outer stages', () => {
  assert.equal(nextStage('month', 1), 'half');
  assert.equal(nextStage('list', 1), 'list');
  assert.equal(nextStage('month', -1), 'month');
});

test('the spring starts where the finger was and rests at the goal without swinging past it', () => {
  assert.equal(springRest(120, 0, 0), 120);
  for (let seconds = 0; seconds < 1; seconds += 0.016) assert.ok(springRest(120, 0, seconds) >= 0);
  assert.ok(springRest(120, 0, 0.5) < 0.1);
});

for (const [heightPx, scale, rows] of [
  [672, 1, 6],
  [396, 1, 4],
  [672, 2, 3],
  [90, 1, 1],
]) {
  test(`a list half open in a strip of ${heightPx} px at ${scale * 100} % text leaves ${rows} whole weeks`, () => {
    const { month, half, list } = listStopsPx(heightPx, scale);
    const rowPx = compactRowPx(heightPx, scale);
    assert.equal(heightPx - (half - month), rows * rowPx);
    assert.equal(heightPx - (list - month), rowPx);
  });
}
