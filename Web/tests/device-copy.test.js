import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latestRecords } from '../state/copy-compaction.js';
import { keeperOf } from '../state/copy-writer.js';
import { eraseCopy, readCopy } from '../state/device-copy.js';
import { openingSession } from '../state/opening-session.js';
import { FakeIndexedDB } from './fake-indexed-db.js';

const anna = { id: 'anna', email: 'anna@example.org', name: 'Anna' };
const owner = { account: anna, providers: [] };
const header = { type: 'header', token: '7', total: 1, account: anna };
const calendar = { type: 'calendar', id: 'c', name: 'Calendar', level: 'own', default: true };
const event = (href, ical = href, more = {}) => ({
  type: 'event',
  calendar: 'c',
  href,
  etag: ical,
  ical,
  ...more,
});
const load = { records: [header, calendar, event('a'), { type: 'end' }], token: '7' };
const fetchZones = async (names) => ({
  zones: Object.fromEntries(names.map((name) => [name, 'AA=='])),
  unknown: [],
});

/** Locks as the browser has them: the first tab gets the lock, the next one when it gives it back. */
class FakeLocks {
  #last = Promise.resolve();
  #count = 0;
  /** What a request waits for first. */
  delay = Promise.resolve();
  async request(_name, { signal, ifAvailable }, run) {
    await this.delay;
    if (ifAvailable && this.#count > 0) return run(null);
    this.#count += 1;
    const before = this.#last;
    let done = () => {};
    this.#last = new Promise((resolve) => {
      done = resolve;
    });
    await before;
    try {
      if (!signal?.aborted) await run({});
    } finally {
      this.#count -= 1;
      done();
    }
  }
}

/** Timers that don't wait, but let the database answer before those that bound how long it may take. */
function afterRounds(run, ms) {
  let rounds = ms < 1000 ? 1 : 10;
  const wait = () => setImmediate(() => ((rounds -= 1) > 0 ? wait() : run()));
  wait();
}

/** A browser that keeps things. */
function browser(context) {
  const database = new FakeIndexedDB();
  const kept = new Map();
  const storage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
    removeItem: (name) => kept.delete(name),
  };
  context.mock.method(globalThis, 'setTimeout', afterRounds);
  context.mock.method(globalThis, 'fetch', async () => new Response('{"zones":{},"unknown":[]}'));
  const given = {
    indexedDB: database,
    IDBKeyRange: { bound: () => null },
    localStorage: storage,
    navigator: { locks: new FakeLocks(), onLine: false },
    location: { pathname: '/month', reload: context.mock.fn() },
  };
  for (const [name, value] of Object.entries(given)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true });
    context.after(() =>
      before ? Object.defineProperty(globalThis, name, before) : delete globalThis[name],
    );
  }
  return { database, storage, location: given.location };
}

/** Waits until everything that was begun is done. */
async function done() {
  for (let round = 0; round < 60; round += 1) await new Promise(setImmediate);
}

const hrefs = async () =>
  [...latestRecords((await readCopy())?.texts ?? [])].flatMap(({ href }) => href ?? []);

/** A tab of Anna's, who has just signed in or is signed in. */
function tab(isOwn = () => true) {
  localStorage.setItem('meantime-kept', 'anna');
  const end = new AbortController();
  return { keep: keeperOf(owner, end.signal, isOwn), end };
}

test('what a load and the stream say is kept, with the token that the stream has reached', async (context) => {
  const { storage } = browser(context);
  const { keep } = tab();
  keep(load);
  keep({ record: event('b', 'b', { token: '9' }), token: '8', own: '9' });
  await done();
  const copy = await readCopy();
  assert.deepEqual([copy.token, copy.account, await hrefs()], ['8', anna, ['a', 'b']]);
  assert.equal(storage.getItem('meantime-kept'), 'anna');
  keep({ record: { type: 'event-removed', calendar: 'c', href: 'a' }, token: '10' });
  await done();
  assert.deepEqual([(await readCopy()).token, await hrefs()], ['10', ['b']]);
});

