import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { ViewHistory } from '../state/view-history.js';

/** The browser's history, whose steps take a moment, and are given up for whatever is written meanwhile. */
class History extends EventTarget {
  entries = [{ state: null, path: '/' }];
  index = 0;
  #step = setImmediate(() => undefined);

  get state() {
    return this.entries[this.index].state;
  }
  get path() {
    return this.entries[this.index].path;
  }
  pushState(state, _title, path) {
    this.entries.splice(this.index + 1, Infinity, { state, path });
    this.index += 1;
  }
  replaceState(state, _title, path) {
    clearImmediate(this.#step);
    this.entries[this.index] = { state, path };
  }
  go(steps) {
    this.#step = setImmediate(() => {
      this.index += steps;
      this.dispatchEvent(new Event('popstate'));
    });
  }
}

const { addEventListener } = globalThis;
afterEach(() =>
  Object.assign(globalThis, { addEventListener, history: undefined, location: undefined }),
);

/** A history at a week, and the places that the user returned to. */
function opened() {
  const browser = new History();
  Object.assign(globalThis, {
    history: browser,
    location: { pathname: '/month/2026-03-11' },
    addEventListener: browser.addEventListener.bind(browser),
  });
  const returned = [];
  const end = new AbortController();
  const own = new ViewHistory('', (place) => returned.push(place), end.signal);
  own.stay({ view: 'week', date: '2026-03-11' });
  return { browser, own, returned };
}

const week = { view: /** @type {const} */ ('week'), date: '2026-03-11' };
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a page over the view has an address of its own, which stays when the view moves', async () => {
  const { browser, own, returned } = opened();
  own.openPage('settings', week);
  own.openPage('settings/views', week);
  assert.equal(browser.path, '/settings/views');
  own.stay({ view: 'week', date: '2026-03-18' });
  assert.equal(browser.path, '/settings/views');
  own.leavePage();
  await settled();
  assert.equal(browser.path, '/week/2026-03-18');
  assert.equal(browser.index, 0);
  assert.deepEqual(returned, []);
});

test('leaving a page takes all of its steps back', async () => {
  const { browser, own, returned } = opened();
  own.openPage('settings', week);
  own.openPage('settings/views', week, true);
  browser.go(-1);
  await settled();
  assert.equal(browser.path, '/settings');
  assert.equal(returned.length, 1);
  own.openPage('settings/account', week, true);
  own.leavePage();
  await settled();
  assert.equal(browser.path, '/week/2026-03-11');
});

test('what the user opens while a page is being left comes after it', async () => {
  const { browser, own } = opened();
  own.openPage('settings', week);
  own.leavePage();
  own.go({ view: 'day', date: '2026-03-11' });
  own.stay({ view: 'day', date: '2026-03-12' });
  await settled();
  assert.deepEqual(
    browser.entries.map(({ path }) => path),
    ['/week/2026-03-11', '/day/2026-03-12'],
  );
});

test('a view that comes to rest while a page is being left writes nothing before the step is made', async () => {
  const { browser, own } = opened();
  own.openPage('settings', week);
  own.leavePage();
  const { entries } = browser;
  const before = structuredClone(entries);
  own.stay({ view: 'week', date: '2026-03-18', top: 3 });
  assert.deepEqual(entries, before);
  await settled();
  assert.equal(browser.path, '/week/2026-03-18');
  assert.equal(browser.state.top, 3);
});

test('a page that is opened and left again while another one is being left takes no step of its own', async () => {
  const { browser, own, returned } = opened();
  browser.entries.unshift({ state: null, path: '/elsewhere' });
  browser.index = 1;
  own.openPage('settings', week);
  own.leavePage();
  own.openPage('settings', week);
  own.leavePage();
  own.stay({ view: 'week', date: '2026-03-18' });
  await settled();
  assert.equal(browser.path, '/week/2026-03-18');
  assert.equal(browser.index, 1);
  assert.deepEqual(returned, []);
});

test('a page that opens before the view has said where it is lies over that view', () => {
  const { browser, own } = opened();
  browser.entries = [{ state: null, path: '/settings/views' }];
  own.openPage('settings/views', week);
  assert.deepEqual(
    browser.entries.map(({ path }) => path),
    ['/week/2026-03-11', '/settings/views'],
  );
});

test('a view that the browser has left writes into no entry but its own', async () => {
  const { browser, own, returned } = opened();
  own.go({ view: 'week', date: '2026-05-13' });
  browser.go(-1);
  await settled();
  own.stay({ view: 'week', date: '2026-05-20' });
  assert.equal(browser.path, '/week/2026-03-11');
  own.arrive(returned[0].step);
  own.stay({ view: 'week', date: '2026-03-18' });
  assert.deepEqual(
    browser.entries.map(({ path }) => path),
    ['/week/2026-03-18', '/week/2026-05-13'],
  );
});

test('a view that comes to rest where it was known to be lets a step be made', async () => {
  const { browser, own } = opened();
  const rest = {
    view: /** @type {const} */ ('week'),
    date: '2026-05-13',
    top: 3,
    isSheet: undefined,
  };
  own.go({ view: 'week', date: '2026-05-13' });
  own.stay(rest);
  browser.go(-1);
  own.stay(rest);
  await settled();
  assert.equal(browser.path, '/week/2026-03-11');
});

test('an entry that its view has said nothing about is not the next view’s', async () => {
  const { browser, own, returned } = opened();
  browser.entries = [{ state: null, path: '/month/2026-03-11' }];
  own.go(week);
  browser.go(-1);
  await settled();
  own.stay(week);
  assert.equal(browser.path, '/month/2026-03-11');
  assert.equal(returned[0].view, 'month');
});
