const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An operation that the core refused, with the core's error code. */
export class CoreError extends Error {
  /** @param {string} code @param {string} detail */
  constructor(code, detail) {
    super(detail || code);
    this.code = code;
  }
}

/** @param {string | URL} url @returns {Promise<Engine>} */
export async function loadEngine(url) {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(url), {});
  return engineOf(instance.exports);
}

/**
 * The WebAssembly core, which knows calendars, rules and zones. Its methods are the module's
 * exports: types/core.d.ts describes their arguments and results, docs/core.md how they are called.
 *
 * @param {WebAssembly.Exports} exports
 * @returns {Engine}
 */
export function engineOf(exports) {
  const core = /** @type {CoreExports} */ (/** @type {unknown} */ (exports));
  core['_initialize']?.();
  const operations = Object.keys(exports).filter(
    (name) => typeof exports[name] === 'function' && !/^(_|meantime_)/.test(name),
  );
  const methods = operations.map((name) => [
    name,
    (/** @type {unknown[]} */ ...values) => call(core, name, packed(values)),
  ]);
  return Object.fromEntries(methods);
}

/**
 * @param {CoreExports} core
 * @param {string} operation
 * @param {Uint8Array} input
 */
function call(core, operation, input) {
  const place = core.meantime_input(input.length);
  new Uint8Array(core.memory.buffer, place, input.length).set(input);
  const length = core[operation]?.(input.length) ?? 0;
  if (length === 0) return undefined;
  const output = new Uint8Array(core.memory.buffer, core.meantime_output(), Math.abs(length));
  const answer = JSON.parse(decoder.decode(output));
  if (length < 0) throw new CoreError(answer.code, answer.detail);
  return answer;
}

/**
 * Writes each argument after its length, so that they can't run into each other. Those that are
 * undefined at the end are left out.
 *
 * @param {unknown[]} values
 */
function packed(values) {
  const given = [...values];
  while (given.length > 0 && given.at(-1) === undefined) given.pop();
  const parts = given.map(octetsOf);
  const octets = new Uint8Array(parts.reduce((length, part) => length + 4 + part.length, 0));
  const view = new DataView(octets.buffer);
  let place = 0;
  for (const part of parts) {
    view.setUint32(place, part.length, true);
    octets.set(part, place + 4);
    place += 4 + part.length;
  }
  return octets;
}

/**
 * The octets of an argument. Those of an object are its fields' names and values, and those of a
 * list of objects are the objects, all packed like the arguments of a call.
 *
 * @param {any} value
 * @returns {Uint8Array}
 */
function octetsOf(value) {
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'number') return new Uint8Array(Float64Array.of(value).buffer);
  if (typeof value === 'boolean') return encoder.encode(value ? '1' : '0');
  if (isRecord(value))
    return packed(Object.entries(value).flatMap((field) => (field[1] === undefined ? [] : field)));
  if (Array.isArray(value))
    return isRecord(value[0]) ? packed(value) : encoder.encode(value.join('\n'));
  return encoder.encode(value ?? '');
}

const isRecord = (/** @type {any} */ value) => value?.constructor === Object;
