import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTTPError, request } from '../api/http.js';
import { fullness, sizeText } from '../components/storage-use.js';

test('storage: sizes have a decimal only below ten', () => {
  const megabyte = 1024 ** 2;
  const shown = [0, 512, 9.96 * 1024, 14.4 * megabyte, 1.5 * megabyte, 1024 * megabyte, 2 ** 42];
  assert.deepEqual(shown.map(sizeText), [
    '0 kB',
    '0.5 kB',
    '10 kB',
    '14 MB',
    '1.5 MB',
    '1 GB',
    '4,096 GB',
  ]);
});

test('storage: it is as full as what there is more of', () => {
  const use = { events: 5, eventsMax: 10, bytes: 9, bytesMax: 10 };
  assert.equal(fullness(use), 0.9);
  assert.equal(fullness({ ...use, events: 11 }), 1.1);
});

test('storage: a change too many for this minute is sent again when the server takes more', async (t) => {
  const problem = { type: '/problems/too-many-writes', detail: 'Wait.' };
  const refused = () =>
    new Response(JSON.stringify(problem), { status: 429, headers: { 'Retry-After': '30' } });
  const answers = [refused(), refused(), new Response('{}')];
  const sent = t.mock.method(globalThis, 'fetch', async () => answers.shift());
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const answer = request('/api/v1/a', { method: 'PUT' });
  for (const count of [1, 2]) {
    await new Promise((passed) => setImmediate(passed));
    assert.equal(sent.mock.callCount(), count);
    t.mock.timers.tick(29_999);
    await new Promise((passed) => setImmediate(passed));
    assert.equal(sent.mock.callCount(), count);
    t.mock.timers.tick(1);
  }
  assert.equal((await answer).status, 200);
});

test('storage: a full one is told at once, with the reason', async (t) => {
  const problem = { type: '/problems/storage-full', detail: 'Full.', reason: 'group-events' };
  t.mock.method(
    globalThis,
    'fetch',
    async () => new Response(JSON.stringify(problem), { status: 507 }),
  );
  await assert.rejects(request('/api/v1/a'), (error) => {
    assert.ok(error instanceof HTTPError);
    return error.code === 'storage-full' && error.reason === 'group-events';
  });
});
