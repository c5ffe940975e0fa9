// The instant of a deadline depends on the user's zone, not on the machine's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deadlineOf } from '../../Web/views/groups/deadline.js';
import { newCore } from './support.mjs';

for (const [zone, local, expected] of [
  ['Europe/Berlin', '2026-03-11T18:00', '2026-03-11T17:00:00Z'],
  ['Asia/Tokyo', '2026-03-11T18:00', '2026-03-11T09:00:00Z'],
  ['America/New_York', '2026-03-11T18:00', '2026-03-11T22:00:00Z'],
  // Times in a gap or a fold are resolved as they are for an event.
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00Z'],
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00Z'],
  ['UTC', '2026-03-11T18:00:30', '2026-03-11T18:00:00Z'],
  ['UTC', '', null],
]) {
  test(`a deadline of ${local || 'nothing'} in ${zone} is ${expected ?? 'none'}`, () =>
    assert.equal(deadlineOf(newCore({ zone }), local), expected));
}
