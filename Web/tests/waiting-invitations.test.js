import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WaitingInvitations } from '../state/waiting-invitations.js';

const settled = () =>
  new Promise((done) => {
    setImmediate(done);
  });

/** @param {Partial<Agenda>} known What the page knows when the invitations' script has been loaded. */
function open(context, known = {}) {
  const answer = { invitations: [{ id: 'party' }] };
  const asked = context.mock.method(globalThis, 'fetch', async () => Response.json(answer));
  const agenda = Object.assign(new EventTarget(), { waiting: null, live: true, ...known });
  const waiting = new WaitingInvitations(agenda, new AbortController().signal);
  const hear = async (count) => {
    agenda.waiting = count;
    agenda.dispatchEvent(new Event('inbox'));
    await settled();
  };
  return { agenda, waiting, hear, asked: asked.mock };
}

test('invitations are asked for only if some wait', async (context) => {
  const { waiting, hear, asked } = open(context);
  await hear(0);
  assert.equal(asked.callCount(), 0);
  await hear(1);
  assert.deepEqual(waiting.list, [{ id: 'party' }]);
  await hear(0);
  assert.deepEqual([waiting.list, asked.callCount()], [[], 1]);
});

test('an answer that comes after none were said to wait counts no more', async (context) => {
  const { waiting, hear } = open(context);
  void hear(1);
  await hear(0);
  assert.deepEqual(waiting.list, []);
});

test('what was said before is asked for at once, and so it is without a stream, or by an older server', async (context) => {
  for (const known of [{ waiting: 1 }, { live: false }, { waiting: undefined }]) {
    const { waiting } = open(context, known);
    await settled();
    assert.equal(waiting.list.length, 1);
    context.mock.restoreAll();
  }
});
