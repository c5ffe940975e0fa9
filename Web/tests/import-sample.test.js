import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timesInOwnZone } from '../views/import/sample-times.js';

const agenda = {
  loadZones: async () => {
    throw new Error('offline');
  },
  engine: {
    unknownZones: (/** @type {string[]} */ names) => names.filter((name) => name === 'Moon/Base'),
    zoneTime: (/** @type {string} */ time, /** @type {string} */ from) => {
      if (from !== 'UTC') throw new Error('unknown');
      return time.replace('T20', 'T21');
    },
  },
};

for (const [what, start, zone, expected] of [
  ['an instant is by the user’s clock', '2026-11-26T20:00:00', 'UTC', '2026-11-26T21:00:00'],
  ['a floating time stays', '2026-11-26T20:00:00', '', '2026-11-26T20:00:00'],
  ['a day stays', '2026-11-26', '', '2026-11-26'],
  ['a time in an unknown zone stays', '2026-11-26T20:00:00', 'Moon/Base', '2026-11-26T20:00:00'],
]) {
  test(`In the preview of an import, ${what}`, async () => {
    const [shown] = await timesInOwnZone(agenda, [{ title: '', start, allDay: false, zone }]);
    assert.equal(shown.start, expected);
  });
}
