import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTTPError } from '../api/http.js';
import { canTakeBack, changeCount, importInto, takeBack } from '../state/file-import.js';

const change = { href: 'a.ics', etag: '"1"' };

/**
 * An import that added events and reported some of its changes.
 *
 * @param {{ isNew: boolean, added: number | null, reported: number }} given `added` is null if it
 *   failed before its end.
 */
const imported = ({ isNew, added, reported }) => ({
  calendar: 'c',
  isNew,
  changes: Array.from({ length: reported }, () => change),
  isWhole: added === reported,
  done: reported,
  total: reported,
  problems: [],
  problemCount: 0,
  notes: [],
  result: added === null ? null : { added, updated: 0, unchanged: 0, dropped: 0 },
});

for (const [what, isNew, added, reported, expected] of /** @type {const} */ ([
  ['with every change reported', false, 2000, 2000, true],
  ['with one more than is reported', false, 2001, 2000, false],
  ['with one more than is reported, in a calendar made for it', true, 2001, 2000, true],
  ['that changed nothing', false, 0, 0, false],
  ['that changed nothing in a calendar made for it', true, 0, 0, false],
  ['that failed, with all that can be known', false, null, 1999, true],
  ['that failed, when there may be more than is known', false, null, 2000, false],
  ['that failed, in a calendar made for it', true, null, 2000, true],
])) {
  test(`An import ${what} ${expected ? 'can' : 'cannot'} be undone`, () => {
    const state = imported({ isNew, added, reported });
    assert.equal(canTakeBack(state), expected);
    assert.equal(changeCount(state), added ?? reported);
  });
}

for (const [how, added, expected, requests] of /** @type {const} */ ([
  ['event by event, and the calendar last', 2000, { back: 2000, kept: 0, binned: [] }, 2001],
  ['by moving the calendar to the bin', 2001, { back: 2001, kept: 0, binned: ['Many'] }, 1],
])) {
  test(`An import of ${added} events into a new calendar is undone ${how}`, async (t) => {
    const answer = t.mock.method(
      globalThis,
      'fetch',
      async () => new Response(null, { status: 204 }),
    );
    const calendars = new Map([['c', { name: 'Many' }]]);
    const agenda = /** @type {any} */ ({
      calendars,
      /** @param {{ id: string }} removed */
      apply: ({ id }) => calendars.delete(id),
    });
    const state = imported({ isNew: true, added, reported: 2000 });
    // Each event has a name of its own; otherwise its changes would be undone one after the other.
    state.changes = state.changes.map((each, number) => ({ ...each, href: `${number}.ics` }));
    assert.deepEqual(await takeBack(agenda, [state]), expected);
    assert.equal(answer.mock.callCount(), requests);
    assert.equal(calendars.size, 0);
  });
}

for (const end of [
  { type: 'storage-full', reason: 'account-events', detail: 'Full.' },
  { type: 'disk-full', detail: 'Full.' },
])
  test(`An import ended by ${end.type} says so, and what was saved can be undone`, async (t) => {
    const lines = [{ type: 'change', ...change }, end];
    const body = lines.map((line) => JSON.stringify(line)).join('\n');
    t.mock.method(globalThis, 'fetch', async () => new Response(body));
    /** @type {ImportState[]} */
    const states = [];
    const importing = importInto(
      /** @type {any} */ ({}),
      new Blob(),
      { id: 'c' },
      (state) => states.push(state),
      new AbortController().signal,
    );
    await assert.rejects(
      importing,
      (error) => error instanceof HTTPError && error.code === end.type,
    );
    const [state] = states;
    assert.ok(state && canTakeBack(state));
    assert.deepEqual(state.changes, [{ type: 'change', ...change }]);
  });
