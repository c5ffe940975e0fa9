import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ignoreSecondPress } from '../components/modal-dialog.js';

/** Which presses of a double click get through, after a dialog was opened. @param {number[]} details */
function heard(details) {
  const dialog = new EventTarget();
  /** @type {string[]} */
  const through = [];
  ignoreSecondPress(/** @type {HTMLElement} */ (dialog));
  for (const name of ['mousedown', 'click'])
    dialog.addEventListener(name, (event) =>
      through.push(`${name} ${/** @type {CustomEvent} */ (event).detail}`),
    );
  for (const detail of details)
    for (const name of ['mousedown', 'click'])
      dialog.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
  return through;
}

test('the second half of a double click whose first half opened a dialog is ignored', () =>
  assert.deepEqual(heard([2]), []));

test('two presses in a row within a dialog that has just opened are both heard', () =>
  assert.deepEqual(heard([1, 2]), ['mousedown 1', 'click 1', 'mousedown 2', 'click 2']));
