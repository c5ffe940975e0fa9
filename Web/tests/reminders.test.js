import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Reminders } from '../state/reminders.js';
import { Settings } from '../state/settings.js';

const startMs = Date.UTC(2026, 2, 11, 9);
const startSeconds = startMs / 1000;
const soon = {
  key: 'soon',
  calendar: 'home',
  title: 'Soon',
  location: '',
  allDay: false,
  start: '2026-03-11T10:05:00',
  status: 'confirmed',
};
/** The seconds at which its alarm rings. */
const rings = [startSeconds - 60];

/** What one account has: its events, the seconds at which they ring, and its settings. */
const account = () => ({ events: new Map([['soon', soon]]), rings, stored: '{}' });

/**
 * A page of an account.
 *
 * @returns What it shows and has closed since it was opened, by name and second, and what it wrote
 *   to events.
 */
function openPage(context, of) {
  const acknowledged = [];
  const engine = {
    reminders: (after, through) =>
      [...of.events.values()].flatMap((event) =>
        of.rings
          .filter((second) => second > after && second <= through && !of.acknowledged)
          .map((second) => ({ ...event, second, first: of.rings[0] })),
      ),
    acknowledge: (key, first) => acknowledged.push([key, first]),
    event(key) {
      const event = of.events.get(key);
      if (!event) throw new Error('unknown-event');
      return event;
    },
  };
  const agenda = Object.assign(new EventTarget(), {
    engine,
    calendars: new Map([['home', { id: 'home', isShown: true }]]),
    changed: () => {},
  });
  const settings = new Settings('en', {
    getItem: (name) => (name === 'meantime.settings' ? of.stored : null),
    setItem: (name, text) => {
      if (name === 'meantime.settings') of.stored = text;
    },
  });
  const written = [];
  const end = new AbortController();
  context.after(() => end.abort());
  const reminders = new Reminders(
    { agenda, settings, edits: { sendQuietly: () => written.push(acknowledged.pop()) } },
    end.signal,
  );
  const page = {
    shown: [],
    over: [],
    written,
    settings,
    agenda,
    reminders,
    close: () => end.abort(),
  };
  reminders.addEventListener('due', ({ detail }) => page.shown.push(detail));
  reminders.addEventListener('over', ({ detail }) => page.over.push(detail));
  return page;
}

/** @returns {(minutes: number) => void} Lets time pass. */
function stopClock(context) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = startMs;
  context.mock.method(Date, 'now', () => nowMs);
  globalThis.document = new EventTarget();
  context.after(() => delete globalThis.document);
  return (minutes) => {
    for (let second = 0; second < minutes * 60; second += 1) {
      nowMs += 1000;
      context.mock.timers.tick(1000);
    }
  };
}

const titles = (page) => page.shown.map(({ reminder }) => reminder.title);

/** A page in which a reminder of `soon` was due and has been snoozed for ten minutes. */
function snoozed(context) {
  const pass = stopClock(context);
  const of = account();
  const page = openPage(context, of);
  pass(1);
  assert.deepEqual(titles(page), ['Soon']);
  page.reminders.snooze(page.shown[0], 10);
  page.shown.length = 0;
  return { page, pass, of };
}

test('a snoozed reminder comes again once, after its time', (context) => {
  const { page, pass } = snoozed(context);
  pass(9.5);
  assert.equal(page.shown.length, 0);
  pass(1);
  assert.equal(page.shown.length, 1);
  pass(120);
  assert.equal(page.shown.length, 1);
});

test('it says what the event says by then, and can be snoozed again', (context) => {
  const { page, pass, of } = snoozed(context);
  of.events.set('soon', {
    ...soon,
    key: 'moved',
    title: 'Later',
    location: 'Room 2',
    start: '2026-03-11T11:30:00',
  });
  of.rings = [startSeconds + 5 * 3600];
  pass(11);
  const { key, title, location, start } = page.shown[0].reminder;
  assert.deepEqual(
    { key, title, location, start },
    { key: 'moved', title: 'Later', location: 'Room 2', start: '2026-03-11T11:30:00' },
  );
  page.reminders.snooze(page.shown[0], 10);
  pass(8);
  assert.equal(page.shown.length, 1);
  pass(3);
  assert.equal(page.shown.length, 2);
});

