// What is said of the events whose edits wait: each once, however many edits and texts it takes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditQueue } from '../../Web/state/edit-queue.js';
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
  const agenda = {
    people: { me: 'anna' },
    engine,
    outage: 'offline',
    changed: () => {},
    arrived: () => {},
  };
  const edits = new EditQueue(agenda);
  edits.showAgain('0');
  await edits.keepIn({
    begin: () => {},
    keep: async () => true,
    forget: async () => {},
    takeOver: async () => ({ edits: [], conflicts: [], refusals: [] }),
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
    'a series that was split',
    ({ edits, key }) =>
      edits.change(key('Stand-up', '2026-03-14'), 'following', { title: 'Sit-down' }),
    1,
  ],
  ['a deleted event', ({ edits, key }) => edits.delete(key('Tea'), 'all'), 1],
]) {
  test(`of what waits, ${what} counts as ${expected}`, async () => {
    const page = await offline();
    act(page);
    await page.pass();
    assert.equal(page.edits.waiting.n, expected);
    const rows = page.engine.listWaiting(9);
    const names = new Set(rows.map(({ name }) => name));
    assert.equal(names.size, expected, 'the list has as many rows');
    assert.ok(rows.every(({ others }) => others === expected - 1));
    page.edits.stop();
  });
}

for (const [what, act, expected] of [
  [
    'a new event',
    ({ edits }) => edits.create({ ...draft('Dinner'), calendar: 'personal' }),
    'new event',
  ],
  [
    'a new series',
    ({ edits }) => edits.create({ ...draft('Dinner'), calendar: 'personal', repeat: 'FREQ=DAILY' }),
    'new series',
  ],
  [
    'another title',
    ({ edits, key }) => edits.change(key('Lunch'), 'all', { title: 'Brunch' }),
    'changed event',
  ],
  [
    'another time',
    ({ edits, key }) => edits.change(key('Lunch'), 'all', hours(14, 15)),
    'moved event',
  ],
  [
    'another length',
    ({ edits, key }) => edits.change(key('Lunch'), 'all', hours(12, 15)),
    'changed event',
  ],
  [
    'another time and title',
    ({ edits, key }) => edits.change(key('Lunch'), 'all', { title: 'Brunch', ...hours(14, 15) }),
    'changed event',
  ],
  [
    'another calendar',
    ({ edits, key }) => edits.change(key('Lunch'), 'all', { calendar: 'work' }),
    'moved event',
  ],
  ['a deleted event', ({ edits, key }) => edits.delete(key('Tea'), 'all'), 'deleted event'],
  ['a deleted series', ({ edits, key }) => edits.delete(key('Stand-up'), 'all'), 'deleted series'],
  [
    'a deleted date of a series',
    ({ edits, key }) => edits.delete(key('Stand-up'), 'this'),
    'deleted dates 1',
  ],
  [
    'a date of a series at another time',
    ({ edits, key }) => edits.change(key('Stand-up'), 'this', hours(14, 15)),
    'moved dates 1',
  ],
  [
    'a date of a series with another title',
    ({ edits, key }) => edits.change(key('Stand-up'), 'this', { title: 'Sit-down' }),
    'changed dates 1',
  ],
  [
    'two dates of a series, one of them deleted',
    ({ edits, key }) => {
      edits.change(key('Stand-up'), 'this', { title: 'Sit-down' });
      edits.delete(key('Stand-up', '2026-03-14'), 'this');
    },
    'changed dates 2',
  ],
  [
    'a series with another title and a date that was deleted before',
    ({ edits, key }) => {
      edits.delete(key('Stand-up', '2026-03-14'), 'this');
      edits.change(key('Stand-up'), 'all', { title: 'Sit-down' });
    },
    'changed series',
  ],
  [
    'a series in another calendar',
    ({ edits, key }) => edits.change(key('Stand-up'), 'all', { calendar: 'work' }),
    'moved series',
  ],
  [
    'a series that was split',
    ({ edits, key }) =>
      edits.change(key('Stand-up', '2026-03-14'), 'following', { title: 'Sit-down' }),
    'changed series',
  ],
  [
    'an event that repeats from now on',
    ({ edits, key }) => edits.change(key('Lunch'), 'all', { repeat: 'FREQ=DAILY' }),
    'changed event',
  ],
]) {
  test(`${what} is listed as: ${expected}`, async () => {
    const page = await offline();
    act(page);
    await page.pass();
    const listed = page.engine.listWaiting(9);
    const said = listed.map(({ kind, extent, dates }) => [kind, extent, dates].join(' ').trim());
    assert.equal(said.join(), expected);
    page.edits.stop();
  });
}

test('only the dates of a series that an edit concerns are marked', async () => {
  const page = await offline();
  page.edits.change(page.key('Stand-up', '2026-03-13'), 'this', { title: 'Sit-down' });
  page.edits.delete(page.key('Stand-up', '2026-03-15'), 'this');
  await page.pass();
  const marked = (date) => page.engine.day(date).filter(({ unsaved }) => unsaved);
  const titles = ['2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15'].map((date) =>
    marked(date).map(({ title }) => title),
  );
  assert.deepEqual(titles, [[], ['Sit-down'], [], []]);
  const [row] = page.engine.listWaiting(9);
  assert.deepEqual(
    [row.start, row.key],
    ['2026-03-13T09:00:00', page.key('Sit-down', '2026-03-13')],
  );
  page.edits.change(page.key('Stand-up'), 'all', { location: 'Hall' });
  assert.equal(marked('2026-03-14').length, 1);
  page.edits.stop();
});

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
