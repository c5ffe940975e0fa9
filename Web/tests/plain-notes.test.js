import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkedPieces, plainNotes } from '../i18n/plain-notes.js';

for (const [notes, expected] of [
  ['Tickets <b>in the drawer</b>', 'Tickets in the drawer'],
  ['One<br>two<br/>three', 'One\ntwo\nthree'],
  ['<p>One</p><p>Two &amp; three</p>', 'One\nTwo & three'],
  ['<ul><li>Bread</li><li>Milk</li></ul>', '• Bread\n• Milk'],
  ['<a href="https://example.org/a">Join</a>', 'Join (https://example.org/a)'],
  ['<a href="https://example.org/a">https://example.org/a</a>', 'https://example.org/a'],
  ['<a href="javascript:alert(1)">Join</a>', 'Join'],
  ['<script>alert(1)</script><b>Hi</b>', 'Hi'],
  ['<!-- hidden --><span style="color: red">Hi</span>&nbsp;you&#33;&#x21;', 'Hi you!!'],
  ['<b>Broken &#0; &#55296; &unknown;</b>', 'Broken &#0; &#55296; &unknown;'],
  // Not HTML, so nothing is read into it.
  ['a < b and c > d &amp; e', 'a < b and c > d &amp; e'],
  ['Ask Anna <anna@example.org>', 'Ask Anna <anna@example.org>'],
  ['', ''],
]) {
  test(`the notes ${JSON.stringify(notes)} read ${JSON.stringify(expected)}`, () => {
    assert.equal(plainNotes(notes), expected);
  });
}

for (const [text, expected] of [
  ['See https://example.org/tickets.', ['https://example.org/tickets']],
  ['(https://example.org/a?b=c#d)', ['https://example.org/a?b=c#d']],
  ['http://one.example and https://two.example/', ['http://one.example', 'https://two.example/']],
  ['javascript:alert(1) data:text/html,x file:///etc', []],
  ['https://', []],
  ['', []],
]) {
  test(`the addresses in ${JSON.stringify(text)} are links, and its text stays`, () => {
    const pieces = linkedPieces(text);
    assert.deepEqual(
      pieces.filter(({ href }) => href).map(({ href }) => href),
      expected,
    );
    assert.equal(pieces.map((piece) => piece.text).join(''), text);
  });
}

const mebibyte = 1024 * 1024;

for (const part of [
  '<a href="https://zoom.us/j/1">',
  '<a href="https://zoom.us/j/1">x</a>',
  '<script>',
  '<!--',
  '<!-- <style> <b>',
  '<b',
  '<p>',
  '<br> ',
  '<li><',
  '&#',
  ' ',
  "</a><a href='",
  'https://).',
])
  test(`a mebibyte of ${JSON.stringify(part)} is read once, however it goes on`, () => {
    const long = `<p>x</p>${part.repeat(mebibyte / part.length)}x`;
    const start = performance.now();
    linkedPieces(plainNotes(long, long.length));
    // Linear, it takes some 0.1 s; looking back for each tag, minutes.
    assert.ok(performance.now() - start < 5_000);
  });

test('what follows the first 64 KiB of notes stays as it was written', () => {
  const [notes, rest] = ['<b>x</b>'.repeat(8 * 1024), '<b>y</b>'];
  assert.equal(plainNotes(notes + rest), 'x'.repeat(8 * 1024) + rest);
});

test('the words of a link stand before its address, whatever is in and around it', () => {
  const link = '<a href="https://example.org/a">';
  assert.equal(
    plainNotes(`1 ${link}<b>Join</b> <i>in</i></a> 2`),
    '1 Join in (https://example.org/a) 2',
  );
  assert.equal(plainNotes(`1 ${link}Join</b> 2`), '1 Join 2', 'a link without an end');
  assert.equal(plainNotes('<p>1 <!-- 2 < 3'), '1 <!-- 2 < 3', 'a comment without an end');
  assert.equal(plainNotes('<STYLE>a > b {}</style >1<!DOCTYPE html><br>2'), '1\n2');
});

test('the first 200 addresses of a text are links, and the text stays whole', () => {
  const text = 'https://example.org/a '.repeat(20_000);
  const pieces = linkedPieces(text);
  assert.equal(pieces.filter(({ href }) => href).length, 200);
  assert.equal(pieces.map((piece) => piece.text).join(''), text);
});
