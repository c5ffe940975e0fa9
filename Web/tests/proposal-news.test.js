import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProposalNews } from '../state/proposal-news.js';

// Runs at once what waits for a pause, or for a frame.
globalThis.requestAnimationFrame = (run) => setTimeout(run, 0);

/** A device's storage, as a browser has it. */
function device() {
  const texts = new Map();
  return {
    texts,
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => texts.set(name, text),
    removeItem: (name) => texts.delete(name),
  };
}

/** A candidate that Anna has proposed; its text is what the core would read in it. */
const candidate = (href, answers = {}, more = {}) => ({
  type: 'event',
  calendar: 'choir',
  href,
  ical: JSON.stringify({ identity: 'dinner', organizer: 'anna', answers, ...more }),
});
const event = (href) => candidate(href, {}, { identity: null });
const removed = (href) => ({ type: 'event-removed', calendar: 'choir', href });

/** The page of an account, which asks for what has arrived whenever it's told of a change. */
class PageOf extends EventTarget {
  overfull = new Set();
  #records = [];
  #texts = new Map();
  #groups = ['choir'];

  constructor(account, context) {
    super();
    this.people = {
      me: account,
      ofCalendar: (calendar) => (this.#groups.includes(calendar) ? { name: 'Choir' } : undefined),
    };
    this.context = context;
  }

  engine = {
    version: (calendar, href, ical) => {
      const { identity, answers, title = 'Dinner', uid = `uid of ${href}` } = JSON.parse(ical);
      const key = `key of ${href}`;
      this.#texts.set(key, ical);
      return {
        ...{ key, uid, calendar, href, title, start: `2026-12-0${href}T19:00:00`, allDay: false },
        proposal: identity ? { identity, own: answers[this.people.me] ?? null } : undefined,
        attendees: Object.entries(answers).map(([account, answer]) => ({
          account,
          name: account.toUpperCase(),
          answer,
        })),
      };
    },
    proposal: (key) => ({ organizer: JSON.parse(this.#texts.get(key)).organizer }),
  };

  takeGroupRecords() {
    return this.#records.splice(0);
  }

  leaveGroup() {
    this.#groups = [];
  }

  /** Everything that a load brings. */
  load(...records) {
    return this.arrive({ type: 'header' }, ...records, { type: 'end' });
  }

  async arrive(...records) {
    this.#records.push(...records);
    this.dispatchEvent(new Event('change'));
    this.context.mock.timers.tick(300);
    for (let turn = 0; turn < 20; turn += 1) await null;
    this.idle();
  }

  /** The browser has nothing else to do. */
  idle() {
    this.context.mock.timers.tick(1000);
  }
}

/** Anna's page, with her proposal of two times loaded. */
async function start(context, account = 'anna', storage = device()) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const page = new PageOf(account, context);
  const news = new ProposalNews(page, storage, new AbortController().signal);
  const told = [];
  news.addEventListener('news', ({ detail }) => told.push(...detail.map(words)));
  return { page, news, told, storage };
}

const words = ({ kind, title, name, answers = [], start }) =>
  kind === 'answer'
    ? `${name}: ${answers.map(({ answer, start }) => `${answer} ${start.slice(8, 10)}`).join(', ')}`
    : `${title} ${kind} ${start.slice(8, 10)}`;
const listed = ({ list }) => list.map(words);

test('what a device sees first is no news', async (context) => {
  const { page, news, told } = await start(context);
  await page.load(candidate('1', { anna: 'yes', ben: 'no' }));
  assert.deepEqual([listed(news), told], [[], []]);
});

test('who proposed hears of each person’s answers, once for each, and of none of their own', async (context) => {
  const { page, news, told } = await start(context);
  await page.load(candidate('1'), candidate('2'));
  await page.arrive(candidate('1', { anna: 'yes' }));
  assert.deepEqual(listed(news), []);
  await page.arrive(candidate('1', { anna: 'yes', ben: 'yes' }));
  assert.deepEqual(listed(news), ['BEN: yes 01']);
  await page.arrive(candidate('2', { ben: 'no' }));
  await page.arrive(candidate('1', { anna: 'yes', ben: 'yes', cleo: 'maybe' }));
  assert.deepEqual(listed(news), ['CLEO: maybe 01', 'BEN: yes 01, no 02']);
  assert.deepEqual(told, ['BEN: yes 01', 'BEN: yes 01, no 02', 'CLEO: maybe 01']);
});

test('answers are heard of a proposal made on another device, which this one sees with them', async (context) => {
  const { page, news, told } = await start(context);
  await page.load();
  await page.arrive(candidate('1', { anna: 'yes', ben: 'no' }));
  await page.arrive(candidate('3', { ben: 'yes' }, { identity: 'walk', organizer: 'ben' }));
  assert.deepEqual([listed(news), told], [['BEN: no 01'], ['BEN: no 01']]);
});

test('an answer that is taken back is no news any more', async (context) => {
  const { page, news } = await start(context);
  await page.load(candidate('1'));
  await page.arrive(candidate('1', { ben: 'yes' }));
  await page.arrive(candidate('1', { ben: null }));
  assert.deepEqual(listed(news), []);
});

test('what happened while no page was open is news, told by the inbox alone', async (context) => {
  const { page, storage } = await start(context);
  await page.load(candidate('1'));
  context.mock.timers.reset();
  const { page: later, news, told } = await start(context, 'anna', storage);
  await later.load(candidate('1', { ben: 'yes' }));
  assert.deepEqual([listed(news), told], [['BEN: yes 01'], []]);
});

test('what was read stays read after a reload', async (context) => {
  const { page, news, storage } = await start(context);
  await page.load(candidate('1'));
  await page.arrive(candidate('1', { ben: 'yes' }));
  news.read(news.list[0].id);
  assert.deepEqual(listed(news), []);
  context.mock.timers.reset();
  const again = await start(context, 'anna', storage);
  await again.page.load(candidate('1', { ben: 'yes' }));
  assert.deepEqual(listed(again.news), []);
});

const versions = (id) => () =>
  Response.json({ versions: [{ version: 2, kind: 'changed', by: { id, name: '' } }] });

for (const [what, account, own, decider, expected] of [
  ['who answered hears', 'ben', { ben: 'yes' }, 'anna', ['Dinner decided 02']],
  ['who proposed hears that somebody else decided', 'anna', {}, 'ben', ['Dinner decided 02']],
  ['who decided hears nothing', 'anna', {}, 'anna', []],
  ['who gave no answer hears nothing', 'cleo', { ben: 'yes' }, 'anna', []],
])
  test(`a proposal is decided: ${what}`, async (context) => {
    context.mock.method(globalThis, 'fetch', async () => versions(decider)());
    const { page, news } = await start(context, account);
    await page.load(candidate('1', own), candidate('2'));
    await page.arrive(removed('1'), event('2'));
    for (let turn = 0; turn < 100 && expected.length > 0 && news.list.length === 0; turn += 1)
      await new Promise((done) => setImmediate(done));
    assert.deepEqual(listed(news), expected);
  });

for (const [what, account, own, expected] of [
  ['who answered hears', 'ben', { ben: 'yes' }, ['Dinner withdrawn 01']],
  ['who proposed hears nothing, since it was probably they', 'anna', { ben: 'yes' }, []],
  ['who gave no answer hears nothing', 'cleo', { ben: 'yes' }, []],
])
  test(`a proposal is withdrawn: ${what}`, async (context) => {
    const { page, news } = await start(context, account);
    await page.load(candidate('1', own), candidate('2'));
    await page.arrive(removed('1'));
    assert.deepEqual(listed(news), [], 'a time alone was removed');
    await page.arrive(removed('2'));
    // What Ben answered to the time that is gone isn't known any more.
    assert.deepEqual(listed(news), []);
    await page.load(candidate('1', own), candidate('2'));
    await page.load();
    assert.deepEqual(listed(news), expected);
  });

test('a member’s event in the place of a time is no decision', async (context) => {
  context.mock.method(globalThis, 'fetch', async () => versions('mal')());
  const { page, news } = await start(context, 'ben');
  await page.load(candidate('1', { ben: 'yes' }), candidate('2'), candidate('3'));
  await page.arrive(event('2'));
  assert.deepEqual(listed(news), [], 'other times are open');
  await page.arrive(removed('1'), candidate('3', {}, { identity: null, uid: 'another' }));
  // It isn't the event that was proposed.
  assert.deepEqual(listed(news), ['Dinner withdrawn 01']);
});

test('who decided or withdrew in this page hears nothing of it', async (context) => {
  const { page, news } = await start(context, 'ben');
  await page.load(candidate('1', { ben: 'yes' }));
  news.noteOwnDecision('dinner');
  await page.arrive(removed('1'));
  assert.deepEqual(listed(news), []);
});

test('leaving a group and a calendar too full to load are no news', async (context) => {
  const { page, news } = await start(context, 'ben');
  await page.load(candidate('1', { ben: 'yes' }));
  page.overfull.add('choir');
  await page.load();
  assert.deepEqual(listed(news), []);
  page.leaveGroup();
  await page.arrive(removed('1'));
  assert.deepEqual(listed(news), []);
});

test('what was news of a group goes with the group, from the device too', async (context) => {
  const { page, news, storage } = await start(context);
  await page.load(candidate('1'));
  await page.arrive(candidate('1', { ben: 'no' }));
  assert.deepEqual(listed(news), ['BEN: no 01']);
  let changes = 0;
  news.addEventListener('change', () => (changes += 1));
  page.leaveGroup();
  await page.arrive();
  assert.deepEqual([listed(news), changes], [[], 1]);
  const kept = storage.texts.get('meantime.proposals.anna');
  assert.deepEqual(JSON.parse(kept), { seen: [], news: [] });
});

test('news that the device had of a group that was left meanwhile go once all is loaded', async (context) => {
  const { page, storage } = await start(context);
  await page.load(candidate('1'));
  await page.arrive(candidate('1', { ben: 'no' }));
  context.mock.timers.reset();
  const { page: later, news } = await start(context, 'anna', storage);
  later.leaveGroup();
  await later.arrive({ type: 'header' });
  assert.deepEqual(listed(news), ['BEN: no 01'], 'the groups aren’t known yet');
  await later.arrive({ type: 'end' });
  assert.deepEqual(listed(news), []);
  assert.doesNotMatch(storage.texts.get('meantime.proposals.anna'), /ben|choir/i);
});

test('a decision replaces the answers', async (context) => {
  context.mock.method(globalThis, 'fetch', async () => versions('ben')());
  const { page, news } = await start(context);
  await page.load(candidate('1'));
  await page.arrive(candidate('1', { ben: 'yes' }));
  await page.arrive(event('1'));
  for (let turn = 0; turn < 100 && listed(news)[0] === 'BEN: yes 01'; turn += 1)
    await new Promise((done) => setImmediate(done));
  assert.deepEqual(listed(news), ['Dinner decided 01']);
});

test('nothing stays on the device after signing out', async (context) => {
  const { page, news, storage } = await start(context);
  await page.load(candidate('1'));
  assert.equal(storage.texts.size, 1);
  news.end();
  await page.arrive(candidate('1', { ben: 'yes' }));
  assert.equal(storage.texts.size, 0);
});

test('a device keeps what the user proposed or answered, without names and answers not given', async (context) => {
  const { page, storage } = await start(context, 'ben');
  const others = { identity: 'walk', organizer: 'anna' };
  await page.load(
    candidate('1', { ben: 'yes', cleo: 'no', dora: null }),
    candidate('2', { ben: null, cleo: 'maybe' }),
    candidate('3', { cleo: 'yes' }, others),
    candidate('4', {}, { identity: 'hike', organizer: 'ben', title: 'T'.repeat(1000) }),
  );
  const { seen } = JSON.parse(storage.texts.get('meantime.proposals.ben'));
  assert.deepEqual(
    seen.map(({ href, said, title }) => [href, said.join(), title.length]),
    [
      ['4', '', 100],
      ['1', 'yben,ncleo', 6],
      ['2', 'mcleo', 6],
    ],
  );
});

test('a device keeps 256 KiB at most, and proposals whole, one’s own first', async (context) => {
  const { page, storage } = await start(context);
  const crowd = Object.fromEntries(
    Array.from({ length: 46 }, (_, index) => [`${index}`.padStart(36, '0'), 'yes']),
  );
  const answers = { ...crowd, anna: 'yes' };
  const others = Array.from({ length: 370 }, (_, index) =>
    candidate(`${index}`, answers, { identity: `${index % 74}`, organizer: 'mal' }),
  );
  await page.load(...others, candidate('400'));
  // Reading so many takes several frames.
  for (let turn = 0; turn < 1000 && storage.texts.size === 0; turn += 1) {
    page.idle();
    await new Promise((done) => setImmediate(done));
  }
  const text = storage.texts.get('meantime.proposals.anna');
  assert.ok(text.length <= 256 * 1024 && text.length > 200 * 1024, `${text.length}`);
  const { seen } = JSON.parse(text);
  assert.equal(seen[0].href, '400');
  const identities = seen.slice(1).map(({ identity }) => identity);
  assert.equal(identities.length, new Set(identities).size * 5);
});

test('a device is written to only when something has changed, and when idle', async (context) => {
  const { page, storage } = await start(context, 'ben');
  await page.load(candidate('1', { ben: 'yes' }));
  const write = context.mock.method(storage, 'setItem');
  await page.arrive();
  await page.arrive(candidate('9', {}, { identity: 'walk' }));
  assert.equal(write.mock.callCount(), 0, 'what doesn’t concern Ben');
  for (const answer of ['no', 'maybe', 'yes', 'no']) {
    page.idle = () => {};
    await page.arrive(candidate('1', { ben: answer }));
  }
  context.mock.timers.tick(1000);
  assert.equal(write.mock.callCount(), 1);
});
