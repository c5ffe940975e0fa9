import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFor } from '../i18n/format.js';
import { candidateTitle } from '../views/groups/candidate-title.js';

/** The title of the first of these times. @param {string[]} starts */
function titleOf(...starts) {
  formatFor('en-GB', '');
  const candidates = starts.map((start) => ({ title: 'Choir', start, allDay: false }));
  const engine = { event: () => candidates[0], proposal: () => ({ candidates }) };
  return candidateTitle(engine, 'k');
}

test('a proposal’s time is named by what tells it from the others', () => {
  const [nine, ten, later] = ['2026-12-11T09:00:00', '2026-12-11T10:00:00', '2026-12-12T09:00:00'];
  assert.equal(titleOf(nine), 'Choir');
  assert.match(titleOf(nine, later), /^Choir, Fri,? 11 Dec$/);
  assert.match(titleOf(nine, ten), /^Choir, Fri,? 11 Dec, 0?9:00$/);
});