test('a load is kept however late the browser gives the lock', async (context) => {
  browser(context);
  let give = () => {};
  navigator.locks.delay = new Promise((resolve) => {
    give = resolve;
  });
  const { keep } = tab();
  keep(load);
  await done();
  keep({ record: event('b'), token: '8' });
  await done();
  assert.equal(await readCopy(), null);
  give();
  await done();
  assert.deepEqual(await hrefs(), ['a', 'b']);
});

test('a tab that ends before it has the lock doesn’t keep it', async (context) => {
  browser(context);
  let give = () => {};
  navigator.locks.delay = new Promise((resolve) => {
    give = resolve;
  });
  const first = tab();
  first.end.abort();
  const { keep } = tab();
  keep(load);
  give();
  await done();
  assert.deepEqual(await hrefs(), ['a']);
});

test('what the user may not see any more is left in no piece', async (context) => {
  const { database } = browser(context);
  const { keep } = tab();
  const shared = { ...calendar, id: 's', level: 'group', default: false };
  const concert = { ...event('concert'), calendar: 's' };
  keep({ ...load, records: [header, calendar, shared, concert, event('a'), { type: 'end' }] });
  keep({ record: event('b'), token: '8' });
  await done();
  const text = () => JSON.stringify([...database.records]);
  assert.match(text(), /concert/);
  keep({ record: { type: 'calendar-removed', id: 's' }, token: '9' });
  await done();
  assert.doesNotMatch(text(), /concert/);
  assert.deepEqual(await hrefs(), ['a', 'b']);
});

for (const [what, record, isOwn] of [
  ['an event that is gone', { type: 'event-removed', calendar: 'c', href: 'a' }, true],
  ['what others have taken out of their event', { ...event('a'), ical: 'emptied' }, false],
]) {
  test(`${what} is left in no piece after the next start`, async (context) => {
    const { database } = browser(context);
    const { keep, end } = tab(() => isOwn);
    const secret = { ...event('a'), ical: 'secret' };
    keep({ ...load, records: [header, calendar, secret, { type: 'end' }] });
    await done();
    keep({ record, token: '8' });
    await done();
    const text = () => JSON.stringify([...database.records]);
    assert.match(text(), /secret/);
    navigator.locks = new FakeLocks();
    const next = tab(() => isOwn);
    next.keep({ records: null, token: '8' });
    await done();
    assert.doesNotMatch(text(), /secret/);
    end.abort();
  });
}

test('at the end of the session everything is erased, and nothing is written any more', async (context) => {
  const { database } = browser(context);
  const { keep, end } = tab();
  keep(load);
  await done();
  assert.ok(database.records.size > 0);
  keep({ record: event('b'), token: '8' });
  end.abort();
  keep({ record: event('c'), token: '9' });
  await done();
  assert.equal(database.records.size, 0);
});

test('one tab writes, and signing out in it leaves nothing for the next one to go on with', async (context) => {
  browser(context);
  const [first, second] = [tab(), tab()];
  first.keep(load);
  second.keep({ records: null, token: '7' });
  for (const each of [first, second]) each.keep({ record: event('b'), token: '8' });
  await done();
  second.keep({ record: event('c'), token: '9' });
  await done();
  assert.deepEqual(await hrefs(), ['a', 'b']);
  first.end.abort();
  await done();
  assert.equal(await readCopy(), null);
});

test('a tab whose session another tab has ended writes nothing any more', async (context) => {
  const { database, storage } = browser(context);
  const [first, second] = [tab(), tab()];
  second.end.abort();
  await done();
  first.keep(load);
  await done();
  assert.equal(database.records.size, 0);
  const third = tab();
  third.keep(load);
  await done();
  assert.deepEqual(await hrefs(), ['a']);
  // Somebody else signs in: what they keep stays when the tab hears that its session is over.
  storage.setItem('meantime-kept', 'ben');
  third.keep({ record: event('b'), token: '8' });
  third.end.abort();
  await done();
  assert.deepEqual([storage.getItem('meantime-kept'), await hrefs()], ['ben', ['a']]);
});

