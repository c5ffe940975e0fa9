import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnInOrder } from '../components/drawn-in-order.js';

/** @type {((answer: string) => void)[]} */
let answers;
/** @type {string[]} */
let drawn;
/** @type {() => Promise<void>} */
let show;

test.beforeEach(() => {
  answers = [];
  drawn = [];
  show = drawnInOrder(
    () => new Promise((resolve) => answers.push(resolve)),
    (answer) => drawn.push(answer),
  );
});

test('draws each answer that arrives in order', async () => {
  const [first, second] = [show(), show()];
  answers[0]?.('old');
  await first;
  answers[1]?.('new');
  await second;
  assert.deepEqual(drawn, ['old', 'new']);
});

test('leaves out an answer that a later one has overtaken', async () => {
  const [first, second] = [show(), show()];
  answers[1]?.('new');
  await second;
  answers[0]?.('old');
  await first;
  assert.deepEqual(drawn, ['new']);
});

test('draws the earlier answer if the later request fails', async () => {
  let number = 0;
  const read = async () => {
    number += 1;
    if (number === 2) throw new Error('unreachable');
    return `answer ${number}`;
  };
  const again = drawnInOrder(read, (answer) => drawn.push(answer));
  const [first, second] = [again(), again()];
  await assert.rejects(second, /unreachable/);
  await first;
  assert.deepEqual(drawn, ['answer 1']);
});
