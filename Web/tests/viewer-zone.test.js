import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staysMax, ViewerZone } from '../state/viewer-zone.js';
import { clock } from '../time/clock.js';

const tokyo = {
  zone: 'Asia/Tokyo',
  first: '2026-03-03',
  last: '2026-03-10',
  home: 'Europe/Berlin',
};
const zoneWith = (stays, device = 'Europe/Berlin') => new ViewerZone({ values: { stays } }, device);

for (const [date, zone] of [
  ['2026-03-02', 'Europe/Berlin'],
  ['2026-03-03T00:00:00', 'Asia/Tokyo'],
  ['2026-03-10T23:59:59', 'Asia/Tokyo'],
  ['2026-03-11', 'Europe/Berlin'],
]) {
  test(`on ${date} the clock is that of ${zone}`, () => {
    assert.equal(zoneWith([tokyo]).on(date), zone);
  });
}

test('a device that travels along doesn’t move the home', (context) => {
  const today = context.mock.method(clock, 'today', () => '2026-03-05');
  const zone = zoneWith([tokyo], 'Asia/Tokyo');
  assert.equal(zone.home, 'Europe/Berlin');
  assert.equal(zone.on('2026-03-20'), 'Europe/Berlin');
  today.mock.mockImplementation(() => '2026-03-20');
  assert.equal(zone.home, 'Asia/Tokyo');
});

test('the later of two stays cuts the earlier one short', () => {
  const seoul = { zone: 'Asia/Seoul', first: '2026-03-08', last: '2026-03-09' };
  assert.equal(zoneWith([seoul, tokyo]).on('2026-03-08'), 'Asia/Seoul');
  assert.deepEqual(zoneWith([seoul, tokyo]).names, ['Europe/Berlin', 'Asia/Tokyo', 'Asia/Seoul']);
});

test('stays that can’t be read, or in zones that nobody knows, are left out', () => {
  const stays = [
    null,
    { zone: 'A B', first: '1', last: '2' },
    { ...tokyo, last: '2026-03-02' },
    tokyo,
  ];
  const zone = zoneWith(stays);
  assert.deepEqual(zone.stays, [tokyo]);
  assert.deepEqual(zone.staysIn({ 'Asia/Tokyo': '' }), ['Asia/Tokyo 2026-03-03 2026-03-10']);
  assert.deepEqual(zone.staysIn({}), []);
});

test('only the last hundred stays count', () => {
  const stays = Array.from({ length: staysMax + 1 }, (_, number) => ({
    ...tokyo,
    first: `${2000 + number}-01-01`,
    last: `${2000 + number}-01-02`,
  }));
  assert.equal(zoneWith(stays.slice(1)).stays.length, staysMax);
  assert.equal(zoneWith(stays).stays[0].first, '2001-01-01');
});