test('a tab that has missed something erases the copy', async (context) => {
  browser(context);
  tab().keep(load);
  await done();
  closeTabs();
  const late = tab();
  late.keep({ records: null, token: '9' });
  late.keep({ record: event('d'), token: '10' });
  await done();
  assert.equal(await readCopy(), null);
});

test('a tab that takes over adds only what the copy does not have', async (context) => {
  browser(context);
  tab().keep(load);
  await done();
  closeTabs();
  const next = tab();
  next.keep({ records: null, token: '5' });
  next.keep({ record: event('old'), token: '6', own: '6' });
  next.keep({ record: event('new', 'new', { token: '18' }), token: '7', own: '18' });
  await done();
  assert.deepEqual([(await readCopy()).token, await hrefs()], ['7', ['a', 'new']]);
});

/** As if all tabs had been closed: the next one gets the lock. */
function closeTabs() {
  navigator.locks = new FakeLocks();
}

test('a failed transaction is tried once more, and storage that is full keeps nothing', async (context) => {
  const { database } = browser(context);
  const { keep } = tab();
  keep(load);
  database.failures = 1;
  await done();
  assert.deepEqual(await hrefs(), ['a']);
  database.failures = 2;
  keep({ record: event('b'), token: '8' });
  await done();
  assert.equal(database.records.size, 0);
  keep({ record: event('c'), token: '9' });
  await done();
  assert.equal(database.records.size, 0);
});

test('a copy of another version, or without one of its pieces, is erased', async (context) => {
  const { database } = browser(context);
  tab().keep(load);
  await done();
  const whole = new Map(database.records);
  database.records.delete(0);
  assert.equal(await readCopy(), null);
  assert.equal(database.records.size, 0);
  database.records = new Map(whole).set('head', { ...whole.get('head'), version: 0 });
  assert.equal(await readCopy(), null);
  assert.equal(database.records.size, 0);
});

test('a record without a token of its own is added, whatever the copy has', async (context) => {
  browser(context);
  tab().keep(load);
  await done();
  closeTabs();
  const next = tab();
  next.keep({ records: null, token: '7' });
  next.keep({ record: { type: 'event-removed', calendar: 'c', href: 'a' }, token: '7', own: '' });
  await done();
  assert.deepEqual([(await readCopy()).token, await hrefs()], ['7', []]);
});

test('much added text is written anew, too', async (context) => {
  const { database } = browser(context);
  const { keep } = tab();
  keep(load);
  await done();
  for (let number = 8; number < 12; number += 1) {
    keep({ record: event('a', 'x'.repeat(3 * 1024 * 1024)), token: String(number) });
    await done();
  }
  const pieces = [...database.records.keys()].filter((key) => typeof key === 'number');
  assert.ok(pieces.length < 4, `${pieces.length} pieces`);
});

test('after many additions the copy is written anew', async (context) => {
  const { database } = browser(context);
  const { keep } = tab();
  keep(load);
  await done();
  for (let number = 8; number < 1020; number += 1)
    keep({ record: event('a', `version ${number}`), token: String(number) });
  await done();
  const { head, ...rest } = Object.fromEntries(database.records);
  assert.deepEqual([head.added, head.pieces, head.token], [0, 1, '1019']);
  assert.equal(JSON.parse(rest[0]).length, 4);
  assert.match(rest[0], /version 1019/);
});

test('merging keeps the last of each record, and one default calendar', () => {
  const other = { type: 'calendar', id: 'd', name: 'Other', level: 'own' };
  const texts = [
    [header, calendar, other, event('a'), event('b'), { type: 'end' }],
    [{ type: 'calendar', id: 'd', default: true }, event('b', 'b2'), event('c')],
    [
      { type: 'event-removed', calendar: 'c', href: 'a' },
      { ...event('x'), calendar: 'd' },
      { type: 'group', id: 'g' },
      { type: 'group-removed', id: 'g' },
    ],
  ].map((records) => JSON.stringify(records));
  const merged = [...latestRecords(texts)];
  assert.deepEqual(
    merged.map(({ type, id, href, ical }) => [type, id ?? href, ical].join(' ').trim()),
    ['header', 'calendar c', 'calendar d', 'event b b2', 'end', 'event c c', 'event x x'],
  );
  assert.deepEqual(
    merged.filter(({ type }) => type === 'calendar').map((each) => [each.name, each.default]),
    [
      ['Calendar', false],
      ['Other', true],
    ],
  );
  const rest = [
    ...latestRecords([...texts, JSON.stringify([{ type: 'calendar-removed', id: 'c' }])]),
  ];
  assert.deepEqual(
    rest.map(({ type, id, href }) => id ?? href ?? type),
    ['header', 'd', 'end', 'x'],
  );
});

