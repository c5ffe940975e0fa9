import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFor } from '../i18n/format.js';
import { addStrings } from '../i18n/strings.js';
import { waitingFacts } from '../views/groups/waiting-facts.js';

addStrings('en', {
  answeredOf: '{n} of {all} answered',
  timesBetween: '{n} time, {days}|{n} times, {days}',
});
formatFor('en-GB', '24');

const time = (/** @type {string} */ start, answers = {}, more = {}) => ({
  allDay: start.length === 10,
  start,
  lastDate: start.slice(0, 10),
  proposal: { yes: 0, maybe: 0, no: 0, missing: 4, ...answers },
  ...more,
});
const factsOf = (...times) => waitingFacts(times, '2026-03-01').replaceAll('\u2009', ' ');

test('one time is named with its day and its start, and how many have answered', () => {
  const asked = time('2026-03-11T19:00:00', { yes: 1, no: 1, missing: 2 });
  assert.equal(factsOf(asked), 'Wed 11 Mar, 19:00 · 2 of 4 answered');
  assert.equal(
    factsOf(time('2026-03-11', {}, { lastDate: '2026-03-12' })),
    'Wed 11 Mar – Thu 12 Mar · 0 of 4 answered',
  );
});

test('of several times the inbox says how many there are, and between which days', () => {
  const times = [
    time('2026-03-11T19:00:00', { yes: 1, missing: 3 }),
    time('2026-03-12T19:00:00', { yes: 2, maybe: 1, missing: 1 }),
    time('2026-03-20T19:00:00'),
  ];
  assert.equal(factsOf(...times), '3 times, 11 – 20 Mar · 3 of 4 answered');
});

test('times of another year say which', () =>
  assert.match(factsOf(time('2027-03-11T19:00:00')), /2027, 19:00/));
