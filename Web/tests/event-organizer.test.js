import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { addStrings } from '../i18n/strings.js';
import { organizerOf } from '../views/event/event-organizer.js';

addStrings('en', JSON.parse(readFileSync(new URL('../strings/en.json', import.meta.url), 'utf8')));

const guest = {
  account: '',
  name: 'Ben',
  answer: null,
  comment: '',
  one: false,
  undelivered: null,
};
const anna = { name: 'Anna', address: 'anna@example.org' };

for (const [organizer, attendees, level, shown] of [
  [anna, [guest], 'own', 'Anna (anna@example.org)'],
  [{ ...anna, name: '' }, [guest], 'own', 'anna@example.org'],
  [{ ...anna, name: anna.address }, [guest], 'own', 'anna@example.org'],
  [{ name: 'Anna', address: 'urn:uuid:1' }, [guest], 'own', 'Anna (urn:uuid:1)'],
  [anna, [], 'own', ''],
  [null, [guest], 'own', ''],
  [undefined, [guest], 'own', ''],
  [anna, [guest], 'group', ''],
  [anna, [guest], 'full', ''],
  [anna, [guest], undefined, ''],
]) {
  const who = organizer ? `${organizer.name}, ${organizer.address}` : 'nobody';
  test(`${who} with ${attendees.length} guests in a calendar of the level ${level}`, () => {
    assert.equal(organizerOf({ organizer, attendees }, level), shown);
  });
}
