// Zones that events name and the page doesn't have: which are asked for, in what order, and what is shown until then.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agenda } from '../../Web/state/agenda.js';
import { timesInOwnZone } from '../../Web/views/import/sample-times.js';
import { newCore, put, zoneFile } from './support.mjs';

const strangeMax = 100;
const atOnceMax = 50;

/** Adds events that name zones that nobody has, twenty each. @param {Engine} core @param {number} count */
function nameStrangeZones(core, count) {
  for (let number = 0; number < count; number += 20) {
    const names = Array.from({ length: 20 }, (_, place) => `Aaa${number + place}`);
    put(core, `strange${number}`, [
      `DTSTART;TZID=${names[0]}:20260301T090000`,
      ...names.slice(1).map((name) => `EXDATE;TZID=${name}:20260305T090000`),
      'RRULE:FREQ=DAILY',
    ]);
  }
}

/** An agenda over a core; the server has the system's zones. @param {Engine} core */
function agendaOn(core, isRefused = (/** @type {string[]} */ _) => false) {
  /** @type {string[][]} */
  const asked = [];
  globalThis.requestAnimationFrame = (run) => /** @type {any} */ (setTimeout(run));
  globalThis.document ??= /** @type {any} */ ({ visibilityState: 'visible' });
  globalThis.fetch = async (path) => {
    const names = new URL(String(path), 'http://localhost').searchParams.getAll('name');
    asked.push(names);
    if (isRefused(names)) return new Response('{}', { status: 422 });
    const known = names.filter((name) => name.includes('/'));
    const zones = known.map((name) => [name, Buffer.from(zoneFile(name)).toString('base64')]);
    const unknown = names.filter((name) => !known.includes(name));
    return new Response(JSON.stringify({ zones: Object.fromEntries(zones), unknown }));
  };
  const agenda = new Agenda(/** @type {any} */ ({ values: { hiddenCalendars: [] } }));
  agenda.use(core);
  return { agenda, asked };
}

const far = ['DTSTART;TZID=Asia/Kathmandu:20260301T090000', 'SUMMARY:Far'];
const start = (/** @type {Engine} */ core) =>
  core.day('2026-03-01').find(({ title }) => title === 'Far')?.start;

test('names that the zone database does not have are asked for up to a limit, after all others', () => {
  const core = newCore();
  nameStrangeZones(core, 2 * strangeMax);
  put(core, 'far', far);
  const missing = core.missingZones();
  assert.equal(missing[0], 'Asia/Kathmandu');
  assert.equal(missing.length, 1 + strangeMax);
});

test('events whose zones are beyond the limit are shown without them', () => {
  const core = newCore();
  nameStrangeZones(core, strangeMax);
  assert.equal(core.day('2026-03-01').length, 0);
  put(core, 'beyond', ['DTSTART;TZID=Zzz:20260301T090000', 'SUMMARY:Beyond']);
  assert.deepEqual(
    core.day('2026-03-01').map(({ title }) => title),
    ['Beyond'],
  );
});

test('a name too long for a zone is not asked for', () => {
  const core = newCore();
  put(core, 'long', [`DTSTART;TZID=${'x'.repeat(64)}:20260301T090000`]);
  put(core, 'longer', [`DTSTART;TZID=${'x'.repeat(65)}:20260301T090000`]);
  assert.deepEqual(core.missingZones(), ['x'.repeat(64)]);
  assert.equal(core.day('2026-03-01').length, 1);
});

test('the page asks for zones in pieces, and events are shown with theirs', async () => {
  const core = newCore();
  nameStrangeZones(core, strangeMax);
  put(core, 'far', far);
  const { agenda, asked } = agendaOn(core);
  await agenda.addMissingZones();
  assert.deepEqual(
    asked.map((names) => names.length),
    [atOnceMax, atOnceMax, 1],
  );
  assert.equal(asked[0]?.[0], 'Asia/Kathmandu');
  assert.equal(start(core), '2026-03-01T03:15:00');
  assert.deepEqual(core.missingZones(), []);
});

test('a piece that the server refuses leaves the other zones alone', async () => {
  const core = newCore();
  nameStrangeZones(core, strangeMax);
  put(core, 'far', far);
  const { agenda } = agendaOn(core, (names) => names.includes('Aaa99'));
  await assert.rejects(agenda.addMissingZones());
  assert.equal(start(core), '2026-03-01T03:15:00');
  assert.ok(core.missingZones().includes('Aaa99'), 'and it is asked for again later');
  assert.equal(core.day('2026-03-01').length, 1 + strangeMax / 20);
});

