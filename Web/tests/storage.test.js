import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTTPError, request } from '../api/http.js';
import { fullness, isFull, sizeText, storageWarning } from '../components/storage-use.js';

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

test('storage: from nine tenths on there is a warning, and another without room for an event', () => {
  const use = { events: 89, eventsMax: 100, bytes: 0, bytesMax: 10_000 };
  assert.equal(storageWarning(use), '');
  assert.equal(storageWarning({ ...use, events: 90 }), 'storageNearlyFull');
  assert.equal(storageWarning({ ...use, bytes: 9_000 }), 'storageNearlyFull');
  assert.equal(storageWarning({ ...use, events: 99 }), 'storageNearlyFull');
  assert.equal(storageWarning({ ...use, events: 100 }), 'storageIsFull');
  assert.equal(storageWarning({ ...use, events: 90 }, 'Choir'), 'groupStorageNearlyFull');
  assert.equal(storageWarning({ ...use, events: 100 }, 'Choir'), 'groupStorageIsFull');
});

test('storage: there is no room for an event in less than half a kilobyte', () => {
  const use = { events: 0, eventsMax: 1, bytes: 0, bytesMax: 512 };
  assert.ok(!isFull(use));
  assert.ok(isFull({ ...use, bytes: 1 }));
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
