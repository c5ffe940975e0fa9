import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventOfText } from '../state/shared-text.js';

for (const [what, shared, expected] of [
  [
    'a line of a message',
    { title: '', text: 'Lunch Friday 12:30', url: '' },
    { line: 'Lunch Friday 12:30', notes: '', url: '' },
  ],
  [
    'a page',
    { title: 'A concert', text: 'https://a.example/1?b=c', url: '' },
    { line: 'A concert', notes: '', url: 'https://a.example/1?b=c' },
  ],
  [
    'a page with the link in its own field',
    { title: 'A concert', text: '', url: 'https://a.example' },
    { line: 'A concert', notes: '', url: 'https://a.example' },
  ],
  [
    'a link alone',
    { title: '', text: 'https://a.example', url: '' },
    { line: 'https://a.example', notes: '', url: 'https://a.example' },
  ],
  [
    'a letter',
    { title: 'Dinner', text: 'Shall we?\nYours', url: '' },
    { line: 'Dinner', notes: 'Shall we?\nYours', url: '' },
  ],
  [
    'several lines',
    { title: '', text: 'Dinner at 8\nBring wine', url: '' },
    { line: 'Dinner at 8', notes: 'Bring wine', url: '' },
  ],
  [
    'the title again as text',
    { title: 'Dinner', text: 'Dinner', url: '' },
    { line: 'Dinner', notes: '', url: '' },
  ],
  ['nothing', { title: '', text: '', url: '' }, { line: '', notes: '', url: '' }],
]) {
  test(`sharing ${what} fills in an event`, () => assert.deepEqual(eventOfText(shared), expected));
}

test('a line that is too long goes into the notes', () => {
  const text = 'x'.repeat(1001);
  assert.deepEqual(eventOfText({ title: '', text, url: '' }), {
    line: text.slice(0, 1000),
    notes: text,
    url: '',
  });
  assert.deepEqual(eventOfText({ title: '', text: text.slice(1), url: '' }), {
    line: text.slice(1),
    notes: '',
    url: '',
  });
});

test('a title that is too long goes into the notes, once', () => {
  const title = 'x'.repeat(1001);
  const [line, url] = [title.slice(1), 'https://a.example'];
  assert.deepEqual(eventOfText({ title, text: '', url }), { line, notes: title, url });
  assert.deepEqual(eventOfText({ title, text: 'Bring wine', url }), {
    line,
    notes: `${title}\nBring wine`,
    url,
  });
  assert.deepEqual(eventOfText({ title, text: `${title}\nBring wine`, url }), {
    line,
    notes: `${title}\nBring wine`,
    url,
  });
});

test('a link that is too long for the line is complete in its own field', () => {
  const url = `https://a.example/${'x'.repeat(1000)}`;
  assert.deepEqual(eventOfText({ title: '', text: url, url: '' }), {
    line: url.slice(0, 1000),
    notes: '',
    url,
  });
});
