import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTTPError } from '../api/http.js';
import { signInFrom } from '../app/session-wait.js';

const settled = () =>
  new Promise((done) => {
    setImmediate(done);
  });

/**
 * A sign-in form whose server gives the answers of a function, and a clock that the test turns.
 *
 * @param {import('node:test').TestContext} context
 * @param {(count: number) => unknown} answer `count` attempts came before; errors are thrown.
 */
function signingIn(context, answer) {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const form = new EventTarget();
  const note = { isConnected: true, closest: () => form, textContent: '' };
  const page = { form, note, attempts: 0, signal: null, watches: 0 };
  globalThis.document = {};
  globalThis.MutationObserver = class {
    constructor(look) {
      page.changed = look;
    }
    observe() {
      page.watches += 1;
    }
    disconnect() {
      page.watches -= 1;
    }
  };
  signInFrom({ email: 'anna@example.org', password: 'secret' }, note, async (typed, signal) => {
    assert.deepEqual(typed, { email: 'anna@example.org', password: 'secret' });
    page.attempts += 1;
    page.signal = signal;
    const given = await answer(page.attempts - 1);
    if (given instanceof Error) throw given;
    return given;
  }).then(
    (session) => {
      page.outcome = session;
    },
    ({ code }) => {
      page.outcome = code;
    },
  );
  page.leave = () => {
    note.isConnected = false;
    page.changed();
  };
  page.type = () => form.dispatchEvent(new Event('input'));
  page.pass = async (seconds) => {
    await settled();
    for (let passed = 0; passed < seconds; passed += 1) {
      context.mock.timers.tick(1000);
      await settled();
    }
  };
  return page;
}

const away = (code = 'server-away') => new HTTPError(code);

test('a server that answers signs in at once', async (context) => {
  const page = signingIn(context, () => 'Anna');
  await settled();
  assert.deepEqual([page.outcome, page.attempts, page.note.textContent], ['Anna', 1, '']);
  assert.equal(page.watches, 0);
});

for (const code of ['offline', 'server-away', 'storage']) {
  test(`${code}, it signs in as soon as the server answers`, async (context) => {
    const page = signingIn(context, (count) => (count < 3 ? away(code) : 'Anna'));
    await settled();
    assert.notEqual(page.note.textContent, '');
    for (const [seconds, attempts] of [
      [0, 1],
      [1, 2],
      [1, 2],
      [1, 3],
      [3, 3],
      [1, 4],
    ]) {
      await page.pass(seconds);
      assert.equal(page.attempts, attempts);
    }
    assert.equal(page.outcome, 'Anna');
    assert.equal(page.watches, 0);
  });
}

for (const [when, before] of [
  ['at once', 0],
  ['later', 1],
]) {
  test(`a refusal ends it ${when}`, async (context) => {
    const page = signingIn(context, (count) =>
      count < before ? away() : new HTTPError('wrong-credentials'),
    );
    await page.pass(600);
    assert.deepEqual([page.outcome, page.attempts], ['wrong-credentials', before + 1]);
  });
}

test('it is given up after 5 minutes', async (context) => {
  const page = signingIn(context, () => away());
  await page.pass(300);
  const { attempts, outcome } = page;
  assert.equal(outcome, undefined);
  // The next attempt is due.
  await page.pass(1);
  assert.equal(page.outcome, 'server-away');
  await page.pass(600);
  assert.equal(page.attempts, attempts);
});

test('an answer that takes longer than 5 minutes isn’t used', async (context) => {
  let answer;
  const page = signingIn(context, () => new Promise((done) => (answer = done)));
  await page.pass(301);
  answer('Anna');
  await settled();
  assert.deepEqual([page.attempts, page.outcome], [1, 'server-away']);
});

for (const change of ['leave', 'type']) {
  test(`to ${change} ends a pause at once, so that the button can be pressed again`, async (context) => {
    const page = signingIn(context, (count) => (count === 0 ? away() : 'Anna'));
    await settled();
    page[change]();
    await settled();
    assert.equal(page.outcome, 'server-away');
    await page.pass(600);
    assert.deepEqual([page.attempts, page.watches], [1, 0]);
  });

  for (const [which, before, outcome] of [
    ['the first request', 0, null],
    ['a later request', 1, 'server-away'],
  ]) {
    test(`to ${change} aborts ${which}, whose answer isn’t used`, async (context) => {
      let answer;
      const page = signingIn(context, (count) =>
        count < before ? away() : new Promise((done) => (answer = done)),
      );
      await page.pass(before);
      assert.ok(!page.signal.aborted);
      page[change]();
      assert.ok(page.signal.aborted);
      answer('Anna');
      await page.pass(600);
      assert.deepEqual([page.attempts, page.outcome], [before + 1, outcome]);
    });
  }
}

test('other changes of the page abort nothing', async (context) => {
  let answer;
  const page = signingIn(context, () => new Promise((done) => (answer = done)));
  page.changed();
  answer('Anna');
  await settled();
  assert.equal(page.outcome, 'Anna');
});
