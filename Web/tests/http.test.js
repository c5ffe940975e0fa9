import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTTPError, isOutage, isTemporary, request } from '../api/http.js';

const settled = () =>
  new Promise((done) => {
    setImmediate(done);
  });

/** @param {string | null} seconds What the server asks for. */
const tooMany = (seconds) =>
  new Response(JSON.stringify({ type: '/problems/too-many-writes', detail: 'Wait.' }), {
    status: 429,
    headers: seconds === null ? {} : { 'Retry-After': seconds },
  });

/**
 * A server that gives the answers of a function, and a clock that the test turns.
 *
 * @param {import('node:test').TestContext} context
 * @param {(count: number) => Response} answer `count` requests came before.
 */
async function serving(context, answer) {
  // Loaded first: the clock of the test can't wait for it.
  await import('../api/retries.js');
  const sent = context.mock.method(globalThis, 'fetch', async () => answer(sent.callCount())).mock;
  context.mock.timers.enable({ apis: ['setTimeout'] });
  return {
    count: () => sent.callCount(),
    pass: async (milliseconds) => {
      await settled();
      context.mock.timers.tick(milliseconds);
      await settled();
    },
  };
}

test('a change too many for this minute is sent again when the server takes more', async (context) => {
  const server = await serving(context, (count) =>
    count < 2 ? tooMany('30') : new Response('{}'),
  );
  const answer = request('/api/v1/a', { method: 'PUT' });
  for (const count of [1, 2]) {
    await server.pass(29_999);
    assert.equal(server.count(), count);
    await server.pass(1);
    assert.equal(server.count(), count + 1);
  }
  assert.equal((await answer).status, 200);
});

for (const [seconds, pauseMs, requests] of [
  // No pause, or none that can be read, is a second; ten retries.
  [null, 1000, 11],
  ['0', 1000, 11],
  ['soon', 1000, 11],
  ['12', 12_000, 11],
  // Two minutes in all.
  ['13', 13_000, 10],
  ['60', 60_000, 3],
  ['120', 120_000, 2],
  ['121', 121_000, 1],
]) {
  test(`told to wait “${seconds}” seconds each time, it sends a change ${requests} times and gives up`, async (context) => {
    const server = await serving(context, () => tooMany(seconds));
    const given = request('/api/v1/a', { method: 'PUT' }).then(
      () => assert.fail('taken'),
      (error) => error.code,
    );
    for (let count = 1; count < requests; count += 1) {
      await server.pass(pauseMs - 1);
      assert.equal(server.count(), count);
      await server.pass(1);
    }
    assert.equal(await given, 'too-many-writes');
    assert.equal(server.count(), requests);
  });
}

test('a change that is refused for another reason the second time isn’t sent a third time', async (context) => {
  const server = await serving(context, (count) =>
    count === 0 ? tooMany('5') : new Response('{}', { status: 500 }),
  );
  const given = assert.rejects(request('/api/v1/a'), { code: 'failed' });
  await server.pass(5000);
  await given;
  assert.equal(server.count(), 2);
});

test('an abort ends the wait at once, and nothing is sent any more', async (context) => {
  const server = await serving(context, () => tooMany('30'));
  const end = new AbortController();
  const given = assert.rejects(request('/api/v1/a', { signal: end.signal }), {
    name: 'AbortError',
  });
  await server.pass(1000);
  end.abort();
  await given;
  await server.pass(120_000);
  assert.equal(server.count(), 1);
});

test('an abort before the wait is heard too', async (context) => {
  const end = new AbortController();
  const server = await serving(context, () => {
    end.abort();
    return tooMany('30');
  });
  await assert.rejects(request('/api/v1/a', { signal: end.signal }), { name: 'AbortError' });
  assert.equal(server.count(), 1);
});

for (const [status, code] of [
  [500, 'failed'],
  [501, 'failed'],
  [502, 'server-away'],
  [503, 'server-away'],
  [504, 'server-away'],
  [505, 'failed'],
]) {
  test(`a page of a proxy with the status ${status} counts as ${code}`, async (context) => {
    await serving(context, () => new Response('<h1>Sorry</h1>', { status }));
    await assert.rejects(request('/api/v1/a'), { code });
  });
}

for (const [onLine, code] of [
  [true, 'server-away'],
  [false, 'offline'],
]) {
  test(`without an answer, a browser ${onLine ? 'with' : 'without'} a network says ${code}`, async (context) => {
    context.mock.method(globalThis, 'fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    Object.defineProperty(globalThis, 'navigator', { value: { onLine }, configurable: true });
    context.after(() => {
      if (before) Object.defineProperty(globalThis, 'navigator', before);
      else delete globalThis.navigator;
    });
    await assert.rejects(request('/api/v1/a'), { code });
  });
}

for (const [method, isReading] of [
  [undefined, true],
  ['GET', true],
  ['PUT', false],
]) {
  test(`a failed request with ${method ?? 'no method'} ${isReading ? 'only read' : 'wrote'}`, async (context) => {
    await serving(context, () => new Response('', { status: 503 }));
    await assert.rejects(request('/api/v1/a', method && { method }), { isReading });
    context.mock.method(globalThis, 'fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    await assert.rejects(request('/api/v1/a', method && { method }), { isReading });
  });
}

for (const [code, temporary, outage] of [
  ['offline', true, true],
  ['server-away', true, true],
  // Perhaps the database was only locked for this one request.
  ['storage', true, false],
  ['storage-full', false, false],
  ['failed', false, false],
]) {
  test(`${code} is ${temporary ? '' : 'not '}temporary, and ${outage ? 'an' : 'no'} outage`, () => {
    const error = new HTTPError(code);
    assert.deepEqual([isTemporary(error), isOutage(error)], [temporary, outage]);
  });
}

test('an error of another kind is neither temporary nor an outage', () => {
  const error = Object.assign(new Error('offline'), { code: 'offline' });
  assert.deepEqual([isTemporary(error), isOutage(error)], [false, false]);
});
