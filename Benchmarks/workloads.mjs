// Runs the core's workloads in WebAssembly and prints the same JSON lines as the native program.
//
//     node workloads.mjs MODULE.wasm FILE.ics NAME,NAME,… COUNTED,COUNTED,…

import { readFileSync } from 'node:fs';

const [module, file, names = '', counted = ''] = process.argv.slice(2);
const rounds = 9;
const roundMsMin = 10;
const { instance } = await WebAssembly.instantiate(readFileSync(module));
const core = instance.exports;

/** @param {Uint8Array} octets */
function put(octets) {
  const place = core.bench_room(octets.length);
  new Uint8Array(core.memory.buffer, place, octets.length).set(octets);
}

/** @param {(repeats: number) => void} body @returns {number} The median time of one call in ms. */
function medianMs(body) {
  const roundMs = (/** @type {number} */ repeats) => {
    const startMs = performance.now();
    body(repeats);
    return performance.now() - startMs;
  };
  let repeats = 1;
  while (roundMs(repeats) < roundMsMin) repeats *= 2;
  return Array.from({ length: rounds }, () => roundMs(repeats) / repeats).sort((a, b) => a - b)[
    Math.floor(rounds / 2)
  ];
}

const report = (workload, value, unit) =>
  console.log(JSON.stringify({ workload, engine: 'WebAssembly', value, unit }));

names.split(',').forEach((name, number) => {
  put(readFileSync('/usr/share/zoneinfo/America/New_York'));
  if (core.bench_prepare(number) !== 1) throw new Error(name);
  const isCounted = counted.split(',').includes(name);
  const count = isCounted ? 5000 : 100_000;
  const ms = medianMs((repeats) => core.bench_run(repeats, count));
  report(name, (ms * 1e6) / (isCounted ? count : 1), isCounted ? 'ns per occurrence' : 'ns');
});
put(readFileSync(file));
const octetCount = readFileSync(file).length;
report(
  'parse',
  octetCount /
    1e6 /
    (medianMs((repeats) => {
      for (let i = 0; i < repeats; i += 1) core.bench_parse();
    }) /
      1000),
  'MB/s',
);
