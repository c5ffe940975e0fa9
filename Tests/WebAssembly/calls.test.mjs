// Checks the Swift side of the calls against Web/types/core.d.ts, from which it is generated.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { callsInSwift } from '../../scripts/core-calls.mjs';
import { root } from './support.mjs';

test('the Swift side of the calls is what core.d.ts says: if not, run make calls', () => {
  const written = readFileSync(join(root, 'Sources/WebCore/Bridge/Calls.swift'), 'utf8');
  assert.equal(written, callsInSwift());
});
