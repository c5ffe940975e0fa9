import assert from 'node:assert/strict';
import { test } from 'node:test';
import { behindZones } from '../state/zone-gate.js';
import { zonesNamed } from '../state/zones-named.js';

const settled = () =>
  new Promise((done) => {
    setImmediate(done);
  });
const event = (href, zone) => ({
  type: 'event',
  calendar: 'c',
  href,
  etag: '',
  ical: zone ? `DTSTART;TZID=${zone}:20260311T093000` : 'DTSTART:20260311T093000',
});

/** An agenda whose zones come when they are let. */
function slow() {
  const known = new Set(['Europe/Berlin']);
  const requests = [];
  return {
    requests,
    answer: () => {
      for (const { names, done } of requests.splice(0)) {
        names.forEach((name) => known.add(name));
        done();
      }
    },
    zonesToLearn: (record) =>
      record.type === 'event' ? zonesNamed(record.ical).filter((name) => !known.has(name)) : [],
    learnZones: (names) =>
      new Promise((done) => {
        requests.push({ names, done });
      }),
  };
}

test('an event comes behind its zone, and the others do not wait', async () => {
  const agenda = slow();
  async function* batches() {
    yield [event('1', 'America/New_York'), event('2', 'Europe/Berlin'), event('3', 'Asia/Tokyo')];
    yield [event('4', ''), event('5', 'America/New_York')];
    agenda.answer();
    await settled();
    yield [event('6', 'Europe/Berlin')];
  }
  const order = [];
  for await (const records of behindZones(agenda, batches())) {
    for (const record of records) order.push(record.href);
    await settled();
    if (order.length === 1)
      assert.deepEqual(
        agenda.requests.map(({ names }) => names),
        [['America/New_York', 'Asia/Tokyo']],
      );
  }
  assert.deepEqual(order, ['2', '4', '1', '3', '5', '6']);
});

test('zones that come last, or never, hold nothing back for good', async () => {
  const agenda = { ...slow(), learnZones: () => Promise.reject(new Error('away')) };
  async function* batches() {
    yield [event('1', 'America/New_York')];
  }
  const warned = console.warn;
  console.warn = () => {};
  const order = [];
  for await (const records of behindZones(agenda, batches()))
    for (const record of records) order.push(record.href);
  console.warn = warned;
  assert.deepEqual(order, ['1']);
});

test('the zones are those that times name', () => {
  const ical =
    'BEGIN:VTIMEZONE\r\nTZID:Asia/Tokyo\r\nEND:VTIMEZONE\r\nDTSTART;TZID=Asia/Tokyo:2026\r\nDTEND;VALUE=DATE-TIME;TZID="Old, Zone":2026\r\nEXDATE;TZID=Asia/Tokyo:2026';
  assert.deepEqual(zonesNamed(ical), ['Asia/Tokyo', 'Old, Zone']);
});
