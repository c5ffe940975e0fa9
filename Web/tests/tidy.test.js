import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const root = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '..');

/** Who may import whom, by folder under Web/. A folder that is not listed fails. */
const allowedImports = {
  lib: [],
  core: ['lib'],
  api: ['lib'],
  state: ['lib', 'core', 'api'],
  components: ['lib'],
  views: ['lib', 'core', 'state', 'components'],
  tests: ['lib', 'core', 'api', 'state', 'components', 'views'],
};

const banned = [
  [/\.innerHTML\s*=|insertAdjacentHTML|document\.write/, 'build elements; set textContent'],
  [/\bnew Date\(\)|Date\.now\(\)/, 'take the clock from lib/clock.js'],
  [/\bMath\.random\(|randomUUID/, 'take ids and chance from lib/clock.js or an argument'],
  [/\bexport default\b/, 'name what you export'],
  [/\.setAttribute\('style'|style\.cssText/, 'set single properties, or a class'],
  [/https?:\/\/(?!www\.w3\.org\/2000\/svg)/, 'the page asks no other host'],
];

/** The files that may do what is banned elsewhere. */
const exempt = {
  'lib/clock.js': [1, 2],
  // A link for the person to follow, and links found in what a person shares.
  'views/event/elsewhere.js': [5], 'state/shared-text.js': [5],
};

/** The header of a function or method that opens a block. */
const header = /^( *)(?:export )?(?:(?:async |static |get |set )*function\b|(?:async |static |get |set |\*)*#?(?!if|for|while|switch|catch)\w+\(.*\) \{$|const \w+ = .*=> \{$)/;

/**
 * The functions of a file that are longer than a limit, as `line: length`.
 *
 * @param {string} text
 * @param {number} linesMax
 */
function longFunctions(text, linesMax) {
  const lines = text.split('\n');
  return lines.flatMap((line, start) => {
    const match = header.exec(line);
    if (!match) return [];
    const end = lines.findIndex((l, i) => i > start && l.startsWith(`${match[1]}}`));
    const length = end - start + 1;
    return length > linesMax ? [`${start + 1}: ${length} lines`] : [];
  });
}

/** @param {string} path The view's own folder within views/, which no other view may reach into. */
const viewOf = (path) => path.split('/').slice(0, 2).join('/');

const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((path) => path.endsWith('.js') && !path.startsWith('node_modules'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

for (const { path, text } of files) {
  const folder = path.includes('/') ? path.split('/')[0] : '';
  test(`tidy: ${path}`, () => {
    assert.match(path, /^[a-z0-9./-]+$/, 'file names are lower case with hyphens');
    assert.ok(text.split('\n').length <= 300, 'a file is at most 300 lines');
    if (folder === 'tests') return;
    assert.deepEqual(longFunctions(text, 40), [], 'a function is at most 40 lines');
    banned.forEach(([pattern, instead], index) => {
      if (!exempt[path]?.includes(index)) assert.doesNotMatch(text, pattern, instead);
    });
    if (folder === '') return; // The modules at the root put the page together.
    for (const [, target] of text.matchAll(/(?:\bfrom|^import) '(\.[^']+)'/gm)) {
      const imported = relative(root, normalize(join(root, dirname(path), target)));
      const allowed = [folder, ...(allowedImports[folder] ?? assert.fail(`no row for ${folder}/`))];
      assert.ok(allowed.includes(imported.split('/')[0]), `${folder}/ may not import ${imported}`);
      if (folder === 'views' && imported.startsWith('views/')) {
        assert.equal(viewOf(imported), viewOf(path), 'a view may not import another view');
      }
    }
  });
}

test('tidy: index.html has no inline script or style and asks no other host', () => {
  const html = readFileSync(join(root, 'index.html'), 'utf8');
  assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  assert.doesNotMatch(html, /https?:/);
});

/** @param {string} language @returns {Record<string, string>} */
const catalogue = (language) => JSON.parse(readFileSync(join(root, `strings/${language}.json`), 'utf8'));

test('tidy: every message in the catalogue is used', () => {
  const source = files.filter(({ path }) => !path.startsWith('tests/')).map(({ text }) => text).join('\n');
  const isMadeUp = (name) => /^(nth\d|created|changed|moved|deleted|undone|redone|(problem|reason|back|said)-.*)$/.test(name);
  const unused = Object.keys(catalogue('en')).filter((name) => !isMadeUp(name) && !new RegExp(`['\`]${name}['\`]`).test(source));
  assert.deepEqual(unused, []);
});

for (const language of ['de']) {
  test(`tidy: the ${language} catalogue says all that the English one says, with the same values`, () => {
    const [english, other] = [catalogue('en'), catalogue(language)];
    assert.deepEqual(Object.keys(other), Object.keys(english));
    const values = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const [name, text] of Object.entries(english)) assert.deepEqual(values(other[name]), values(text), name);
  });
}

test('tidy: the view script as it is shipped has at most 45 KiB compressed', () => {
  const script = readFileSync(join(root, '..', '.build', 'web', 'app.js'));
  assert.ok(gzipSync(script, { level: 9 }).length <= 45 * 1024, `${gzipSync(script).length} octets`);
});

for (const [script, linesMin] of [['app.js', 2000], ['more.js', 200]]) test(`tidy: the source map of ${script} leads every line to where it was written`, () => {
  const shipped = join(root, '..', '.build', 'web');
  const map = new SourceMap(JSON.parse(readFileSync(join(shipped, `${script}.map`), 'utf8')));
  const lines = readFileSync(join(shipped, script), 'utf8').split('\n');
  const isOurs = (line) => /^const \$|^return \{|^\}\)\(\);|^(ex|im)port \{|^export const \{|^\/\/#|^$/.test(line);
  let found = 0;
  lines.forEach((line, index) => {
    const entry = map.findEntry(index, 0);
    const source = files.find(({ path }) => path === entry.originalSource);
    const original = source?.text.split('\n')[entry.originalLine]?.replace(/^export (?!\{)/, '');
    if (isOurs(line) || /^(import|export \{.*from) /.test(original ?? '') || line.includes('import.meta.url')) return;
    assert.equal(line, original, `line ${index + 1}`);
    found += 1;
  });
  assert.ok(found > linesMin);
});
