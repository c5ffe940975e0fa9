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

test('notes as long as a file may have are read at once', () => {
  const long = '<b'.repeat(50_000) + '<p>x</p>' + '&#'.repeat(50_000) + '<a href="'.repeat(2_000);
  const start = performance.now();
  plainNotes(long);
  assert.ok(performance.now() - start < 1_000);
});
