import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { type Entry, type Format, UnreadableConfigError } from './format.ts';
import { insertItem, removeItem, replaceValue, type Write } from './json-edit.ts';
import { withVerifiedEdits } from './verify-edit.ts';

/** Edits JSON with comments and trailing commas (JSONC). */

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Parses a configuration file. @throws UnreadableConfigError */
export function parse(text: string): Node {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    // A stack overflow, caused by thousands of nested brackets.
    if (error instanceof RangeError) throw new UnreadableConfigError('is nested too deeply');
    throw error;
  }
  const firstError = errors[0];
  if (firstError || !root)
    throw new UnreadableConfigError(`is not valid JSON (line ${lineOf(text, firstError?.offset ?? 0)})`);
  if (root.type !== 'object') throw new UnreadableConfigError('is not a JSON object');
  return root;
}

/** True if a strict JSON parser accepts the text. */
export function isStrict(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the value of a member; with duplicate names, that of the last, which parsers use. */
export function member(object: Node, key: string): Node | undefined {
  const property = object.children?.findLast((child) => child.children?.[0]?.value === key);
  return property?.children?.[1];
}

/** Converts a node to a value. Every key is preserved, even `__proto__`. */
export function plainValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type !== 'object') return node.value;
  const object: Record<string, unknown> = {};
  for (const property of node.children ?? []) {
    const [key, value] = property.children as [Node, Node | undefined];
    if (value) Object.defineProperty(object, key.value, { value: plainValue(value), ...PROPERTY_FLAGS });
  }
  return object;
}
const PROPERTY_FLAGS = { enumerable: true, configurable: true, writable: true };

function objectMember(root: Node, key: string): Node | undefined {
  const found = member(root, key);
  if (found && found.type !== 'object') throw new UnreadableConfigError(`has "${key}", which is not an object`);
  return found;
}

/** Returns a writer for a JSON value. */
export function serialized(value: unknown): Write {
  return (indent, unit) =>
    indent === undefined ? JSON.stringify(value) : JSON.stringify(value, null, unit).replaceAll('\n', `\n${indent}`);
}

const serializedMember = (key: string, value: unknown): Write => {
  const write = serialized(value);
  return (indent, unit) => `${JSON.stringify(key)}:${indent === undefined ? '' : ' '}${write(indent, unit)}`;
};

/** Wraps a writer so that it uses the line endings of the file. */
export function withLineEndings(text: string, write: Write): Write {
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  return (indent, unit) => write(indent, unit).replaceAll('\n', eol);
}

/** Returns an empty object for an empty file. */
export function emptyAsObject(text: string): string {
  return text.trim() === '' ? '{}\n' : text;
}

function set(before: string, servers: string, name: string, entry: Entry): string {
  const text = emptyAsObject(before);
  const root = parse(text);
  const parent = objectMember(root, servers);
  if (!parent) return insertItem(text, root, root, withLineEndings(text, serializedMember(servers, { [name]: entry })));
  const value = member(parent, name);
  if (!value) return insertItem(text, root, parent, withLineEndings(text, serializedMember(name, entry)));
  return replaceValue(text, root, value, withLineEndings(text, serialized(entry)));
}

function remove(before: string, servers: string, name: string): string {
  let text = before;
  for (;;) {
    const parent = text.trim() === '' ? undefined : objectMember(parse(text), servers);
    const index = parent?.children?.findIndex((child) => child.children?.[0]?.value === name) ?? -1;
    if (!parent || index < 0) return text;
    text = removeItem(text, parent, index);
  }
}

function removeEmpty(text: string, servers: string): string {
  const root = parse(emptyAsObject(text));
  const index = root.children?.findLastIndex((child) => child.children?.[0]?.value === servers) ?? -1;
  return member(root, servers)?.children?.length === 0 ? removeItem(text, root, index) : text;
}

function entries(text: string, servers: string): Map<string, Entry> {
  const parent = objectMember(parse(emptyAsObject(text)), servers);
  const found = new Map<string, Entry>();
  for (const { children } of parent?.children ?? []) {
    const [key, value] = children as [Node, Node | undefined];
    if (value?.type === 'object') found.set(key.value, plainValue(value) as Entry);
  }
  return found;
}

export const json: Format = withVerifiedEdits({
  entries,
  set,
  remove,
  removeEmpty,
  valuesOf: (text) => plainValue(parse(emptyAsObject(text))) as Record<string, unknown>,
  show: (servers, name, entry) => JSON.stringify({ [servers]: { [name]: entry } }, null, 2),
});
