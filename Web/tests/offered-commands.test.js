import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../app/commands.js';
import { offeredCommands } from '../app/offered-commands.js';

const model = {
  agenda: { people: { groups: new Map() }, switches: [], isVisible: () => true },
  settings: { values: { sets: [] } },
};

for (const [device, isTouched] of [
  ['with a keyboard', false],
  ['that is only touched', true],
]) {
  test(`on a device ${device}, the list of keys is ${isTouched ? 'not ' : ''}offered`, () => {
    globalThis.matchMedia = (query) => ({
      matches: isTouched && query === '(pointer: coarse) and (hover: none)',
    });
    const names = offeredCommands(commands, model).map(({ name }) => name);
    assert.equal(names.includes('shortcuts'), !isTouched);
    assert.ok(names.includes('settings'));
  });
}
