// Reads Web/types/core.d.ts, the description of the core's operations, with the compiler that also checks the page.
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

// The compiler's library is installed next to its program.
const program = spawnSync('which', ['tsc'], { encoding: 'utf8' }).stdout.trim();
if (!program) throw new Error('tsc is missing: make setup installs it');
export const ts = createRequire(import.meta.url)(
  join(dirname(realpathSync(program)), '../lib/typescript.js'),
);

const names = ['core', 'model', 'browser'];
const types = ts.createProgram(
  names.map((name) => join(root, `Web/types/${name}.d.ts`)),
  { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] },
);
export const checker = types.getTypeChecker();

/** The file that describes the operations. */
export const source = types.getSourceFile(join(root, 'Web/types/core.d.ts'));

/** @type {Map<string, any>} The interfaces and the names for types, by their names. */
export const declarations = new Map(
  names
    .flatMap((name) => types.getSourceFile(join(root, `Web/types/${name}.d.ts`)).statements)
    .filter((each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each))
    .map((each) => [each.name.text, each]),
);

/** The declarations of the operations, in the order of the file. */
export const operations = declarations.get('Engine').members;
