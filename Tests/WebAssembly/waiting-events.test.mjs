// What is said of the events whose edits wait: each once, however many edits and texts it takes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditQueue } from '../../Web/state/edit-queue.js';
import { waitingEvents, waitingOf } from '../../Web/state/waiting-events.js';
import { kindOf } from '../../Web/state/waiting-kind.js';
import { newCore, put } from './support.mjs';

const day = '2026-03-12';
const at = (hour) => [`DTSTART:20260312T${hour}0000Z`, `DTEND:20260312T${hour}3000Z`];

/** A page without a network, with three events and a series. */
async function offline() {
  const engine = newCore();
  engine.putCalendar({ id: 'work', name: 'Work', color: 'green' });
  put(engine, 'lunch', [...at('12'), 'SUMMARY:Lunch']);
  put(engine, 'tea', [...at('16'), 'SUMMARY:Tea']);
  put(engine, 'walk', [...at('18'), 'SUMMARY:Walk']);
  put(engine, 'stand-up', [...at('09'), 'SUMMARY:Stand-up', 'RRULE:FREQ=DAILY;COUNT=9']);
  const agenda = { people: { me: 'anna' }, engine, outage: 'offline', changed: () => {} };
  const edits = new EditQueue(agenda);
  edits.showAgain('0');
  await edits.keepIn({
    begin: () => {},
    keep: async () => true,
    forget: async () => {},
    takeOver: async () => ({ edits: [], conflicts: [] }),
    handOver: () => {},
  });
  return {
    edits,
    engine,
    key: (title, date = day) => engine.day(date).find((event) => event.title === title).key,
    pass: () => new Promise((done) => setTimeout(done, 5)),
  };
}

const shift = { do: 'shift', days: '1', minutes: '0' };

for (const [what, act, expected] of [
  ['a new event', ({ edits }) => edits.create({ ...draft('Dinner'), calendar: 'personal' }), 1],
  [
    'two edits of one event',
    ({ edits, key }) => {
      edits.change(key('Lunch'), 'all', { title: 'Brunch' });
      edits.change(key('Brunch'), 'all', { title: 'Late lunch' });
    },
    1,
  ],
  [
    'a move to another calendar',
    ({ edits, key }) => edits.change(key('Lunch'), 'all', { calendar: 'work' }),
    1,
  ],
  [
    'three events that are moved at once',
    ({ edits, key }) => edits.editSelection([key('Lunch'), key('Tea'), key('Walk')], shift),
    3,
  ],
  [
    'three events that go to another calendar at once',
    ({ edits, key }) =>
      edits.editSelection([key('Lunch'), key('Tea'), key('Walk')], {
        do: 'calendar',
        calendar: 'work',
      }),
    3,
  ],
  [
    'both parts of a series that was split',
    ({ edits, key }) =>
      edits.change(key('Stand-up', '2026-03-14'), 'following', { title: 'Sit-down' }),
    2,
  ],
  ['a deleted event', ({ edits, key }) => edits.delete(key('Tea'), 'all'), 1],
]) {
  test(`of what waits, ${what} counts as ${expected}`, async () => {
    const page = await offline();
    act(page);
    await page.pass();
    assert.equal(waitingOf(page.edits).n, expected);
    const ids = waitingEvents(page.edits).map(({ id }) => id);
    assert.equal(new Set(ids).size, expected, 'the list has as many rows');
    page.edits.stop();
  });
}

for (const [what, act, expected] of [
  ['a new event', ({ edits }) => edits.create({ ...draft('Dinner'), calendar: 'personal' }), 'new'],
  [
    'a new series',
    ({ edits }) => edits.create({ ...draft('Dinner'), calendar: 'personal', repeat: 'FREQ=DAILY' }),
    'new',
  ],
  [
    'another title',
    ({ edits, key }) => edits.change(key('Lunch'), 'all', { title: 'Brunch' }),
    'changed',
  ],
  ['another time', ({ edits, key }) => edits.change(key('Lunch'), 'all', hours(14, 15)), 'moved'],
  [
    'another length',
    ({ edits, key }) => edits.change(key('Lunch'), 'all', hours(12, 15)),
    'changed',
  ],
  [
    'another time and title',
    ({ edits, key }) => edits.change(key('Lunch'), 'all', { title: 'Brunch', ...hours(14, 15) }),
    'changed',
  ],
  [
    'another calendar',
    ({ edits, key }) => edits.change(key('Lunch'), 'all', { calendar: 'work' }),
    'moved',
  ],
  ['a deleted event', ({ edits, key }) => edits.delete(key('Tea'), 'all'), 'deleted'],
  ['a deleted series', ({ edits, key }) => edits.delete(key('Stand-up'), 'all'), 'deleted'],
  [
    'a deleted date of a series',
    ({ edits, key }) => edits.delete(key('Stand-up'), 'this'),
    'series',
  ],
  [
    'a date of a series at another time',
    ({ edits, key }) => edits.change(key('Stand-up'), 'this', hours(14, 15)),
    'series',
  ],
  [
    'a series in another calendar',
    ({ edits, key }) => edits.change(key('Stand-up'), 'all', { calendar: 'work' }),
    'moved',
  ],
  [
    'a series that was split',
    ({ edits, key }) =>
      edits.change(key('Stand-up', '2026-03-14'), 'following', { title: 'Sit-down' }),
    'series,series',
  ],
  [
    'an event that repeats from now on',
    ({ edits, key }) => edits.change(key('Lunch'), 'all', { repeat: 'FREQ=DAILY' }),
    'changed',
  ],
]) {
  test(`${what} is listed as: ${expected}`, async () => {
    const page = await offline();
    act(page);
    await page.pass();
    const read = ({ calendar, href, ...texts }, which) =>
      page.engine.version(calendar, href, texts[which]);
    const kinds = waitingEvents(page.edits).map((event) => kindOf(event, read));
    assert.equal(kinds.join(), expected);
    page.edits.stop();
  });
}

/** @param {number} from @param {number} to */
const hours = (from, to) => ({
  allDay: '0',
  start: `${day}T${from}:00:00`,
  end: `${day}T${to}:00:00`,
});

/** @param {string} title */
function draft(title) {
  return {
    title,
    allDay: '0',
    start: `${day}T19:00:00`,
    end: `${day}T20:00:00`,
    status: 'confirmed',
  };
}
