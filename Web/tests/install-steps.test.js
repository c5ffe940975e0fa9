import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Components register themselves when they're loaded. */
globalThis.HTMLElement ??= /** @type {any} */ (class {});
globalThis.customElements ??= /** @type {any} */ ({ define: () => {} });
const { isOnlyHere } = await import('../views/welcome/install-steps.js');

for (const [hostname, expected] of /** @type {[string, boolean][]} */ ([
  ['localhost', true],
  ['LOCALHOST', true],
  ['meantime.localhost', true],
  ['localhost.', true],
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['[::1]', true],
  ['0.0.0.0', true],
  ['[::ffff:7f00:1]', true],
  ['192.168.1.20', false],
  ['127.example.org', false],
  ['localhost.example.org', false],
  ['notlocalhost', false],
  ['raspberry.local', false],
  ['[fd00::1]', false],
]))
  test(`whether a phone can reach ${hostname}`, () => assert.equal(isOnlyHere(hostname), expected));
