import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endSession } from '../app/sign-out.js';
import { Connection } from '../state/connection.js';
import { Settings } from '../state/settings.js';
import { ViewerZone } from '../state/viewer-zone.js';

/** A page that can't reach its server. */
function cutOff(context) {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const requests = context.mock.method(globalThis, 'fetch', async () => {
    throw new TypeError('away');
  });
  globalThis.document = new EventTarget();
  globalThis.addEventListener = () => {};
  globalThis.localStorage = { getItem: () => null };
  context.after(() => {
    delete globalThis.localStorage;
    delete globalThis.document;
    delete globalThis.addEventListener;
  });
  const agenda = Object.assign(new EventTarget(), {
    use: () => {},
    setOutage: () => {},
    setLive: () => {},
    tick: () => {},
  });
  const engine = { addZone: () => {}, setZone: () => {} };
  const told = [];
  const settings = new Settings('en', { getItem: () => null, setItem: () => {} });
  context.mock.method(console, 'warn', () => {});
  const connection = new Connection(
    {
      agenda,
      edits: { keepsBack: () => false },
      zone: new ViewerZone(settings, 'UTC'),
    },
    { settings, account: { id: 'anna' }, loadEngine: async () => engine },
    {
      date: () => '2026-03-11',
      loaded: () => told.push('loaded'),
      trouble: () => told.push('trouble'),
      left: () => told.push('left'),
    },
  );
  return { connection, settings, told, requests: requests.mock };
}

const settled = () =>
  new Promise((done) => {
    setImmediate(done);
  });

test('a failed load is tried again after a while', async (context) => {
  const { connection, told } = cutOff(context);
  await connection.start();
  context.mock.timers.tick(4000);
  await settled();
  assert.deepEqual(told, ['trouble', 'trouble']);
  connection.leave();
});

test('after sign-out nothing is requested any more', async (context) => {
  const { connection, told, requests } = cutOff(context);
  await connection.start();
  connection.leave();
  await settled();
  const before = requests.callCount();
  context.mock.timers.tick(60_000);
  await settled();
  assert.deepEqual(told, ['trouble', 'left']);
  assert.equal(requests.callCount(), before);
});

/** A page whose settings were changed a moment ago, and what it asks of its server from then on. */
async function changed(context, put) {
  const { connection, settings, told, requests } = cutOff(context);
  const asked = [];
  requests.mockImplementation(async (path, { method = 'GET' } = {}) => {
    asked.push(method);
    if (String(path).endsWith('/session')) return new Response('{"setup":false}');
    return method === 'PUT' ? put() : answer();
  });
  await connection.sync.read();
  settings.change({ theme: 'dark' });
  return { connection, told, asked };
}

const answer = () => new Response('{"theme":"light"}', { headers: { ETag: '"1"' } });

test('what was chosen just before signing out is stored first', async (context) => {
  const { connection, told, asked } = await changed(context, answer);
  await endSession(connection, () => told.push('forgotten'));
  assert.deepEqual(asked, ['GET', 'GET', 'PUT', 'DELETE']);
  assert.deepEqual(told, ['forgotten', 'left']);
});

test('who signs out while the server is away stays', async (context) => {
  const { connection, told } = cutOff(context);
  await assert.rejects(endSession(connection, assert.fail));
  assert.deepEqual(told, []);
});

test('signing out waits two seconds for that, and no longer', async (context) => {
  const { connection, asked } = await changed(context, () => new Promise(() => {}));
  const signedOut = endSession(connection, () => {});
  await settled();
  context.mock.timers.tick(1999);
  await settled();
  assert.deepEqual(asked, ['GET', 'GET', 'PUT']);
  context.mock.timers.tick(1);
  await signedOut;
  assert.deepEqual(asked, ['GET', 'GET', 'PUT', 'DELETE']);
});
