import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTTPError } from '../api/http.js';
import { signInLater } from '../app/session-wait.js';

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
  const page = { form, note, attempts: 0, outcome: null };
  signInLater(async () => {
    page.attempts += 1;
    const given = await answer(page.attempts - 1);
    if (given instanceof Error) throw given;
    return given;
  }, note).then(
    (session) => {
      page.outcome = session;
    },
    ({ code }) => {
      page.outcome = code;
    },
  );
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

for (const code of ['offline', 'server-away', 'storage']) {
  test(`${code}, it signs in as soon as the server answers`, async (context) => {
    const page = signingIn(context, (count) => (count < 2 ? away(code) : 'Anna'));
    assert.notEqual(page.note.textContent, '');
    for (const [seconds, attempts] of [
      [1, 1],
      [1, 1],
      [1, 2],
      [3, 2],
      [1, 3],
    ]) {
      await page.pass(seconds);
      assert.equal(page.attempts, attempts);
    }
    assert.equal(page.outcome, 'Anna');
  });
}

test('a refusal ends it', async (context) => {
  const page = signingIn(context, (count) =>
    count === 0 ? away() : new HTTPError('wrong-credentials'),
  );
  await page.pass(3);
  assert.equal(page.outcome, 'wrong-credentials');
});

test('it is given up after 5 minutes', async (context) => {
  const page = signingIn(context, () => away());
  await page.pass(300);
  const { attempts, outcome } = page;
  assert.equal(outcome, null);
  // The next attempt is due.
  await page.pass(1);
  assert.equal(page.outcome, 'offline');
  await page.pass(600);
  assert.equal(page.attempts, attempts);
});

test('a form that is no longer in the page signs nobody in', async (context) => {
  const page = signingIn(context, (count) => (count === 0 ? away() : 'Anna'));
  await page.pass(1);
  page.note.isConnected = false;
  await page.pass(600);
  assert.deepEqual([page.attempts, page.outcome], [1, 'offline']);
});

test('typing ends it at once, so that the button can be pressed again', async (context) => {
  const page = signingIn(context, (count) => (count === 0 ? away() : 'Anna'));
  await page.pass(1);
  page.form.dispatchEvent(new Event('input'));
  await settled();
  assert.equal(page.outcome, 'offline');
  await page.pass(600);
  assert.equal(page.attempts, 1);
});

for (const [what, change] of [
  ['the form was left', ({ note }) => Object.assign(note, { isConnected: false })],
  ['something was typed', ({ form }) => form.dispatchEvent(new Event('input'))],
]) {
  test(`an answer that comes after ${what} isn’t used`, async (context) => {
    let answer;
    const page = signingIn(
      context,
      () =>
        new Promise((done) => {
          answer = done;
        }),
    );
    await page.pass(1);
    change(page);
    answer('Anna');
    await page.pass(600);
    assert.deepEqual([page.attempts, page.outcome], [1, 'offline']);
  });
}
