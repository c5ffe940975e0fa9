import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveFeed } from '../state/live-feed.js';

const settled = () =>
  new Promise((done) => {
    setImmediate(done);
  });

/** Stands in for the browser's EventSource; the test controls it. */
class FakeStream extends EventTarget {
  static CLOSED = 2;
  /** @type {FakeStream[]} */
  static made = [];
  readyState = 1;

  constructor(url) {
    super();
    this.url = url;
    FakeStream.made.push(this);
  }
  close() {
    this.readyState = FakeStream.CLOSED;
  }
  tell(name) {
    // A closed stream fires no more events.
    if (this.readyState !== FakeStream.CLOSED) this.dispatchEvent(new Event(name));
  }
  /** What the browser does on any status but 200. */
  refuse() {
    this.readyState = FakeStream.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

/** A feed that listens from the token "7", and what it called. */
function listening(context, { isThere = true } = {}) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  FakeStream.made = [];
  globalThis.EventSource = FakeStream;
  context.after(() => delete globalThis.EventSource);
  const status = { online: true, live: true };
  const agenda = {
    setOnline: (online) => (status.online = online),
    setLive: (live) => (status.live = live),
  };
  const told = [];
  const feed = new LiveFeed(agenda, { holds: () => false });
  feed.start('7', {
    reset: () => told.push('reset'),
    settings: () => {},
    refused: async () => {
      if (!isThere) throw new Error('away');
    },
  });
  return { feed, told, status, streams: FakeStream.made, tick: context.mock.timers };
}

test('after a reset nothing listens until everything is loaded again', (context) => {
  const { feed, told, streams } = listening(context);
  streams[0].tell('reset');
  // The browser would reconnect with the same token, and get the same reset.
  assert.equal(streams[0].readyState, FakeStream.CLOSED);
  streams[0].tell('reset');
  feed.hurry();
  assert.deepEqual(told, ['reset']);
  assert.equal(streams.length, 1);
});

test('a refused stream is retried at growing intervals', async (context) => {
  const { streams, tick } = listening(context);
  const waits = [];
  for (let round = 0; round < 9; round += 1) {
    const before = streams.length;
    streams.at(-1).refuse();
    await settled();
    let waitedMs = 0;
    for (; streams.length === before && waitedMs < 1_000_000; waitedMs += 1000) tick.tick(1000);
    waits.push(waitedMs / 1000);
  }
  assert.deepEqual(waits, [4, 8, 16, 32, 64, 128, 256, 256, 256]);
});

test('a stream refused after it was open is retried after the shortest wait', async (context) => {
  const { streams, tick } = listening(context);
  streams[0].refuse();
  tick.tick(4000);
  streams[1].tell('open');
  streams[1].refuse();
  tick.tick(4000);
  assert.equal(streams.length, 3);
});

for (const [isThere, expected] of [
  [true, { online: true, live: false }],
  [false, { online: false, live: true }],
]) {
  test(`when the stream is refused, a server that is ${isThere ? 'up counts as not live' : 'down counts as offline'}`, async (context) => {
    const { status, streams, tick } = listening(context, { isThere });
    streams[0].refuse();
    await settled();
    tick.tick(3000);
    assert.deepEqual(status, expected);
    tick.tick(1000);
    streams[1].tell('open');
    assert.deepEqual(status, { online: true, live: true });
  });
}
