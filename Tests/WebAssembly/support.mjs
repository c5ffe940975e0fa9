// The compiled core in Node, behind the page's own engine.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Engine, packed } from '../../Web/core/engine.js';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const file = join(root, '.build/web/core.wasm');
if (!existsSync(file)) throw new Error(`${file} is missing: run 'make wasm' first`);

export const octets = readFileSync(file);
export const module = new WebAssembly.Module(octets);

/** What is behind each engine. @type {WeakMap<Engine, any>} */
const instances = new WeakMap();

/** Where this system keeps its zones; the server reads the same. */
const zones = '/usr/share/zoneinfo';

/**
 * A fresh core: its own memory, a zone, a time and one calendar.
 *
 * @param {{ zone?: string, now?: string, firstWeekday?: number }} [options]
 */
export function newCore({ zone = 'UTC', now = '2026-03-11T09:00:00Z', firstWeekday = 1 } = {}) {
  const { exports } = new WebAssembly.Instance(module, {});
  const core = new Engine(exports);
  instances.set(core, exports);
  if (zone !== 'UTC') addZone(core, zone);
  core.configure(zone, firstWeekday);
  core.setNow(Date.parse(now) / 1000);
  core.putCalendar({ id: 'personal', name: 'Personal', color: 'blue' });
  return core;
}

/** @param {Engine} core @param {string} name */
export function addZone(core, name) {
  core.addZone(name, readFileSync(join(zones, name)));
}

/** @param {Engine} core @param {string} uid @param {string[]} lines Of the VEVENT, without UID and DTSTAMP. */
export function put(core, uid, lines) {
  const event = ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'];
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Meantime//Tests//EN',
    ...event,
    'END:VCALENDAR',
    '',
  ];
  core.putObject({
    calendar: 'personal',
    href: `${uid}.ics`,
    etag: '"1"',
    ical: text.join('\r\n'),
  });
}

/** The files below a folder of Fixtures/ with an ending. @param {string} folder @param {string} ending */
export function fixtures(folder, ending) {
  const path = join(root, 'Fixtures', folder);
  return readdirSync(path)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => ({ name, octets: readFileSync(join(path, name)) }));
}

/**
 * Calls an operation that the page has no use for, or not yet; numbers come before texts.
 *
 * @param {Engine} core @param {string} operation @param {...(string | number)} values
 */
export function ask(core, operation, ...values) {
  const exports = instances.get(core);
  const numbers = values.filter((value) => typeof value === 'number');
  const input = packed(values.filter((value) => typeof value === 'string'));
  new Uint8Array(exports.memory.buffer, exports.meantime_input(input.length), input.length).set(
    input,
  );
  const length = exports[`meantime_${operation}`](...numbers, input.length);
  const answer = JSON.parse(
    new TextDecoder().decode(
      new Uint8Array(exports.memory.buffer, exports.meantime_output(), length),
    ),
  );
  assert.ok(!answer.error, JSON.stringify(answer));
  return answer;
}
