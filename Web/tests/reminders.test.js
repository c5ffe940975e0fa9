import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Reminders } from '../state/reminders.js';

const startMs = Date.UTC(2026, 2, 11, 9);
const soon = {
  key: 'soon',
  title: 'Soon',
  location: '',
  allDay: false,
  start: '2026-03-11T10:05:00',
  status: 'confirmed',
};

/**
 * A page in which a reminder of `soon` was due and has been snoozed for ten minutes.
 *
 * @returns {{ shown: DueReminder[], pass: (minutes: number) => void, events: Map<string, object> }} `shown` are the reminders
 *   since then, and `events` what the core knows by key.
 */
function snoozed(context) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = startMs;
  context.mock.method(Date, 'now', () => nowMs);
  globalThis.document = new EventTarget();
  context.after(() => delete globalThis.document);
  const events = new Map([['soon', soon]]);
  const engine = {
    reminders: (after, through) =>
      [{ ...soon, second: startMs / 1000 - 60 }].filter(
        ({ second }) => second > after && second <= through,
      ),
    event(key) {
      if (!events.has(key)) throw new Error('unknown-event');
      return events.get(key);
    },
  };
  const agenda = Object.assign(new EventTarget(), { engine });
  const end = new AbortController();
  const reminders = new Reminders(agenda, end.signal);
  context.after(() => end.abort());
  const shown = [];
  reminders.addEventListener('due', ({ detail }) => shown.push(detail));
  const pass = (minutes) => {
    for (let second = 0; second < minutes * 60; second += 1) {
      nowMs += 1000;
      context.mock.timers.tick(1000);
    }
  };
  pass(1);
  assert.deepEqual(
    shown.map(({ title }) => title),
    ['Soon'],
  );
  reminders.snooze(shown[0], 10);
  shown.length = 0;
  return { shown, pass, events };
}

test('a snoozed reminder comes again once, after its time', (context) => {
  const { shown, pass } = snoozed(context);
  pass(9.5);
  assert.equal(shown.length, 0);
  pass(1);
  assert.equal(shown.length, 1);
  pass(120);
  assert.equal(shown.length, 1);
});

test('it says what the event says by then', (context) => {
  const { shown, pass, events } = snoozed(context);
  events.set('soon', {
    ...soon,
    key: 'moved',
    title: 'Later',
    location: 'Room 2',
    start: '2026-03-11T11:30:00',
  });
  pass(11);
  const { key, title, location, start } = shown[0];
  assert.deepEqual(
    { key, title, location, start },
    { key: 'moved', title: 'Later', location: 'Room 2', start: '2026-03-11T11:30:00' },
  );
});

for (const [name, change] of [
  ['is gone', (events) => events.delete('soon')],
  ['was cancelled', (events) => events.set('soon', { ...soon, status: 'cancelled' })],
])
  test(`it doesn’t come again if the event ${name}`, (context) => {
    const { shown, pass, events } = snoozed(context);
    change(events);
    pass(30);
    assert.deepEqual(shown, []);
  });
