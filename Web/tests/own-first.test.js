import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownFirst } from '../layout/own-first.js';

test('a crowded time lists one’s own events first, then the others, each by time', () => {
  const events = [
    { key: '1', level: 'group' },
    { key: '2' },
    { key: '3', level: 'full' },
    { key: '4', level: 'own' },
  ];
  assert.deepEqual(
    ownFirst(events).map(({ key }) => key),
    ['2', '4', '1', '3'],
  );
});