for (const [name, change] of [
  ['is gone', (events) => events.delete('soon')],
  ['was cancelled', (events) => events.set('soon', { ...soon, status: 'cancelled' })],
])
  test(`it doesn’t come again if the event ${name}`, (context) => {
    const { page, pass, of } = snoozed(context);
    change(of.events);
    pass(30);
    assert.deepEqual(page.shown, []);
  });

test('a reminder that was seen doesn’t come again after a reload', (context) => {
  const pass = stopClock(context);
  const of = account();
  const page = openPage(context, of);
  pass(1);
  page.close();
  const again = openPage(context, of);
  pass(1);
  assert.deepEqual(titles(again), ['Soon'], 'one that nobody has seen does');
  again.reminders.saw(again.shown[0]);
  again.close();
  const last = openPage(context, of);
  pass(30);
  assert.deepEqual(titles(last), []);
});

test('a snoozed reminder comes after a reload, at its time', (context) => {
  const { page, pass, of } = snoozed(context);
  page.close();
  pass(3);
  const again = openPage(context, of);
  pass(6);
  assert.deepEqual(titles(again), []);
  pass(2);
  assert.deepEqual(titles(again), ['Soon']);
});

test('it comes late if no page was open, but not days later', (context) => {
  const { page, pass, of } = snoozed(context);
  page.close();
  pass(60);
  const again = openPage(context, of);
  pass(1);
  assert.deepEqual(titles(again), ['Soon']);
  again.close();
  pass(1500);
  const late = openPage(context, of);
  pass(5);
  assert.deepEqual(titles(late), []);
});

test('a reminder waits for the events that are still loading after a reload', (context) => {
  const { page, pass, of } = snoozed(context);
  page.close();
  pass(12);
  const events = of.events;
  of.events = new Map();
  const again = openPage(context, of);
  pass(1);
  assert.deepEqual(titles(again), []);
  of.events = events;
  again.agenda.dispatchEvent(new Event('change'));
  pass(0.1);
  assert.deepEqual(titles(again), ['Soon']);
});

test('what was seen on one device is closed on the other, and what was snoozed comes on both', (context) => {
  const pass = stopClock(context);
  const phone = openPage(context, account());
  const desk = openPage(context, account());
  const sync = () => desk.settings.adopt(JSON.parse(JSON.stringify(phone.settings.values)));
  pass(1);
  assert.deepEqual([titles(phone), titles(desk)], [['Soon'], ['Soon']]);
  phone.reminders.snooze(phone.shown[0], 10);
  sync();
  pass(1);
  assert.deepEqual(
    desk.over.map(({ name }) => name),
    [desk.shown[0].name],
  );
  pass(10);
  assert.deepEqual(
    [titles(phone), titles(desk)],
    [
      ['Soon', 'Soon'],
      ['Soon', 'Soon'],
    ],
  );
  phone.reminders.saw(phone.shown[1]);
  sync();
  pass(1);
  assert.equal(desk.over.length, 2);
  pass(60);
  assert.equal(desk.shown.length, 2);
});

test('what is no longer due is closed: deleted, moved, or acknowledged by another program', (context) => {
  const pass = stopClock(context);
  for (const [change, isClosed] of [
    [(of) => (of.acknowledged = true), true],
    [(of) => (of.rings = [startSeconds + 7200]), true],
    [() => {}, false],
    // While a page loads everything anew, its events are missing for a moment.
    [(of) => of.events.clear(), false],
  ]) {
    const of = account();
    of.rings = [Math.floor(Date.now() / 1000) - 60];
    const page = openPage(context, of);
    pass(1);
    assert.deepEqual(titles(page), ['Soon']);
    change(of);
    page.agenda.dispatchEvent(new Event('change'));
    pass(0.1);
    assert.equal(page.over.length === 1, isClosed);
    page.close();
  }
});

test('an alarm that rings several times is silent once it was seen', (context) => {
  const pass = stopClock(context);
  const of = account();
  of.rings = [0, 5, 10, 15].map((minutes) => startSeconds + minutes * 60);
  const page = openPage(context, of);
  pass(6);
  assert.equal(page.shown.length, 2);
  assert.equal(page.shown[0].name, page.shown[1].name);
  page.reminders.saw(page.shown[1]);
  pass(60);
  assert.equal(page.shown.length, 2);
});

test('a reminder that was seen is noted in the event, once', (context) => {
  const { page, pass } = snoozed(context);
  assert.deepEqual(page.written, [['soon', rings[0]]]);
  pass(11);
  page.reminders.saw(page.shown[0]);
  assert.equal(page.written.length, 1);
});
