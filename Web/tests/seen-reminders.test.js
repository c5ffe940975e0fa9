import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, readSeen, reminderOf, withSeen } from '../state/seen-reminders.js';
import { Settings } from '../state/settings.js';

const day = 86_400;

test('a name says which event it was, whatever its address looks like', () => {
  for (const key of ['a/b.ics/20260311T090000Z', 'a/b c.ics/20260311', 'ä/%20/x~1'])
    assert.deepEqual(reminderOf(nameOf({ key, first: 1_773_219_600 })), {
      key,
      first: 1_773_219_600,
    });
});

test('of two devices, the later choice counts, and neither’s others are lost', () => {
  const one = { a: [100, 0], b: [100, 700], c: [5, 0] };
  const other = { a: [101, 800], b: [99, 0], d: [6, 0] };
  const expected = { a: [101, 800], b: [100, 700], c: [5, 0], d: [6, 0] };
  for (const [own, given] of [
    [one, other],
    [other, one],
  ]) {
    const settings = new Settings('en', { getItem: () => null, setItem: () => {} });
    settings.change({ seenReminders: own });
    settings.adopt({ seenReminders: given });
    assert.deepEqual(settings.values.seenReminders, expected);
  }
});

test('what isn’t an entry is left out', () => {
  for (const given of [null, [], 'x'])
    assert.ok(Object.values(readSeen(given)).every((entry) => entry.length === 2));
  const given = {
    a: 5,
    b: [1],
    c: ['1', 2],
    d: null,
    e: [1, 2, 3],
    f: [Infinity, 0],
    good: [1, 0],
  };
  assert.deepEqual(readSeen(given), { good: [1, 0] });
});

test('old entries go, and those that will come again stay', () => {
  const seen = { old: [day, 0], due: [day, 10 * day], recent: [9 * day, 0] };
  assert.deepEqual(Object.keys(withSeen(seen, 'new', [10 * day, 0])).sort(), [
    'due',
    'new',
    'recent',
  ]);
});

test('there are never more than fit into the settings, and the latest stay', () => {
  let seen = {};
  for (let number = 0; number < 500; number += 1)
    seen = withSeen(seen, `${'x'.repeat(200)}${number}`, [1000 + number, 0]);
  assert.ok(JSON.stringify(seen).length < 16_000);
  assert.ok(Object.keys(seen).length > 40);
  assert.ok(Object.keys(seen).some((name) => name.endsWith('x499')));
  let short = {};
  for (let number = 0; number < 500; number += 1)
    short = withSeen(short, `${number}`, [1000 + number, 0]);
  assert.equal(Object.keys(short).length, 100);
});