test('a name with a line break stands for no other zone', async () => {
  const core = newCore();
  put(core, 'trap', ['DTSTART;TZID="X^nAsia/Kathmandu":20260301T090000', 'SUMMARY:Trap']);
  assert.deepEqual(core.missingZones(), []);
  core.showWithoutZones(core.missingZones(), true);
  put(core, 'far', far);
  assert.deepEqual(core.missingZones(), ['Asia/Kathmandu']);
  await agendaOn(core).agenda.addMissingZones();
  assert.equal(start(core), '2026-03-01T03:15:00');
});

test('a zone that the preview of a file asks for by its Windows name is there for the events', async () => {
  const core = newCore();
  const { agenda, asked } = agendaOn(core);
  const text = [
    'BEGIN:VCALENDAR',
    ...[
      'BEGIN:VTIMEZONE',
      'TZID:Customized Time Zone',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
    ],
    ...['TZOFFSETFROM:-0800', 'TZOFFSETTO:-0800', 'END:STANDARD', 'END:VTIMEZONE'],
    ...['BEGIN:VEVENT', 'UID:a', 'DTSTART;TZID=Tokyo Standard Time:20261209T200000', 'END:VEVENT'],
    ...['BEGIN:VEVENT', 'UID:b', 'DTSTART;TZID=Customized Time Zone:20261209T080000', 'END:VEVENT'],
    ...['BEGIN:VEVENT', 'UID:c', 'DTSTART;TZID=Nowhere:20261209T080000', 'END:VEVENT'],
    ...['BEGIN:VEVENT', 'UID:d', 'DTSTART:20261209T080000Z', 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');
  const { sample } = core.inspect(new TextEncoder().encode(text));
  const shown = await timesInOwnZone(agenda, sample);
  assert.deepEqual(
    shown.map((each) => each.start.slice(11, 16)),
    ['11:00', '16:00', '08:00', '08:00'],
  );
  assert.deepEqual(asked, [['Asia/Tokyo', 'Nowhere']]);
  put(core, 'tokyo', ['DTSTART;TZID=Tokyo Standard Time:20261209T200000', 'SUMMARY:Tokyo']);
  const [tokyo] = core.day('2026-12-09');
  assert.equal(tokyo?.start, '2026-12-09T11:00:00');
  assert.equal(core.event(tokyo.key).zone, 'Asia/Tokyo');
});

test('an event in one’s own zone by its Windows name is edited by one’s own clock, and keeps the name', () => {
  const core = newCore({ zone: 'Europe/Berlin' });
  const [start, end] = ['DTSTART', 'DTEND'].map(
    (name) => `${name};TZID=W. Europe Standard Time:20260311T`,
  );
  put(core, 'own', [`${start}120000`, `${end}130000`]);
  const { key, own, zone } = core.event(core.day('2026-03-11')[0]?.key ?? '');
  assert.deepEqual([own, zone], [null, 'Europe/Berlin']);
  const moved = { start: '2026-03-11T14:00:00', end: '2026-03-11T15:00:00' };
  const [change] = core.change(key, 'all', 'new', moved).changes;
  assert.match(change?.ical ?? '', /TZID=W\. Europe Standard Time:20260311T140000/);
});

for (const name of [
  'Customized Time Zone',
  'Mitteleuropäische Zeit',
  'GMT+99',
  'a&name=b',
  '100% Zone',
])
  test(`an event in an unknown zone is shown while it waits and after: ${name}`, async () => {
    const core = newCore();
    put(core, 'odd', [`DTSTART;TZID="${name}":20260301T110000`, 'SUMMARY:Odd']);
    const { agenda, asked } = agendaOn(core);
    const starts = () => core.day('2026-03-01').map((event) => event.start);
    /** @type {string[][]} */
    const meanwhile = [];
    const answer = globalThis.fetch;
    globalThis.fetch = (path) => {
      meanwhile.push(starts());
      assert.doesNotMatch(
        String(path),
        /\+/,
        'a plus sign is a blank to some, and a plus sign to others',
      );
      return answer(path);
    };
    await agenda.addMissingZones();
    assert.deepEqual(asked, [[name]]);
    assert.deepEqual(meanwhile, [['2026-03-01T11:00:00']]);
    assert.deepEqual([starts(), core.missingZones()], [['2026-03-01T11:00:00'], []]);
  });

test('an event is shown though the answer does not mention its zone', async () => {
  const core = newCore();
  put(core, 'odd', ['DTSTART;TZID=Customized Time Zone:20260301T110000', 'SUMMARY:Odd']);
  const { agenda } = agendaOn(core);
  globalThis.fetch = async () => Response.json({ zones: {}, unknown: ['Customized+Time+Zone'] });
  await agenda.addMissingZones();
  assert.equal(core.day('2026-03-01').length, 1);
});
