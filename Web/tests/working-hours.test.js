import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTTPError } from '../api/http.js';
import { sendWorkingHours } from '../state/working-hours.js';

const member = { id: 'me', zone: '', from: 540, to: 1020, weekHours: [] };

/** A page of somebody in Lisbon. What it sends changes the member, as the live stream would. */
function page({
  groups = true,
  chosen = /** @type {[number, number] | undefined} */ (undefined),
} = {}) {
  const agenda = Object.assign(new EventTarget(), {
    people: { me: 'me', list: groups ? [{ members: [{ id: 'other' }, { ...member }] }] : [] },
  });
  const settings = Object.assign(new EventTarget(), {
    chosen: { workHours: chosen },
    values: {
      workHours: chosen ?? /** @type {[number, number]} */ ([9, 17]),
      weekdayHours: /** @type {Record<string, [number, number] | null>} */ ({}),
    },
    /** @param {number} weekday @returns {[number, number] | null} */
    hoursOn(weekday) {
      const own = this.values.weekdayHours[weekday];
      return own === undefined ? (weekday > 5 ? null : this.values.workHours) : own;
    },
  });
  /** @type {object[]} */
  const sent = [];
  const end = new AbortController();
  const send = async (/** @type {object} */ change) => {
    sent.push(change);
    Object.assign(agenda.people.list[0]?.members[1] ?? {}, change);
  };
  return {
    agenda,
    settings,
    sent,
    end,
    send,
    start: (by = send) =>
      sendWorkingHours(
        /** @type {any} */ ({ agenda, settings, zone: { home: 'Europe/Lisbon' } }),
        end.signal,
        by,
      ),
  };
}

const rest = () => new Promise((resolve) => setTimeout(resolve));
/** @param {ReturnType<typeof page>} given @param {[number, number]} hours */
function choose({ settings }, hours) {
  settings.values.workHours = hours;
  settings.dispatchEvent(new CustomEvent('change', { detail: { workHours: hours } }));
}

test('the zone is sent once, even if another window sends a different one', async () => {
  const given = page();
  given.start();
  await rest();
  Object.assign(given.agenda.people.list[0]?.members[1] ?? {}, { zone: 'Asia/Tokyo' });
  given.agenda.dispatchEvent(new Event('calendars'));
  await rest();
  assert.deepEqual(given.sent, [{ zone: 'Europe/Lisbon' }]);
});

test('chosen hours are sent as minutes, in order', async () => {
  const given = page();
  given.start();
  choose(given, [7, 17]);
  choose(given, [7, 24]);
  await rest();
  assert.deepEqual(given.sent, [
    { zone: 'Europe/Lisbon' },
    { from: 420, to: 1020 },
    { from: 420, to: 1440 },
  ]);
  choose(given, [9, 17]);
  await rest();
  assert.deepEqual(given.sent.at(-1), { from: 540, to: 1020 });
});

test('hours by weekday are sent with the days off, and taken back', async () => {
  const given = page();
  given.start();
  const differ = (/** @type {Record<string, [number, number] | null>} */ weekdayHours) => {
    given.settings.values.weekdayHours = weekdayHours;
    given.settings.dispatchEvent(new CustomEvent('change', { detail: { weekdayHours } }));
  };
  differ({ 3: [8.25, 12], 5: null });
  await rest();
  const [, { weekHours }] = /** @type {any} */ (given.sent);
  assert.deepEqual(weekHours, [
    [540, 1020],
    [540, 1020],
    [495, 720],
    [540, 1020],
    null,
    null,
    null,
  ]);
  choose(given, [10, 17]);
  await rest();
  assert.deepEqual(/** @type {any} */ (given.sent.at(-1)).weekHours[0], [600, 1020]);
  differ({});
  await rest();
  assert.deepEqual(given.sent.at(-1), { weekHours: [] });
});

test('hours chosen earlier are sent at the start, default ones are not', async () => {
  const given = page({ chosen: [6, 14] });
  given.start();
  await rest();
  assert.deepEqual(given.sent, [{ zone: 'Europe/Lisbon', from: 360, to: 840 }]);
});

test('without a group nothing is sent until the user joins one', async () => {
  const given = page({ groups: false });
  given.start();
  choose(given, [8, 16]);
  await rest();
  assert.deepEqual(given.sent, []);
  given.settings.chosen.workHours = [8, 16];
  given.agenda.people.list = [{ members: [{ id: 'other' }, { ...member }] }];
  given.agenda.dispatchEvent(new Event('calendars'));
  await rest();
  assert.deepEqual(given.sent, [{ zone: 'Europe/Lisbon', from: 480, to: 960 }]);
});

test('being offline is not an error', async () => {
  const given = page();
  given.start(async () => {
    throw new HTTPError('offline', '');
  });
  await rest();
  choose(given, [8, 16]);
  await rest();
  given.end.abort();
  choose(given, [5, 6]);
});
