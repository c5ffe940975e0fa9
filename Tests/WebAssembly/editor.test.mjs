// What the event sheet and the reminders ask of the core.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addZone, newCore, put } from './support.mjs';

/** @param {string[]} more Lines of the VEVENT. */
function tokyoCore(more = []) {
  const core = newCore({ zone: 'Europe/Berlin' });
  addZone(core, 'Asia/Tokyo');
  put(core, 'tokyo', [
    'DTSTART;TZID=Asia/Tokyo:20260313T060000',
    'DTEND;TZID=Asia/Tokyo:20260313T070000',
    'SUMMARY:Call',
    ...more,
  ]);
  return core;
}

for (const [time, from, to, expected] of [
  ['2026-03-13T06:00:00', 'Asia/Tokyo', '', '2026-03-12T22:00:00'],
  ['2026-03-12T22:00:00', '', 'Asia/Tokyo', '2026-03-13T06:00:00'],
  ['2026-07-01T22:00:00', '', 'UTC', '2026-07-01T20:00:00'],
]) {
  test(`${time} ${from || 'here'} is ${expected} ${to || 'here'}`, () =>
    assert.equal(tokyoCore().zoneTime(time, from, to), expected));
}

test('converting from an unknown zone, or an unreadable time, is refused', () => {
  assert.throws(() => tokyoCore().zoneTime('2026-03-13T06:00:00', 'Mars/Olympus', ''), {
    code: 'unknown-zone',
  });
  assert.throws(() => tokyoCore().zoneTime('tomorrow', '', ''), { code: 'time' });
});

test('an event from another zone also has its times and rule by the clock there', () => {
  const core = tokyoCore(['RRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=20260326T145959Z']);
  const [{ key, start }] = core.day('2026-03-12');
  assert.equal(start, '2026-03-12T22:00:00');
  const { own, repeat } = core.event(key);
  assert.deepEqual([own.start, own.end], ['2026-03-13T06:00:00', '2026-03-13T07:00:00']);
  assert.deepEqual([own.repeat.weekdays, own.repeat.until], [[5], '2026-03-26']);
  assert.deepEqual(repeat.weekdays, [4]);
});

test('an event in the user’s zone or in UTC has no times by another clock', () => {
  const core = newCore({ zone: 'Europe/Berlin' });
  put(core, 'here', ['DTSTART;TZID=Europe/Berlin:20260312T060000', 'SUMMARY:Run']);
  put(core, 'utc', ['DTSTART:20260312T060000Z', 'SUMMARY:Sync']);
  assert.deepEqual(
    core.day('2026-03-12').map(({ key }) => core.event(key).own),
    [null, null],
  );
});

test('a rule ends with the last day in the zone in which that day was entered', () => {
  const core = tokyoCore();
  const form = {
    kind: 'daily',
    interval: '1',
    ends: 'until',
    until: '2026-03-26',
    start: '2026-03-13T06:00:00',
  };
  assert.equal(core.ruleText({ ...form, zone: 'Asia/Tokyo' }), 'FREQ=DAILY;UNTIL=20260326T145959Z');
  assert.equal(core.ruleText({ ...form, zone: '' }), 'FREQ=DAILY;UNTIL=20260326T225959Z');
});

test('a reminder is answered once, with the second it is due', () => {
  const core = tokyoCore([
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT30M',
    'DESCRIPTION:x',
    'END:VALARM',
  ]);
  const due = Date.parse('2026-03-12T20:30:00Z') / 1000;
  assert.deepEqual(
    core.reminders(due - 60, due).map(({ title, second }) => [title, second]),
    [['Call', due]],
  );
  assert.deepEqual(core.reminders(due, due + 86_400), []);
});

test('a reminder that was acknowledged is silent, and its event can be saved with that', () => {
  const core = tokyoCore(['BEGIN:VALARM', 'TRIGGER;RELATED=END:-PT30M', 'END:VALARM']);
  const [reminder] = core.reminders(0, Date.parse('2026-03-12T21:30:00Z') / 1000);
  assert.equal(reminder, undefined, 'nothing later than two days is looked at');
  const due = Date.parse('2026-03-12T21:30:00Z') / 1000;
  const [{ key, first }] = core.reminders(due - 60, due);
  core.setNow(due + 61);
  const { changes } = core.acknowledge(key, first);
  assert.match(
    changes[0].ical,
    /\r\nTRIGGER;RELATED=END:-PT30M\r\nACKNOWLEDGED:20260312T213101Z\r\n/,
  );
  assert.deepEqual(core.reminders(due - 60, due), []);
  assert.throws(() => core.undo(), { code: 'nothing-to-undo' });
  assert.throws(() => core.acknowledge(key, first + 1), { code: 'unknown-event' });
});
