// Loads the compiled core in Node, through the page's own engine.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineOf } from '../../Web/core/engine.js';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const file = join(root, '.build/web/core.wasm');
if (!existsSync(file)) throw new Error(`${file} is missing: run 'make wasm' first`);

export const octets = readFileSync(file);
export const module = new WebAssembly.Module(octets);

/** Where this system keeps its TZif files; the server reads the same ones. */
const zones = '/usr/share/zoneinfo';

/**
 * A new core with its own memory, a zone, a time and one calendar.
 *
 * @param {{ zone?: string, now?: string }} [options]
 */
export function newCore({ zone = 'UTC', now = '2026-03-11T09:00:00Z' } = {}) {
  const { exports } = new WebAssembly.Instance(module, {});
  const core = engineOf(exports);
  if (zone !== 'UTC') addZone(core, zone);
  core.setZone(zone, []);
  core.setNow(Date.parse(now) / 1000);
  core.putCalendar({ id: 'personal', name: 'Personal', color: 'blue' });
  return core;
}

/** @param {string} name Of a zone. @returns {Uint8Array} Its TZif file. */
export const zoneFile = (name) => readFileSync(join(zones, name));

/** @param {Engine} core @param {string} name */
export function addZone(core, name) {
  core.addZone(name, zoneFile(name));
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
  core.putObject('personal', `${uid}.ics`, '"1"', text.join('\r\n'));
}

/** The files in a folder of Fixtures/ whose names have this ending. @param {string} folder @param {string} ending */
export function fixtures(folder, ending) {
  const path = join(root, 'Fixtures', folder);
  return readdirSync(path)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => ({ name, octets: readFileSync(join(path, name)) }));
}
