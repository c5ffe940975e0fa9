import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sayLateRefusals } from '../app/late-refusals.js';
import { addStrings } from '../i18n/strings.js';

addStrings('en', JSON.parse(readFileSync(new URL('../strings/en.json', import.meta.url), 'utf8')));

/** A page with one calendar, and what it says. */
function page() {
  const edits = new EventTarget();
  const dismissed = [];
  edits.dismissRefusal = ({ place }) => dismissed.push(place);
  const shown = [];
  const notices = {
    show(text) {
      const message = new EventTarget();
      message.remove = () => shown.splice(shown.indexOf(message), 1);
      message.text = text;
      shown.push(message);
      return message;
    },
  };
  const agenda = { calendars: new Map([['c', {}]]) };
  sayLateRefusals({ agenda, edits }, notices, new AbortController().signal);
  let place = 0;
  const refuse = (given) => {
    place += 1;
    const refusal = {
      client: 'k',
      place,
      title: 'X',
      code: 'not-found',
      detail: '',
      kind: 'answer',
      events: [{ calendar: 'c', href: `${place}` }],
      proposal: 'p',
      comment: '',
      ...given,
    };
    edits.dispatchEvent(new CustomEvent('refused', { detail: { refusal } }));
    return shown.map(({ text }) => text);
  };
  return { refuse, shown, dismissed };
}

const gone = [{ calendar: 'left', href: 'a' }];

test('refused answers to one proposal are one message, which is seen as one', () => {
  const { refuse, shown, dismissed } = page();
  refuse({});
  assert.deepEqual(refuse({}), [
    'Those 2 times for “X” are no longer proposed, so your answers weren’t sent.',
  ]);
  assert.equal(refuse({ proposal: 'other' }).length, 2);
  shown[0].dispatchEvent(new Event('dismissed'));
  assert.deepEqual(dismissed, [1, 2]);
});

test('a refused answer says why it wasn’t sent', () => {
  assert.deepEqual(page().refuse({}), [
    'That time for “X” is no longer proposed, so your answer wasn’t sent.',
  ]);
  assert.deepEqual(page().refuse({ code: 'decided' }), [
    '“X” is already decided, so your answer wasn’t needed.',
  ]);
  assert.deepEqual(page().refuse({ events: gone }), [
    'You’re no longer in the group, so your answer to “X” wasn’t sent.',
  ]);
});

test('a refused answer hands its comment back', () => {
  assert.deepEqual(page().refuse({ code: 'deadline-over', comment: 'Only after nine' }), [
    '“X”: The deadline has passed, so you can’t answer any more. Your comment: “Only after nine”',
  ]);
});

test('a new event whose calendar is gone wasn’t added, another wasn’t changed', () => {
  const change = { proposal: undefined, comment: undefined, events: gone };
  assert.deepEqual(page().refuse({ ...change, kind: 'new' }), [
    '“X” wasn’t added, because its calendar is gone.',
  ]);
  assert.deepEqual(page().refuse({ ...change, kind: 'change' }), [
    '“X” is in a calendar that you no longer have access to, so your change wasn’t saved.',
  ]);
  assert.deepEqual(page().refuse({ ...change, kind: 'deletion' }), [
    '“X” is in a calendar that you no longer have access to, so it wasn’t deleted.',
  ]);
});

test('a change of what was changed or deleted elsewhere says so', () => {
  const change = { proposal: undefined, comment: undefined, kind: 'change' };
  assert.deepEqual(page().refuse({ ...change, code: 'changed-elsewhere' }), [
    '“X” was changed elsewhere first, so your change wasn’t saved.',
  ]);
  assert.deepEqual(page().refuse(change), [
    '“X” was deleted elsewhere, so your change wasn’t saved.',
  ]);
  // The server knows nothing of its calendar, and this page hasn't heard that it's gone.
  assert.deepEqual(page().refuse({ ...change, kind: 'new' }), [
    '“X” wasn’t added, because its calendar is gone.',
  ]);
});
