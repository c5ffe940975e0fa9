import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsFitting, columnsIn } from '../layout/column-fit.js';

const piece = (key, from, to, column, columns, span = 1) => ({
  key,
  from,
  to,
  column,
  columns,
  span,
});
const dayOf = (...pieces) => ({ date: '2026-03-11', today: false, change: null, pieces });
/** Eight events at once, each a little later than the one before. */
const eight = dayOf(...[...'abcdefgh'].map((key, n) => piece(key, 540 + n, 600 + n, n, 8)));
const drawn = ({ pieces }) => pieces.map(({ key, columns, span }) => `${key}${columns}/${span}`);

for (const [dayPx, scale, columns] of [
  [48, 1, 2],
  [115, 1, 2],
  [180, 1, 4],
  [180, 2, 2],
  [1200, 1, 29],
]) {
  test(`a day of ${dayPx} px has room for ${columns} columns at ${scale * 100} % text`, () =>
    assert.equal(columnsIn({ dayPx, scale }), columns));
}

test('as many events as there is room for are all drawn', () => {
  const { pieces, more } = columnsFitting(eight, 8);
  assert.deepEqual(pieces, eight.pieces);
  assert.deepEqual(more, []);
});

test('one more, and the last two are counted beside the others', () => {
  const { pieces, more } = columnsFitting(eight, 7);
  assert.deepEqual(pieces.map(({ key }) => key).join(''), 'abcdef');
  assert.ok(pieces.every(({ columns, hasMoreBeside }) => columns === 6 && hasMoreBeside));
  assert.deepEqual(more, [{ key: 'more at 546', from: 546, to: 607, keys: ['g', 'h'] }]);
});

test('an event that covered free columns still ends before the count', () => {
  const day = dayOf(
    piece('a', 0, 60, 0, 5),
    piece('b', 60, 120, 0, 5, 5),
    piece('e', 30, 70, 4, 5),
  );
  assert.deepEqual(drawn(columnsFitting(day, 4)), ['a3/1', 'b3/3']);
});

test('events that do not overlap are counted apart, and times without others stay whole', () => {
  const day = dayOf(
    piece('a', 0, 20, 0, 5),
    piece('x', 0, 20, 4, 5),
    piece('y', 300, 310, 3, 4),
    piece('z', 600, 660, 0, 1),
  );
  const { pieces, more } = columnsFitting(day, 3);
  assert.deepEqual(
    pieces.map(({ key, hasMoreBeside }) => [key, hasMoreBeside]),
    [
      ['a', true],
      ['z', undefined],
    ],
  );
  assert.deepEqual(
    more.map(({ from, to, keys }) => [from, to, keys.join()]),
    [
      [0, 30, 'x'],
      [300, 330, 'y'],
    ],
  );
});
