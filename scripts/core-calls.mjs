// Writes Sources/WebCore/Bridge/Calls.swift: for each operation of Web/types/core.d.ts its export, and its arguments by
// their names and types. Run `make calls` after every change of core.d.ts.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { declarations, operations, ts } from './core-description.mjs';

const target = join(
  dirname(fileURLToPath(import.meta.url)),
  '../Sources/WebCore/Bridge/Calls.swift',
);

/** How Swift reads an argument: its type there, and the method of `Arguments`. */
const kinds = {
  string: ['String', 'text'],
  number: ['Double', 'number'],
  boolean: ['Bool', 'flag'],
  'string[]': ['[String]', 'lines'],
  Uint8Array: ['[UInt8]', 'octets'],
  'Record<string, string>': ['[(name: String, value: String)]', 'pairs'],
  // Names that core.d.ts gives to texts and numbers of which the core takes more than that.
  Integer: ['Int', 'integer'],
  Digits: ['UInt64', 'digits'],
  Octets: ['[UInt8]', 'octets'],
  Flag: ['Bool', 'flag'],
  Lines: ['[String]', 'lines'],
};

/** Words of Swift that can't be names without backticks. */
const reserved = ['default', 'do', 'in', 'private', 'repeat', 'case', 'where', 'is', 'as', 'for'];

const capital = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);
const nameOf = (/** @type {string} */ name) => (reserved.includes(name) ? `\`${name}\`` : name);
const camel = (/** @type {string} */ word) =>
  word.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** The words of a union of texts that is written out where it's used; undefined for other types. */
function wordsOf(type) {
  const parts = ts.isUnionTypeNode(type) ? [...type.types] : [type];
  const literals = parts.map((part) => ts.isLiteralTypeNode(part) && part.literal);
  return literals.every((each) => each && ts.isStringLiteral(each))
    ? literals.map(({ text }) => text)
    : undefined;
}

/** The fields of an interface and of those that it extends, or of all kinds of a union of objects. */
function fieldsOf(type) {
  if (ts.isTypeReferenceNode(type)) return fieldsOf(declarations.get(type.typeName.text));
  if (ts.isTypeAliasDeclaration(type)) return fieldsOf(type.type);
  if (ts.isUnionTypeNode(type)) return joined(type.types.map(fieldsOf));
  const bases = (type.heritageClauses ?? []).flatMap(({ types }) => types);
  const inherited = bases.flatMap(({ expression }) => fieldsOf(declarations.get(expression.text)));
  return [...inherited, ...type.members.map(fieldOf)];
}

const fieldOf = ({ name, type, questionToken }) => ({
  name: name.text,
  type,
  isOptional: questionToken !== undefined,
});

/** The fields of several kinds of objects; what some don't have is optional, and words are put together. */
function joined(kindsOfObjects) {
  const names = new Set(kindsOfObjects.flat().map(({ name }) => name));
  return [...names].map((name) => {
    const found = kindsOfObjects.flatMap((fields) => fields.filter((each) => each.name === name));
    const words = found.map(({ type }) => wordsOf(type));
    return {
      ...found[0],
      isOptional: found.length < kindsOfObjects.length || found.some((each) => each.isOptional),
      words: words.every(Boolean) ? words.flat() : undefined,
    };
  });
}

/** Whether a type is text: `string`, or a name for words that a type of the core reads. */
function isText(type) {
  if (ts.isUnionTypeNode(type)) return type.types.every(isText);
  if (ts.isLiteralTypeNode(type)) return ts.isStringLiteral(type.literal);
  if (!ts.isTypeReferenceNode(type)) return type.kind === ts.SyntaxKind.StringKeyword;
  const named = declarations.get(type.typeName.text);
  return named !== undefined && ts.isTypeAliasDeclaration(named) && isText(named.type);
}

/** Whether a type is an object with declared fields. */
function isRecord(type) {
  if (ts.isUnionTypeNode(type)) return type.types.every(isRecord);
  if (ts.isTypeLiteralNode(type)) return true;
  if (!ts.isTypeReferenceNode(type)) return false;
  const named = declarations.get(type.typeName.text);
  return named && (ts.isInterfaceDeclaration(named) || isRecord(named.type));
}

