import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTTPError } from '../api/http.js';
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
  /** What the browser does on an interruption: it reconnects by itself. */
  interrupt() {
    this.readyState = 0;
    this.dispatchEvent(new Event('error'));
  }
  /** What the browser does on any status but 200. */
  refuse() {
    this.readyState = FakeStream.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

/**
 * A feed that listens from the token "7", and what it called. `session` is what a question for the
 * session comes to.
 */
function listening(context, session = async () => {}) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  FakeStream.made = [];
  globalThis.EventSource = FakeStream;
  context.after(() => delete globalThis.EventSource);
  const status = { outage: '', live: true };
  const agenda = {
    addMissingZones: async () => {},
    setOutage: (outage) => (status.outage = outage),
    setLive: (live) => (status.live = live),
  };
  const told = [];
  /** @type {string[][]} The names of the records of events, and their tokens. */
  const seen = [];
  /** @type {string[][]} What the device may keep, with the tokens that the stream had reached. */
  const heard = [];
  const keepsBack = (record, token) => seen.push([record.href, token]) > 0;
  const edits = { keepsBack };
  const feed = new LiveFeed(agenda, edits, 'anna');
  feed.start('7', {
    reset: () => told.push('reset'),
    settings: () => {},
    inbox: () => {},
    refused: session,
    heard: (record, token, own) => heard.push([record.href, token, own]),
  });
  return { seen, heard, feed, told, status, streams: FakeStream.made, tick: context.mock.timers };
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

test('a record has its own token, and the stream goes on from that of the last whole change', async (context) => {
  const { seen, heard, feed, streams } = listening(context);
  globalThis.requestAnimationFrame = (frame) => setImmediate(frame);
  context.after(() => delete globalThis.requestAnimationFrame);
  const hear = (record, lastEventId) =>
    streams[0].dispatchEvent(
      Object.assign(new Event('change'), { data: JSON.stringify(record), lastEventId }),
    );
  hear({ type: 'event-removed', href: 'a', token: '9' }, '8');
  hear({ type: 'event-removed', href: 'b' }, '9');
  await settled();
  await settled();
  assert.deepEqual(seen, [
    ['a', '9'],
    ['b', '9'],
  ]);
  hear({ type: 'event-removed', href: 'c', token: '10' }, '9');
  // Those of a changed right have none; of a stream that has just begun, nor has the browser.
  hear({ type: 'event-removed', href: 'd' }, '9');
  hear({ type: 'event-removed', href: 'e' }, '');
  assert.deepEqual(heard, [
    ['a', '8', '9'],
    ['b', '9', '9'],
    ['c', '9', '10'],
    ['d', '9', ''],
    ['e', '9', ''],
  ]);
  feed.hurry();
  assert.equal(streams[1].url, '/api/v1/live?since=9&account=anna');
  await settled();
});

/** How many seconds pass before each of nine more streams, if all are refused. */
async function waitsOf(streams, tick) {
  const waits = [];
  for (let round = 0; round < 9; round += 1) {
    const before = streams.length;
    streams.at(-1).refuse();
    await settled();
    let waitedMs = 0;
    for (; streams.length === before && waitedMs < 1_000_000; waitedMs += 1000) tick.tick(1000);
    waits.push(waitedMs / 1000);
  }
  return waits;
}

test('a refused stream is retried at growing intervals', async (context) => {
  const { streams, tick } = listening(context);
  assert.deepEqual(await waitsOf(streams, tick), [4, 8, 16, 32, 64, 128, 256, 256, 256]);
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

const failing = (error) => async () => {
  throw error;
};
const well = { outage: '', live: true };

for (const [name, session, expected] of [
  ['that is up counts as not live', async () => {}, { outage: '', live: false }],
  [
    'that isn’t asked because there is no network counts as offline',
    failing(new HTTPError('offline')),
    { outage: 'offline', live: true },
  ],
  [
    'whose database is away counts as away itself',
    failing(new HTTPError('storage')),
    { outage: 'server-away', live: true },
  ],
  [
    'behind a proxy that answers for it counts as away',
    failing(new HTTPError('server-away')),
    { outage: 'server-away', live: true },
  ],
]) {
  test(`when the stream is refused, a server ${name}`, async (context) => {
    const { status, streams, tick } = listening(context, session);
    streams[0].refuse();
    await settled();
    tick.tick(3000);
    assert.deepEqual(status, expected);
    tick.tick(1000);
    streams[1].tell('open');
    assert.deepEqual(status, well);
  });

  test(`when the stream is interrupted, a server ${name}`, async (context) => {
    const { status, streams, tick } = listening(context, session);
    streams[0].interrupt();
    tick.tick(1499);
    await settled();
    assert.deepEqual(status, well, 'a short interruption isn’t shown');
    tick.tick(1);
    await settled();
    assert.deepEqual(status, expected);
    streams[0].tell('open');
    assert.deepEqual(status, well);
  });
}

test('a server that doesn’t answer counts as away, and its late answer says nothing', async (context) => {
  let fail = () => {};
  const silent = () =>
    new Promise((_, failed) => {
      fail = failed;
    });
  const { status, streams, tick } = listening(context, silent);
  streams[0].interrupt();
  tick.tick(1500);
  tick.tick(1500);
  assert.deepEqual(status, { outage: 'server-away', live: true });
  streams[0].tell('open');
  fail(new HTTPError('storage'));
  await settled();
  assert.deepEqual(status, well);
});

test('during an outage the intervals stay short', async (context) => {
  const { streams, tick } = listening(context, failing(new HTTPError('storage')));
  assert.deepEqual(await waitsOf(streams, tick), [4, 8, 16, 30, 30, 30, 30, 30, 30]);
});
