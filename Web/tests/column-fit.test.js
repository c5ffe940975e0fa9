import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysFitting, divisionOf } from '../layout/column-fit.js';

const piece = (key, from, to, column, columns, { span = 1, depth = 0 } = {}) => ({
  key,
  from,
  to,
  depth,
  column,
  columns,
  span,
});
const dayOf = (...pieces) => ({
  date: '2026-03-11',
  today: false,
  change: null,
  pieces,
  strips: [],
});
const strip = { calendar: 'x', color: 'red', from: 0, to: 60, lane: 0 };
const columnsFitting = (day, box) => daysFitting([day], box)[0];
/** Eight events at once, each a little later than the one before. */
const eight = dayOf(...[...'abcdefgh'].map((key, n) => piece(key, 540 + n, 600 + n, n, 8)));
/** A day that is as wide as some columns of the least width with words, and the gap at its end. */
const wide = (columns) => ({ dayPx: columns * 32 + 6, scale: 1 });
const keysOf = ({ pieces }) => pieces.map(({ key }) => key).join('');

test('a day leaves room for the strips of busy times, if it has any', () => {
  const box = { dayPx: 200, scale: 1 };
  assert.equal(divisionOf({ hasStripRoom: false }, box).widthPx, 194);
  assert.equal(divisionOf({ hasStripRoom: true }, box).widthPx, 180);
});

test('all days leave room for strips if one of them has any', () => {
  const [without, alone] = [dayOf(), { ...dayOf(), strips: [strip] }];
  const roomOf = (days) => daysFitting(days, wide(3)).map(({ hasStripRoom }) => hasStripRoom);
  assert.deepEqual(roomOf([without, alone]), [true, true]);
  assert.deepEqual(roomOf([without, without]), [false, false]);
});

test('busy times of several people have lanes of their own while one is free', () => {
  const at = (from, to, lane) => ({ ...strip, from, to, lane });
  const strips = [at(0, 100, 1), at(10, 50, 1), at(20, 90, 1), at(60, 80, 1), at(120, 130, 0)];
  const [{ strips: placed }] = daysFitting([{ ...dayOf(), strips }], wide(3));
  assert.deepEqual(
    placed.map(({ lane }) => lane),
    [1, 0, 1, 0, 0],
  );
});

test('events are moved in less where a day is narrower, also because its text is larger', () => {
  const steps = [
    [200, 1],
    [200, 2],
    [100, 2],
  ].map(([dayPx, scale]) => divisionOf({ hasStripRoom: false }, { dayPx, scale }).stepPx);
  assert.deepEqual(steps, [24, 16, 8]);
});

test('as many events as there is room for are all drawn', () => {
  const { pieces, more } = columnsFitting(eight, wide(8));
  assert.deepEqual(
    pieces,
    eight.pieces.map((each) => ({ ...each, insetPx: 0, nextAt: Infinity, hasMoreBeside: false })),
  );
  assert.deepEqual(more, []);
});

test('one more, and the last two are counted beside the others', () => {
  const { pieces, more } = columnsFitting(eight, wide(7));
  assert.deepEqual(keysOf({ pieces }), 'abcdef');
  assert.ok(pieces.every(({ columns, hasMoreBeside }) => columns === 6 && hasMoreBeside));
  assert.deepEqual(more, [{ key: 'more at 546', from: 546, to: 607, keys: ['g', 'h'] }]);
});

test('a narrow day shows three events at once as blocks without words', () => {
  const three = dayOf(...[...'abc'].map((key, n) => piece(key, 540, 600, n, 3)));
  assert.equal(keysOf(columnsFitting(three, { dayPx: 48, scale: 1 })), 'abc');
});

test('an event that covered free columns still ends before the count', () => {
  const day = dayOf(
    piece('a', 0, 60, 0, 5),
    piece('b', 60, 120, 0, 5, { span: 5 }),
    piece('e', 30, 70, 4, 5),
  );
  const drawn = columnsFitting(day, wide(4)).pieces;
  assert.deepEqual(
    drawn.map(({ key, columns, span }) => `${key}${columns}/${span}`),
    ['a3/1', 'b3/3'],
  );
});

test('an event that lies on another is moved in, until no room is left for a word', () => {
  const day = dayOf(...[...'abcde'].map((key, n) => piece(key, n * 30, 600, 0, 1, { depth: n })));
  const { pieces, more } = columnsFitting(day, { dayPx: 110, scale: 1 });
  assert.deepEqual(
    pieces.map(({ insetPx }) => insetPx),
    [0, 16, 32, 48, 64],
  );
  assert.deepEqual(more, []);
  const narrower = columnsFitting(day, { dayPx: 80, scale: 1 });
  assert.equal(keysOf(narrower), 'abc');
  assert.deepEqual(narrower.more[0].keys, ['d', 'e']);
});

test('an event knows when the next one begins in its part of the width', () => {
  const day = dayOf(
    piece('below', 0, 180, 0, 2),
    piece('beside', 10, 60, 1, 2),
    piece('over', 90, 120, 0, 1, { depth: 1 }),
    piece('after', 180, 200, 0, 2),
    piece('beside after', 190, 200, 1, 2),
  );
  assert.deepEqual(
    columnsFitting(day, wide(9)).pieces.map(({ nextAt }) => nextAt),
    [90, 90, 180, Infinity, Infinity],
  );
});

test('whatever stands at the time of a count leaves room for it', () => {
  const day = dayOf(
    ...[...'abcdef'].map((key, n) => piece(key, 0, 60, n, 6)),
    piece('later', 30, 90, 0, 1, { depth: 1 }),
    piece('after', 60, 90, 0, 1),
  );
  const { pieces } = columnsFitting(day, wide(4));
  assert.deepEqual(
    pieces.map(({ key, hasMoreBeside }) => [key, hasMoreBeside === true]),
    [
      ['a', true],
      ['b', true],
      ['c', true],
      ['later', true],
      ['after', false],
    ],
  );
});

test('events that do not overlap are counted apart', () => {
  const day = dayOf(
    piece('a', 0, 20, 0, 5),
    piece('x', 0, 20, 4, 5),
    piece('y', 300, 310, 3, 4),
    piece('z', 600, 660, 0, 1),
  );
  assert.deepEqual(
    columnsFitting(day, wide(3)).more.map(({ from, to, keys }) => [from, to, keys.join()]),
    [
      [0, 30, 'x'],
      [300, 330, 'y'],
    ],
  );
});