const away = () => Promise.reject(new Error('away'));

/** Opens the page with a copy of Anna's, while the server answers or doesn't. */
async function opened(asked, ask = async () => ({ setup: false })) {
  tab().keep(load);
  await done();
  const wait = async () => ({ setup: false, waited: true });
  return openingSession({ asked: asked(), ask, fetchZones }, wait);
}

test('the copy of the account that is signed in is used, and followed at once', async (context) => {
  browser(context);
  const { kept } = await opened(async () => ({ setup: false, account: anna }));
  const followed = context.mock.fn();
  kept.whenConfirmed({ setOutage: assert.fail }, new AbortController().signal, followed);
  assert.equal(followed.mock.callCount(), 1);
  const { zones, first, records } = kept.load({ names: ['Europe/Berlin'] });
  assert.deepEqual((await first).value.length, 4);
  assert.equal((await records.next()).done, true);
  assert.deepEqual((await zones).zones, { 'Europe/Berlin': 'AA==' });
});

test("anybody else's copy is erased before the page opens", async (context) => {
  const { database } = browser(context);
  const answer = await opened(async () => ({ setup: false, account: { id: 'ben' } }));
  assert.equal(answer.kept, undefined);
  assert.equal(database.records.size, 0);
});

test('without an answer the copy opens, and is followed when the server knows the account', async (context) => {
  const { location } = browser(context);
  globalThis.addEventListener = () => {};
  context.after(() => delete globalThis.addEventListener);
  const answers = [away, async () => ({ setup: false, account: anna })];
  const { account, kept } = await opened(away, () => answers.shift()());
  assert.deepEqual(account, anna);
  const [setOutage, followed] = [context.mock.fn(), context.mock.fn()];
  kept.whenConfirmed({ setOutage }, new AbortController().signal, followed);
  await done();
  assert.deepEqual(setOutage.mock.calls[0].arguments, ['offline']);
  assert.equal(followed.mock.callCount(), 1);
  assert.equal(location.reload.mock.callCount(), 0);
});

for (const account of [undefined, { id: 'ben' }])
  test(`without an answer the copy opens, and goes when ${account ? 'somebody else' : 'nobody'} turns out to be signed in`, async (context) => {
    const { database, location } = browser(context);
    globalThis.addEventListener = () => {};
    context.after(() => delete globalThis.addEventListener);
    const { kept } = await opened(away, async () => ({ setup: false, account }));
    const leave = context.mock.fn();
    const { signal } = new AbortController();
    kept.whenConfirmed({ setOutage: () => {} }, signal, assert.fail, leave);
    await done();
    assert.equal(database.records.size, 0);
    const [reloads, leaves] = [location.reload.mock.callCount(), leave.mock.callCount()];
    assert.deepEqual([reloads, leaves], account ? [1, 0] : [0, 1]);
  });

test('an invitation waits for the server', async (context) => {
  const { location } = browser(context);
  location.pathname = '/join/token';
  const answer = await opened(away);
  assert.equal(answer.waited, true);
  await eraseCopy();
});

test('a database that never opens counts as one that isn’t there', async (context) => {
  browser(context);
  const opens = context.mock.method(globalThis.indexedDB, 'open', () => ({}));
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const reading = readCopy();
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    context.mock.timers.tick(3000);
    await new Promise((resume) => {
      setImmediate(resume);
    });
  }
  assert.equal(await reading, null);
  assert.equal(opens.mock.callCount(), 2);
});
