import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const root = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '..');

/** What each folder under Web/ may import. A folder that isn't listed fails. */
const allowedImports = {
  dom: [],
  time: [],
  api: [],
  i18n: ['time'],
  layout: ['time'],
  core: [],
  interaction: ['dom', 'time', 'i18n', 'layout'],
  state: ['dom', 'time', 'i18n', 'core', 'api'],
  components: ['dom', 'time', 'i18n', 'interaction'],
  views: ['dom', 'time', 'i18n', 'layout', 'interaction', 'core', 'api', 'state', 'components'],
  app: ['dom', 'time', 'i18n', 'interaction', 'api', 'state', 'components', 'views'],
  // The entry of the page.
  '': ['dom', 'i18n', 'core', 'api', 'state', 'views', 'app'],
};

/** Modules beside index.html: only the page's entry, and the service worker that keeps the page. */
const rootModules = ['app.js', 'still.js', 'worker.js'];

const banned = [
  [/\.innerHTML\s*=|insertAdjacentHTML|document\.write/, 'build elements; set textContent'],
  [/\bnew Date\(\)|Date\.now\(\)/, 'take the clock from time/clock.js'],
  [/\bMath\.random\(|randomUUID/, 'take ids and chance from time/clock.js or an argument'],
  [/\bexport default\b/, 'name what you export'],
  [/\.setAttribute\('style'|style\.cssText/, 'set single properties, or a class'],
  [
    /\b(local|session)Storage\b|\.(get|set|remove)Item\(/,
    'use dom/device-storage.js: the browser may block it',
  ],
  [/https?:\/\/(?!www\.w3\.org\/2000\/svg)/, 'the page asks no other host'],
];

/** Files that may use something banned elsewhere. */
const exempt = {
  'time/clock.js': [1, 2],
  // A link for the user to follow, and links in shared text.
  'views/event/export-links.js': [6],
  'state/shared-text.js': [6],
  // Where all others get it.
  'dom/device-storage.js': [5],
};

/** @param {string} path Within views/. */
const viewOf = (path) => path.split('/').slice(0, 2).join('/');

const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((path) => path.endsWith('.js') && !path.startsWith('node_modules'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

for (const { path, text } of files) {
  const folder = path.includes('/') ? path.split('/')[0] : '';
  test(`tidy: ${path}`, () => {
    assert.match(path, /^[a-z0-9./-]+$/, 'file names are lower case with hyphens');
    if (folder === 'tests') return;
    banned.forEach(([pattern, instead], index) => {
      if (!exempt[path]?.includes(index)) assert.doesNotMatch(text, pattern, instead);
    });
    if (folder === '') assert.ok(rootModules.includes(path), `${path} belongs in a folder`);
    for (const [, target] of text.matchAll(
      /(?:\bfrom|^import|(?:await|void|=|return) import\() ?'(\.[^']+\.js)'\)?(?!\.)/gm,
    )) {
      const imported = relative(root, normalize(join(root, dirname(path), target)));
      const allowed = [folder, ...(allowedImports[folder] ?? assert.fail(`no row for ${folder}/`))];
      assert.ok(
        allowed.includes(imported.split('/')[0]),
        `${folder || 'the root'} may not import ${imported}`,
      );
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
const catalogue = (language) =>
  JSON.parse(readFileSync(join(root, `strings/${language}.json`), 'utf8'));

/**
 * Message names that the code builds from two parts. problem-words.test.js compares those of
 * problems, their reasons and failed sign-ins with the codes of the core and the server.
 */
const builtNames = new Set([
  ...['created', 'changed', 'moved', 'deleted'].map((kind) => `${kind}Many`),
  ...['created', 'changed', 'moved', 'deleted'].map((kind) => `undone-${kind}Many`),
  ...['created', 'changed', 'moved', 'deleted', 'restored'].map((kind) => `undone-${kind}`),
  ...[1, 2, 3, 4, 5].map((nth) => `nth${nth}`),
  ...['created', 'changed', 'moved', 'deleted', 'restored', 'mineUsed'],
  ...['yes', 'maybe', 'no', 'nothing'].map((answer) => `said-${answer}`),
  ...['unknown-address', 'not-taken', 'no-way', 'not-now', 'other'].flatMap((reason) => [
    `undelivered-${reason}`,
    `answerUndelivered-${reason}`,
  ]),
  ...Object.keys(catalogue('en')).filter((name) => /^(problem|reason|back)-/.test(name)),
]);

test('tidy: every message in the catalogue is used', () => {
  // Only modules that deal with messages: elsewhere a quoted word may mean anything.
  const source = files
    .filter(({ path, text }) => !path.startsWith('tests/') && /\bt\(|\bMessage\b|label:/.test(text))
    .map(({ text }) => text.replace(/\bclass: '[^']*'/g, ''))
    .join('\n');
  const unused = Object.keys(catalogue('en')).filter(
    (name) => !builtNames.has(name) && !new RegExp(`['\`]${name}['\`]`).test(source),
  );
  assert.deepEqual(unused, []);
});

test('tidy: every message name built from parts is in the catalogue', () => {
  const names = Object.keys(catalogue('en'));
  assert.deepEqual(
    [...builtNames].filter((name) => !names.includes(name)),
    [],
  );
});

/** The text without comments, which may mention unused names. @param {string} text */
const codeOf = (text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** @param {string} name @param {string} text */
const mentions = (name, text) => new RegExp(`\\b${name}\\b`).test(text);

/** Other users of the modules' exports: the types, and the core's tests in Node. */
const others = [join(root, 'types'), join(root, '../Tests/WebAssembly')].flatMap((folder) =>
  readdirSync(folder).map((name) => ({
    path: `tests/${name}`,
    text: readFileSync(join(folder, name), 'utf8'),
  })),
);

test('tidy: every export is used by another module, or by a test and its own module', () => {
  const modules = [...files, ...others].map(({ path, text }) => ({ path, code: codeOf(text) }));
  const unused = modules
    .filter(({ path }) => !path.startsWith('tests/'))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/^export (?:async )?(?:function\*?|class|const|let) (\w+)/gm)]
        .map(([, name]) => name)
        .filter((name) => {
          const users = modules.filter(
            (other) => other.path !== path && mentions(name, other.code),
          );
          const isOwn = code.match(new RegExp(`\\b${name}\\b`, 'g')).length > 1;
          return isOwn ? users.length === 0 : users.every((user) => user.path.startsWith('tests/'));
        })
        .map((name) => `${path}: ${name}`),
    );
  assert.deepEqual(unused, []);
});

test('tidy: only lazy-parts.js re-exports from other modules', () => {
  const passing = files
    .filter(
      ({ path, text }) => path !== 'app/lazy-parts.js' && /^export (\{[^}]*\}|\*) from/m.test(text),
    )
    .map(({ path }) => path);
  assert.deepEqual(passing, []);
});

test('tidy: every export of lazy-parts.js is used', () => {
  const parts = files.find(({ path }) => path === 'app/lazy-parts.js')?.text ?? '';
  const names = [...parts.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list]) =>
    list.split(',').map((name) => name.trim()),
  );
  const code = files
    .filter(({ path }) => /^(app\/|app\.js)/.test(path) && path !== 'app/lazy-parts.js')
    .map(({ text }) => codeOf(text));
  assert.ok(names.length > 20);
  assert.deepEqual(
    names.filter((name) => !code.some((text) => mentions(name, text.replace(/^export .*$/gm, '')))),
    [],
  );
});

test('tidy: every field and method is used somewhere', () => {
  const code = files
    .filter(({ path }) => !path.startsWith('tests/'))
    .map(({ text }) => codeOf(text))
    .join('\n');
  const members = [
    ...code.matchAll(/^ {2}(?:static |async |get |set )*(#?\w+)(?:\([^)]*\) \{$| = |;$)/gm),
  ].map(([, name]) => name);
  // The browser calls these.
  const called = ['constructor', 'connectedCallback', 'disconnectedCallback'];
  const unused = new Set(members.filter((name) => code.split(name).length === 2));
  assert.ok(members.length > 500);
  assert.deepEqual(
    [...unused].filter((name) => !called.includes(name)),
    [],
  );
});

for (const language of ['de']) {
  test(`tidy: the ${language} catalogue has all messages of the English one, with the same values`, () => {
    const [english, other] = [catalogue('en'), catalogue(language)];
    assert.deepEqual(Object.keys(other), Object.keys(english));
    const values = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const [name, text] of Object.entries(english))
      assert.deepEqual(values(other[name]), values(text), name);
  });
}

/** What the server sends to browsers. */
const shipped = join(root, '..', '.build', 'web');

/**
 * @param {string} script
 * @returns {string[]} The script and all that it imports statically.
 */
function withImports(script) {
  const text = readFileSync(join(shipped, script), 'utf8');
  const imported = [...text.matchAll(/\bimport(?:\{[^}]*\}from)?"\.\/([^"]+)"/g)].map(
    ([, path]) => path,
  );
  return [...new Set([script, ...imported.flatMap(withImports)])];
}

/** @returns {string[]} The selectors of all style sheets. */
function allSelectors() {
  const styles = readdirSync(join(root, 'styles')).filter((name) => name.endsWith('.css'));
  const rules = styles.flatMap((name) => {
    const text = readFileSync(join(root, 'styles', name), 'utf8').replace(/\/\*.*?\*\//gs, '');
    return [...text.matchAll(/[^{};]+(?=\{)/g)].flatMap(([head]) => selectorsIn(head));
  });
  assert.ok(rules.length > 1000, `only ${rules.length} selectors were read`);
  return rules;
}

test('tidy: the name of a colour names nothing but a colour', () => {
  const sheets = readdirSync(join(root, 'styles')).filter((name) => name.endsWith('.css'));
  const textOf = (name) => readFileSync(join(root, 'styles', name), 'utf8');
  const settings = (text) => [...text.matchAll(/(?<![\w-])(--[\w-]+): *([^;}]+)/g)];
  const colors = new Set(
    settings(textOf('tokens.css')).flatMap(([, name, value]) =>
      value.startsWith('#') ? name : [],
    ),
  );
  assert.ok(colors.has('--line') && colors.has('--bg'), [...colors].join(' '));
  const wrong = sheets.flatMap((sheet) =>
    settings(textOf(sheet)).flatMap(([text, name, value]) => {
      const isColor =
        /^(#|color-mix\()/.test(value) || colors.has(value.match(/^var\((.*)\)$/)?.[1]);
      return colors.has(name) && !isColor ? `${sheet}: ${text}` : [];
    }),
  );
  assert.deepEqual(wrong, [], 'whoever uses the colour there gets something else');
});

test('tidy: a selector with :has() names what it is for', () => {
  const broad = allSelectors().filter(
    (each) => each.includes(':has(') && !/[\w"]|^[>+~]*$/.test(subjectOf(each)),
  );
  assert.deepEqual(
    broad,
    [],
    'whenever any element comes or goes, the browser styles the whole page again',
  );
});

test('tidy: no selector asks what the body has', () => {
  const asking = allSelectors().filter((each) => /(body|html|:root)[^ ]*:has\(/.test(each));
  assert.deepEqual(
    asking,
    ['body:has(> .print-sheet) > :not(.print-sheet)'],
    'whenever any element comes or goes, the browser styles all that any :has() is for',
  );
});

/** @param {string} head What stands before a block. @returns {string[]} Its selectors. */
function selectorsIn(head) {
  let depth = 0;
  const parts = [''];
  for (const letter of head) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '' && !part.startsWith('@'));
}

/**
 * @param {string} selector
 * @returns {string} The names of the elements that it's for: empty if it's for any that stand somewhere.
 */
function subjectOf(selector) {
  let plain = selector;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/:[\w-]+\([^()]*\)|::?[\w-]+(?![\w-]*\()/g, '');
  }
  return plain.split(/[\s>+~]+/).at(-1) ?? '';
}

test('tidy: the script of the first view has at most 48 KiB compressed', () => {
  const scripts = withImports('app.js');
  assert.ok(scripts.length > 1, 'code shared with the lazy parts is in separate scripts');
  const sizes = scripts.map(
    (path) => gzipSync(readFileSync(join(shipped, path)), { level: 9 }).length,
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total <= 48 * 1024, `${total} bytes`);
});

test('tidy: the script that shows the page as it was has at most 2 KiB compressed', () => {
  const { length } = gzipSync(readFileSync(join(shipped, 'still.js')), { level: 9 });
  assert.ok(length <= 2048, `${length} bytes`);
});

test('tidy: index.html loads every script that the first view needs', () => {
  const html = readFileSync(join(shipped, 'index.html'), 'utf8');
  const asked = [...html.matchAll(/(?:href|src)="\{\{assets\}\}\/([^"]+\.js)"/g)].map(
    ([, path]) => path,
  );
  assert.deepEqual(asked.sort(), [...withImports('app.js'), 'still.js'].sort());
});

for (const [script, words] of [
  ['app.js', 'ResizeObserver'],
  ['lazy-parts.js', 'year-view'],
  ['widget.js', 'widget-clock'],
]) {
  test(`tidy: the source map of ${script} leads to its modules`, () => {
    const map = JSON.parse(readFileSync(join(shipped, `${script}.map`), 'utf8'));
    const texts = map.sources.map(
      (/** @type {string} */ path) => files.find((file) => file.path === path)?.text,
    );
    assert.deepEqual(map.sourcesContent, texts);
    const lines = readFileSync(join(shipped, script), 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes(words));
    const entry = new SourceMap(map).findEntry(line, lines[line]?.indexOf(words) ?? 0);
    const original =
      texts[map.sources.indexOf(entry.originalSource)]?.split('\n')[entry.originalLine];
    assert.ok(original?.includes(words), `${original}`);
  });
}
