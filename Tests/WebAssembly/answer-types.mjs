// Checks real answers against the types of Web/types/core.d.ts, as the TypeScript compiler reads them.
import { checker, operations as described, source, ts } from '../../scripts/core-description.mjs';

/** @type {Map<string, any>} The type of each operation's answer, by the operation's name. */
const answers = new Map(
  described.map((member) => [
    member.name.text,
    checker.getReturnTypeOfSignature(checker.getSignatureFromDeclaration(member)),
  ]),
);

/** The names of all operations. */
export const operations = [...answers.keys()].sort();

/**
 * @param {string} operation
 * @param {unknown} answer
 * @returns {string[]} Where the answer differs from its type: missing fields, undeclared fields, and
 *   values of another type.
 */
export function faultsOf(operation, answer) {
  return faults(answers.get(operation), answer, operation);
}

/**
 * @param {Map<string, unknown[]>} answersByOperation
 * @returns {string[]} The declared fields that no answer has, so their types went unchecked.
 */
export function unseenFields(answersByOperation) {
  /** @type {Map<string, boolean>} */
  const seen = new Map();
  for (const [operation, samples] of answersByOperation)
    noteFields(answers.get(operation), samples, operation, seen);
  return [...seen].filter(([, isSeen]) => !isSeen).map(([name]) => name);
}

const has = (type, flag) => (type.flags & flag) !== 0;
const partsOf = (type) => (type.isUnion() ? type.types : [type]);
const elementOf = (type) =>
  checker.isArrayType(type) ? checker.getTypeArguments(type)[0] : undefined;
const fieldsOf = (type) =>
  checker.getPropertiesOfType(type).map((field) => ({
    name: field.name,
    // The interface that declares the field; an inherited field names the base interface.
    owner: field.parent?.name ?? '',
    type: checker.getTypeOfSymbolAtLocation(field, source),
    isOptional: has(field, ts.SymbolFlags.Optional),
  }));

/** Whether a value is of a type, without looking into arrays and objects. */
function fits(type, value) {
  if (value === undefined) return has(type, ts.TypeFlags.Undefined | ts.TypeFlags.Void);
  if (value === null) return has(type, ts.TypeFlags.Null);
  if (type.isLiteral()) return type.value === value;
  if (typeof value === 'string') return has(type, ts.TypeFlags.String);
  if (typeof value === 'number') return has(type, ts.TypeFlags.Number);
  if (typeof value === 'boolean')
    return (
      has(type, ts.TypeFlags.Boolean) ||
      (has(type, ts.TypeFlags.BooleanLiteral) && checker.typeToString(type) === String(value))
    );
  if (Array.isArray(value)) return elementOf(type) !== undefined;
  return has(type, ts.TypeFlags.Object) && elementOf(type) === undefined;
}

/** The faults of a value and of everything in it, each with its path. */
function faults(declared, value, path) {
  const fitting = partsOf(declared).filter((part) => fits(part, value));
  if (fitting.length === 0)
    return [`${path} is ${JSON.stringify(value)}, not ${checker.typeToString(declared)}`];
  // Of several kinds of objects, it's the one that it resembles most.
  return fitting
    .map((type) => faultsIn(type, value, path))
    .reduce((fewest, found) => (found.length < fewest.length ? found : fewest));
}

/** The faults of a value that is of a type at first sight. */
function faultsIn(type, value, path) {
  if (Array.isArray(value))
    return value.flatMap((one, n) => faults(elementOf(type), one, `${path}[${n}]`));
  if (typeof value !== 'object' || value === null) return [];
  const fields = fieldsOf(type);
  return [
    ...fields.flatMap(({ name, type: inner, isOptional }) => {
      if (name in value) return faults(inner, value[name], `${path}.${name}`);
      return isOptional ? [] : [`${path}.${name} is missing`];
    }),
    ...Object.keys(value)
      .filter((name) => !fields.some((field) => field.name === name))
      .map((name) => `${path}.${name} is not declared`),
  ];
}

/** Notes in `seen` for every field of a type, and of the types in it, whether one of the values has it. */
function noteFields(declared, values, path, seen) {
  for (const type of partsOf(declared).filter((part) => has(part, ts.TypeFlags.Object))) {
    const element = elementOf(type);
    if (element) {
      noteFields(element, values.filter(Array.isArray).flat(), path, seen);
      continue;
    }
    const filled = values.filter((value) => typeof value === 'object' && value !== null);
    for (const { name, owner, type: inner } of fieldsOf(type)) {
      const field = `${owner === '__type' ? path : owner}.${name}`;
      const found = filled.filter((value) => name in value).map((value) => value[name]);
      seen.set(field, seen.get(field) || found.length > 0);
      noteFields(inner, found, `${path}.${name}`, seen);
    }
  }
}
