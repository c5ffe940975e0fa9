import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deviceStorage,
  keepIn,
  readFrom,
  readJSONFrom,
  tabStorage,
} from '../dom/device-storage.js';

test('where the browser blocks its storage, nothing is kept, and nothing fails', (context) => {
  const get = () => {
    throw new DOMException('Denied', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage']) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { get, configurable: true });
    context.after(() =>
      before ? Object.defineProperty(globalThis, name, before) : delete globalThis[name],
    );
  }
  for (const storage of [deviceStorage(), tabStorage()]) {
    assert.equal(keepIn(storage, 'view', 'week'), false);
    assert.equal(readFrom(storage, 'view'), null);
    assert.equal(readJSONFrom(storage, 'view'), null);
    assert.deepEqual(Object.keys(storage), []);
  }
});