/**
 * Writes the members of a struct that read arguments, or the fields of an object.
 *
 * @param {ReturnType<typeof fieldOf>[]} fields
 * @param {(place: number, name: string) => string} keyOf How `Arguments` finds a field.
 * @param {Map<string, string>} records The structs of objects, to which those that are met are added.
 */
function members(fields, keyOf, records) {
  return fields.flatMap(({ name, type, isOptional, words = wordsOf(type) }, place) => {
    const key = keyOf(place, name);
    if (words) return wordMembers(name, words, key);
    const property = (swift, read) =>
      isOptional
        ? [`    var ${nameOf(name)}: ${swift}? { arguments.has(${key}) ? ${read} : nil }`]
        : [`    var ${nameOf(name)}: ${swift} { ${read} }`];
    const kind = kinds[type.getText()] ?? (isText(type) && kinds.string);
    if (kind) return property(kind[0], `arguments.${kind[1]}(${key})`);
    if (isRecord(type)) {
      const record = addRecord(type, records);
      return property(record, `${record}(arguments: arguments.record(${key}))`);
    }
    if (ts.isArrayTypeNode(type) && isRecord(type.elementType)) {
      const record = addRecord(type.elementType, records);
      return [
        `    func ${name}<Made>(_ make: (${record}) -> Made) -> [Made] {`,
        `        arguments.records(${key}).map { make(${record}(arguments: $0)) }`,
        '    }',
      ];
    }
    throw new Error(`core.d.ts: ${name}: Swift has no way to read ${type.getText()}`);
  });
}

/** Writes an enumeration of words, and the member that reads one of them; it's nil for other texts. */
function wordMembers(name, words, key) {
  const cases = words
    .filter((word) => word !== '')
    .map((word) => {
      const camelled = camel(word);
      return `        case ${nameOf(camelled)}${camelled === word ? '' : ` = "${word}"`}`;
    });
  return [
    `    enum ${capital(name)}: String {`,
    ...cases,
    '    }',
    `    var ${nameOf(name)}: ${capital(name)}? { ${capital(name)}(rawValue: arguments.text(${key})) }`,
  ];
}

/** Adds the struct of an object, and returns its name. */
function addRecord(type, records) {
  if (!ts.isTypeReferenceNode(type)) throw new Error(`core.d.ts: name ${type.getText()}`);
  const described = type.typeName.text;
  const name = `${described}Fields`;
  if (records.has(name)) return name;
  records.set(name, '');
  const body = members(fieldsOf(type), (_, field) => `arguments.place(of: "${field}")`, records);
  records.set(name, struct(`The fields of \`${described}\`.`, name, body));
  return name;
}

const struct = (
  /** @type {string} */ about,
  /** @type {string} */ name,
  /** @type {string[]} */ body,
) =>
  [`/// ${about}`, `struct ${name} {`, '    let arguments: Arguments', '', ...body, '}', ''].join(
    '\n',
  );

/** Writes the arguments and the export of an operation. */
function call({ name, parameters }, records) {
  const fields = parameters.map((parameter) => {
    if (parameter.dotDotDotToken) throw new Error(`core.d.ts: ${name.text}: send a list instead`);
    return fieldOf(parameter);
  });
  const usage = `\`${name.text}(${fields.map((field) => field.name).join(', ')})\``;
  const type = `${capital(name.text)}Call`;
  const body = members(fields, (place) => String(place), records);
  return [
    struct(`The arguments of ${usage}.`, type, body),
    `/// Carries out ${usage}.`,
    `@_expose(wasm, "${name.text}")`,
    `@_cdecl("meantime_${name.text}")`,
    `public func meantime${capital(name.text)}(_ length: Int32) -> Int32 {`,
    `    respond(length) { $0.answer(to: ${type}(arguments: $1)) }`,
    '}',
    '',
  ].join('\n');
}

/** The Swift side of the operations, as a file. */
export function callsInSwift() {
  /** @type {Map<string, string>} */
  const records = new Map();
  const calls = operations.map((operation) => call(operation, records));
  return [
    '// swift-format-ignore-file',
    '// Generated by scripts/core-calls.mjs from Web/types/core.d.ts: run `make calls` after changing that.',
    '',
    ...calls,
    ...records.values(),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, callsInSwift());
