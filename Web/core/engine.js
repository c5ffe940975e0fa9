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
    (/** @type {Argument[]} */ ...values) => call(core, name, packed(values)),
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

/** @typedef {string | number | boolean | null | Uint8Array | (string | number)[]} Field */
/** @typedef {Field | { [name: string]: Field }} Argument */

/**
 * Writes each argument after its length, so that they can't run into each other. Each field of an
 * object becomes two arguments: its name, then its value.
 *
 * @param {Argument[]} values
 */
function packed(values) {
  const parts = values.flatMap((value) => {
    const isRecord = typeof value === 'object' && value?.constructor === Object;
    return (isRecord ? Object.entries(value).flat() : [value]).map(octetsOf);
  });
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

/** @param {any} value A `Field`. @returns {Uint8Array} */
function octetsOf(value) {
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'number') return new Uint8Array(Float64Array.of(value).buffer);
  if (typeof value === 'boolean') return encoder.encode(value ? '1' : '0');
  return encoder.encode(Array.isArray(value) ? value.join('\n') : (value ?? ''));
}
