import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWaiting, followOtherTabs } from '../state/waiting-elsewhere.js';

const walk = { client: 'other', place: 1, title: 'Walk' };

test('what another tab keeps is said once it waits, and no more once it is gone', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  globalThis.window = globalThis;
  context.after(() => delete globalThis.window);
  const edits = Object.assign(new EventTarget(), {
    waiting: { n: 1, isKept: true },
    elsewhere: [],
  });
  let said = 0;
  edits.addEventListener('waiting', () => {
    said += 1;
  });
  let kept = [walk, { client: 'other', place: 2, title: 'Bin', isQuiet: true }];
  const log = { elsewhere: async () => kept, onElsewhere: () => {} };
  const end = new AbortController();
  followOtherTabs(edits, log, end.signal);
  const look = async () => {
    context.mock.timers.tick(1500);
    await new Promise(setImmediate);
  };
  await look();
  assert.deepEqual([edits.elsewhere, said], [[], 0]);
  await look();
  assert.deepEqual([edits.elsewhere, said, countWaiting(edits)], [[walk], 1, 2]);
  // Nobody has said that anything changed.
  kept = [];
  await look();
  assert.equal(said, 1);
  log.onElsewhere();
  await look();
  assert.deepEqual([edits.elsewhere, said, countWaiting(edits)], [[], 2, 1]);
  end.abort();
});
