import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const styleOf = (/** @type {string} */ name) =>
  readFileSync(new URL(`../styles/${name}.css`, import.meta.url), 'utf8');

/** What a size of text may be: one of the five, or that but not more than the place has room for. */
const allowed =
  /^(inherit|0|(min|clamp)\(.*var\(--size-\w+\).*\)|var\(--size-(title|lead|body|second|label|event)\))$/;

for (const name of ['shell', 'month', 'timeline', 'year', 'agenda', 'board', 'day']) {
  test(`${name}.css has no sizes of text but the five`, () => {
    const sizes = [...styleOf(name).matchAll(/font-size:\s*([^;}]+)/g)].map(([, size]) =>
      size?.trim(),
    );
    assert.ok(sizes.length > 0);
    assert.deepEqual(
      sizes.filter((size) => !allowed.test(size ?? '')),
      [],
    );
  });

  test(`${name}.css cuts nothing off with dots, and sets no word from top to bottom`, () =>
    assert.doesNotMatch(styleOf(name), /ellipsis|line-clamp|writing-mode/));
}

test('no text is smaller than 11 pixels', () => {
  const sizes = [...styleOf('tokens').matchAll(/--size-\w+:\s*(?:max\()?([\d.]+)rem/g)];
  assert.ok(sizes.length >= 8);
  for (const [text, rem] of sizes) assert.ok(Number(rem) * 16 >= 11, text);
});
