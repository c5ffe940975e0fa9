import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commands } from '../app/commands.js';
import { commandWords } from '../i18n/command-search-words.js';
import { keyText } from '../i18n/key-names.js';
import { addStrings, t } from '../i18n/strings.js';
import { comparable, folded, rankOf } from '../i18n/text-matching.js';
import { commandOf } from '../interaction/key-presses.js';

const catalogue = (language) =>
  JSON.parse(readFileSync(new URL(`../strings/${language}.json`, import.meta.url), 'utf8'));
const catalogues = { en: catalogue('en'), de: catalogue('de') };
addStrings('en', catalogues.en);

globalThis.HTMLElement ??= class {};
/** @param {boolean} isInDialog */
const page = (isInDialog = false) => {
  globalThis.document = { querySelector: () => (isInDialog ? {} : null) };
};
const field = Object.assign(new globalThis.HTMLElement(), {
  matches: () => true,
  closest: () => null,
});
const press = (key, more = {}) => ({ key, target: null, ...more });

test('no two commands share a key', () => {
  const keys = commands.flatMap((command) => command.keys);
  assert.deepEqual(
    keys.filter((key, place) => keys.indexOf(key) !== place),
    [],
  );
});

for (const { name, label } of commands.filter((command) => command.name !== 'palette')) {
  test(`the command ${name} is found by its words in both languages`, () => {
    const { en, de } = commandWords[name];
    const text = comparable('', `${en} ${de}`);
    for (const language of ['en', 'de']) {
      const said = folded(catalogues[language][label]).split(/[^\p{L}\p{N}]+/u);
      // Nobody looks for an article.
      const asked = said.filter((word) => word.length > 3);
      assert.ok(rankOf((asked[0] ? asked : said).join(' '), text) <= 2, `${language}: ${asked}`);
    }
  });
}

test('words are only of commands that exist', () => {
  const names = commands.map(({ name }) => name);
  assert.deepEqual(
    Object.keys(commandWords).filter((name) => !names.includes(name)),
    [],
  );
});

for (const [event, name] of [
  [press('n'), 'newEvent'],
  [press('N', { shiftKey: true }), 'newEvent'],
  [press('?', { shiftKey: true }), 'shortcuts'],
  [press('k'), 'previous'],
  [press('k', { ctrlKey: true }), 'palette'],
  [press('k', { metaKey: true, target: field }), 'palette'],
  [press('k', { ctrlKey: true, shiftKey: true }), undefined],
  [press('k', { ctrlKey: true, altKey: true }), undefined],
  [press('z', { metaKey: true }), 'undo'],
  [press('Z', { metaKey: true, shiftKey: true }), 'redo'],
  [press('y', { ctrlKey: true }), 'redo'],
  // In Safari, Cmd with Y shows the history.
  [press('y', { metaKey: true }), undefined],
  [press('z', { ctrlKey: true, target: field }), undefined],
  [press('n', { target: field }), undefined],
  [press('w'), 'week'],
  [press('n', { defaultPrevented: true }), undefined],
]) {
  const { target, ...pressed } = event;
  test(`${JSON.stringify(pressed)}${target ? ' in a field' : ''} is ${name}`, () => {
    page();
    assert.equal(commandOf(event, commands)?.name, name);
  });
}

test('keys in a card are its own, and those on the page beside it the page’s', () => {
  page();
  const inCard = Object.assign(new globalThis.HTMLElement(), {
    matches: () => false,
    closest: () => ({}),
  });
  assert.equal(commandOf(press('n', { target: inCard }), commands), undefined);
  assert.equal(commandOf(press('k', { target: inCard, ctrlKey: true }), commands), undefined);
  assert.equal(commandOf(press('n'), commands)?.name, 'newEvent');
});

test('in a dialog only printing goes on', () => {
  page(true);
  assert.equal(commandOf(press('n'), commands), undefined);
  assert.equal(commandOf(press('k', { ctrlKey: true }), commands), undefined);
  assert.equal(commandOf(press('p', { ctrlKey: true }), commands)?.name, 'print');
});

test('keys are written as the keyboard has them', () => {
  assert.equal(keyText('Mod Shift z', false), 'Ctrl ⇧ Z');
  assert.equal(keyText('Mod Shift z', true), '⇧ ⌘ Z');
  assert.equal(keyText('/', false), '/');
  addStrings('de', catalogues.de);
  assert.equal(keyText('Mod k', false), 'Strg K');
  assert.equal(t('palette'), 'Befehlspalette');
  addStrings('en', catalogues.en);
});
