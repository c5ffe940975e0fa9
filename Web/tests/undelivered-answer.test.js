import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { addStrings } from '../i18n/strings.js';
import { undeliveredAnswer } from '../views/event/undelivered-answer.js';

addStrings('en', JSON.parse(readFileSync(new URL('../strings/en.json', import.meta.url), 'utf8')));

before(() => {
  globalThis.document = {
    createElement: (tag) => ({
      tag,
      children: [],
      append(...children) {
        this.children.push(...children);
      },
      setAttribute(name, value) {
        this[name] = value;
      },
    }),
  };
});

/** The note at an event whose organizer has this address and didn't get the answer. */
function noteOf(email, { level = 'own', ...more } = {}) {
  const event = {
    calendar: 'a',
    title: 'Lunch & more',
    status: 'confirmed',
    undeliveredAnswer: { to: 'Ben', email, reason: 'not-taken' },
    ...more,
  };
  const calendars = new Map([['a', { id: 'a', level }]]);
  const [note] = undeliveredAnswer(event, { calendars });
  return note && { said: note.children[0].textContent, way: note.children[1] };
}

test('an answer that was not delivered is told, with a link to write to the organizer', () => {
  const { said, way } = noteOf('ben@example.org');
  assert.match(said, /^Your answer couldn’t be delivered to Ben: they don’t accept answers/);
  assert.deepEqual(
    [way.tag, way.textContent, way.href],
    ['a', 'Email Ben', 'mailto:ben@example.org?subject=Lunch%20%26%20more'],
  );
});

for (const level of ['group', 'connected', 'subscribed', 'full', 'busy']) {
  test(`nothing is told in a calendar of the level ${level}`, () => {
    assert.equal(noteOf('ben@example.org', { level }), undefined);
  });
}

test('nothing is told of an event that was called off, or whose answer arrived', () => {
  assert.equal(noteOf('ben@example.org', { status: 'cancelled' }), undefined);
  assert.equal(noteOf('', { undeliveredAnswer: null }), undefined);
});

for (const [email, address] of [
  ['ben.berg+lunch@example.org', 'ben.berg%2Blunch@example.org'],
  ["o'brien&sons@example.org", "o'brien%26sons@example.org"],
  ['jürgen@müller.example', 'j%C3%BCrgen@m%C3%BCller.example'],
]) {
  test(`the link to ${email} has the address encoded`, () => {
    assert.equal(noteOf(email).way.href, `mailto:${address}?subject=Lunch%20%26%20more`);
  });
}

for (const email of [
  '',
  '[',
  'ben',
  '@example.org',
  'ben@',
  'ben@example.org,eve@example.org',
  'ben@example.org;eve@example.org',
  'ben@example.org@example.com',
  'ben@example.org%2Ceve@example.org',
  'ben@example.org?cc=eve@example.org',
  'ben@example.org#part',
  'ben@example.org eve',
  'ben@example.org\n',
  '"Ben Berg"@example.org',
  'Ben <ben@example.org>',
]) {
  test(`an address such as ${JSON.stringify(email)} makes no link`, () => {
    const { way } = noteOf(email);
    assert.deepEqual([way.tag, way.textContent], ['p', 'Let them know some other way.']);
  });
}
