import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  emailOf,
  guestLine,
  guestName,
  guestsIn,
  guestsOf,
  guestsTyped,
  isSameGuest,
} from '../views/event/guest-lines.js';

const anna = { address: 'mailto:anna@example.org', name: 'Anna Sommer', optional: true };

test('a guest survives the way through a draft', () => {
  const odd = { address: 'MAILTO:x y\tz', name: '', optional: false };
  assert.deepEqual(guestsOf([anna, odd].map(guestLine).join('\n')), [anna, odd]);
  assert.deepEqual(guestsOf(''), []);
});

test('a name with line breaks stays in its line', () => {
  const [guest] = guestsOf(guestLine({ ...anna, name: 'Anna\nrequired\tEva' }));
  assert.deepEqual(guest, { ...anna, name: 'Anna required Eva' });
});

test('a guest is called by name, by e-mail address, or by another address', () => {
  assert.equal(guestName(anna), 'Anna Sommer');
  assert.equal(guestName({ ...anna, name: '' }), 'anna@example.org');
  assert.equal(guestName({ address: 'urn:uuid:1', name: '' }), 'urn:uuid:1');
  assert.equal(emailOf({ address: 'MAILTO:Anna@example.org' }), 'Anna@example.org');
});

test('only whoever decides sees guests, without themselves', () => {
  const attendees = /** @type {EventDetail['attendees']} */ (
    /** @type {unknown} */ ([
      { address: 'mailto:me@example.org', name: 'Me', optional: false, isViewer: true },
      { address: 'mailto:anna@example.org', name: 'anna@example.org', optional: true },
    ])
  );
  assert.deepEqual(guestsIn({ attendees, decidesGuests: true }), [{ ...anna, name: '' }]);
  assert.deepEqual(guestsIn({ attendees, decidesGuests: false }), []);
});

test('cases make no other guest', () => {
  assert.ok(isSameGuest(anna, { address: 'MAILTO:Anna@Example.org' }));
  assert.ok(!isSameGuest(anna, { address: 'mailto:eva@example.org' }));
});

for (const [text, expected] of /** @type {[string, string[] | null][]} */ ([
  ['', []],
  ['anna@example.org', ['anna@example.org']],
  [' mailto:anna@example.org ', ['anna@example.org']],
  ['a@x.org, b@x.org; c@x.org', ['a@x.org', 'b@x.org', 'c@x.org']],
  ['a@x.org b@x.org\nc@x.org', ['a@x.org', 'b@x.org', 'c@x.org']],
  ['Anna Sommer <anna@x.org>', ['Anna Sommer anna@x.org']],
  ['"Sommer, Anna" <anna@x.org>, Eva <eva@x.org>', ['Sommer, Anna anna@x.org', 'Eva eva@x.org']],
  ['<anna@x.org>', ['anna@x.org']],
  ['jürgen@bücher.example', ['jürgen@bücher.example']],
  ['Anna', null],
  ['anna@', null],
  ['a@b@c', null],
  ['Anna Sommer anna@x.org', null],
  ['anna@x.org <', null],
  ['"', null],
  [`${'x'.repeat(301)}@example.org`, ['x'.repeat(301) + '@example.org']],
  [`${'x'.repeat(302)}@example.org`, null],
  [`${'ü'.repeat(151)}@example.org`, null],
]))
  test(`reads ${JSON.stringify(text)}`, () => {
    const read = guestsTyped(text)?.map((guest) =>
      [guest.name, emailOf(guest)].filter(Boolean).join(' '),
    );
    assert.deepEqual(read ?? null, expected);
  });

test('reads a long text without an address in no time', () => {
  assert.equal(guestsTyped('"'.repeat(2000) + ' <'.repeat(2000)), null);
});
