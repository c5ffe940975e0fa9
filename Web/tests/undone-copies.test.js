import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendLeavingNoCopies } from '../state/undone-copies.js';

const removal = (calendar = 'home') => ({ op: 'delete', calendar, href: 'a.ics', etag: '"1"' });
const binned = (id, more = {}) => ({
  ...{ id, calendar: 'home', title: 'Lunch', repeats: false, discardable: true },
  by: { id: 'anna', name: 'Anna' },
  ...more,
});

/**
 * Sends an edit to a server whose bin is first `before`, and `after` once the edit is saved.
 *
 * @returns {Promise<string[]>} What was asked of the bin, and that the edit was sent.
 */
async function send(context, edit, { before = [], after = [], status = 200 }) {
  const asked = [];
  let isSent = false;
  context.mock.method(globalThis, 'fetch', async (path, { method = 'GET' } = {}) => {
    asked.push(`${method} ${String(path).replace(/.*\/bin\//, '')}`);
    if (status !== 200) return new Response('', { status });
    return method === 'DELETE'
      ? new Response(null, { status: 204 })
      : Response.json({ events: isSent ? after : before });
  });
  await sendLeavingNoCopies(edit, 'anna', async () => {
    isSent = true;
    asked.push('sent');
  });
  return asked;
}

const looked = ['GET events', 'sent', 'GET events'];
const undone = { kind: 'undone', changes: [removal()] };

for (const [what, edit, bin, expected] of [
  [
    'an undone creation leaves no copy',
    undone,
    { before: [binned('old')], after: [binned('new'), binned('old')] },
    [...looked, 'DELETE events/new'],
  ],
  [
    'two undone copies leave none',
    { kind: 'undone', changes: [removal(), removal('work')] },
    { after: [binned('one'), binned('two', { calendar: 'work' })] },
    [...looked, 'DELETE events/one', 'DELETE events/two'],
  ],
  [
    'somebody deletes another event meanwhile, and both stay',
    undone,
    { after: [binned('one'), binned('two')] },
    looked,
  ],
  [
    'what somebody else deletes stays',
    undone,
    { after: [binned('one', { by: { id: 'ben', name: 'Ben' } })] },
    looked,
  ],
  [
    'what was deleted in another calendar stays',
    undone,
    { after: [binned('one', { calendar: 'work' })] },
    looked,
  ],
  ['the bin can’t be read', undone, { status: 503 }, ['GET events', 'sent']],
  ['a deletion keeps its copy', { kind: 'deleted', changes: [removal()] }, {}, ['sent']],
  [
    'a deletion that is made again keeps its copy',
    { kind: 'redone', changes: [removal()] },
    {},
    ['sent'],
  ],
  [
    'an undone change deletes nothing',
    { kind: 'undone', changes: [{ ...removal(), op: 'put' }] },
    {},
    ['sent'],
  ],
])
  test(`undoing and the bin: ${what}`, async (context) => {
    assert.deepEqual(await send(context, edit, bin), expected);
  });

test('undoing and the bin: a refusal is passed on, and nothing is looked for', async (context) => {
  const fetch = context.mock.method(globalThis, 'fetch', async () => Response.json({ events: [] }));
  const refuse = () => Promise.reject(new Error('changed elsewhere'));
  await assert.rejects(sendLeavingNoCopies(undone, 'anna', refuse), /changed elsewhere/);
  assert.equal(fetch.mock.callCount(), 1);
});
