import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, sectionOf, sectionRead } from '../views/settings/settings-sections.js';

test('a section has an address, and unknown ones lead to the settings as a whole', () => {
  assert.equal(addressOf('time-zones'), 'settings/time-zones');
  assert.equal(addressOf(''), 'settings');
  assert.deepEqual(
    ['settings/time-zones', 'settings', 'settings/toString', 'search', undefined].map(sectionOf),
    ['time-zones', '', '', null, null],
  );
});

test('each section is read once between the top and the bottom, also the short ones at the end', () => {
  const topsPx = [0, 900, 1_000, 1_050, 1_100];
  const column = { scrollHeight: 1_200, clientHeight: 600 };
  const read = Array.from({ length: 601 }, (_, scrollTop) =>
    sectionRead(topsPx, { ...column, scrollTop }),
  );
  assert.equal(read[0], 0);
  assert.equal(read.at(-1), 4);
  assert.deepEqual([...new Set(read)], [0, 1, 2, 3, 4]);
  assert.deepEqual(read, read.toSorted());
});

test('if everything is seen, the first section is read', () => {
  assert.equal(sectionRead([0, 90], { scrollTop: 0, scrollHeight: 200, clientHeight: 200 }), 0);
});
