import { type AST, getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser';
import { type Entry, type Format, isOwned, isOwnVariable, lineEnding, UnreadableConfigError } from './format.ts';
import { withVerifiedEdits } from './verify-edit.ts';

/** Edits TOML by adding and removing whole tables; every other byte is unchanged. */

type Table = Record<string, unknown>;

function parse(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text);
  } catch (error) {
    if (error instanceof ParseError) throw new UnreadableConfigError(`is not valid TOML (line ${error.lineNumber})`);
    if (error instanceof RangeError) throw new UnreadableConfigError('is nested too deeply');
    throw error;
  }
}

const read = (text: string) => getStaticTOMLValue(parse(text)) as Table;
const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

function entries(text: string, servers: string): Map<string, Entry> {
  const parent = read(text)[servers] ?? {};
  if (!isTable(parent)) throw new UnreadableConfigError(`has "${servers}", which is not a table`);
  return new Map(Object.entries(parent).filter((pair): pair is [string, Entry] => isTable(pair[1])));
}

const keyOf = (key: AST.TOMLKey) => key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value));
const startsWithPath = (path: readonly (string | number)[], prefix: readonly string[]) =>
  prefix.every((part, index) => path[index] === part);

/** The parts of a file that define an entry. */
interface EntryNodes {
  /** The tables `[servers.name]` and their subtables. */
  tables: AST.TOMLTable[];
  /** Key-value pairs of the entry in other tables: `name = { … }`, `name.command = "…"`. */
  lines: AST.TOMLKeyValue[];
}

function findEntry(text: string, path: readonly string[]): EntryNodes {
  const nodes: EntryNodes = { tables: [], lines: [] };
  for (const node of parse(text).body[0].body) {
    if (node.type === 'TOMLKeyValue') {
      if (startsWithPath(keyOf(node.key), path)) nodes.lines.push(node);
    } else if (startsWithPath(node.resolvedKey, path)) nodes.tables.push(node);
    else nodes.lines.push(...node.body.filter(({ key }) => startsWithPath([...node.resolvedKey, ...keyOf(key)], path)));
  }
  return nodes;
}

/** A basic string (TOML 1.0, String): the escapes of JSON are valid, and U+007F must be escaped too. */
const quoted = (text: string) => JSON.stringify(text).replaceAll('\u007f', '\\u007f');

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return typeof value === 'string' ? quoted(value) : String(value);
}

const line = (key: string, value: unknown) => `${/^[\w-]+$/.test(key) ? key : quoted(key)} = ${literal(value)}`;

/** Formats the entry as tables, with the text that users added to the old ones. */
function block(
  path: readonly string[],
  entry: Entry,
  old: { main: string[]; env: string[]; tables: string[] },
): string[] {
  const { env = {}, ...fields } = entry;
  const own = Object.entries(fields).filter(([key]) => isOwned(key));
  const variables = Object.entries(env).filter(([name]) => isOwnVariable(name));
  const head = path.map((part) => (/^[\w-]+$/.test(part) ? part : quoted(part))).join('.');
  const lines = [`[${head}]`, ...own.map(([key, value]) => line(key, value)), ...old.main];
  const below = [...variables.map(([key, value]) => line(key, value)), ...old.env];
  return [
    ...lines,
    ...(below.length > 0 ? ['', `[${head}.env]`, ...below] : []),
    ...old.tables.flatMap((table) => ['', table]),
  ];
}

/** Returns the text of the fields, variables and tables that users added to the entry. */
function userAdditions(text: string, path: readonly string[], { tables }: EntryNodes) {
  const main: string[] = [];
  const env: string[] = [];
  const more: string[] = [];
  const raw = (node: { range: AST.Range }) => text.slice(...node.range);
  const preserve = (pairs: readonly AST.TOMLKeyValue[]) =>
    env.push(...pairs.filter(({ key }) => !isOwnVariable(String(keyOf(key)[0]))).map(raw));
  for (const table of tables) {
    const below = table.resolvedKey.slice(path.length);
    if (below.length === 1 && below[0] === 'env') preserve(table.body);
    else if (below.length > 0) more.push(raw(table));
    else {
      for (const pair of table.body) {
        const [first, ...rest] = keyOf(pair.key);
        if (first === 'env' && rest.length === 0 && pair.value.type === 'TOMLInlineTable') preserve(pair.value.body);
        else if (first === 'env' && rest.length > 0) {
          if (!isOwnVariable(String(rest[0])))
            env.push(`${line(String(rest[0]), 0).split(' = ')[0]} = ${raw(pair.value)}`);
        } else if (!isOwned(String(first))) main.push(raw(pair));
      }
    }
  }
  return { main, env, tables: more };
}

/** Removes whole lines, and one of two blank lines that become adjacent. */
function removeLines(text: string, from: number, to: number): string {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const stop = text.indexOf('\n', to);
  const [before, after] = [text.slice(0, start), stop < 0 ? '' : text.slice(stop + 1)];
  if (!/(^|\n)\r?\n$/.test(before) && before !== '') return before + after;
  if (after === '') return before.replace(/\r?\n$/, '');
  return before + after.replace(/^\r?\n/, '');
}

function remove(before: string, servers: string, name: string): string {
  let text = before;
  for (;;) {
    const { tables, lines } = findEntry(text, [servers, name]);
    const last = [...tables, ...lines].sort((a, b) => b.range[0] - a.range[0])[0];
    if (!last) return text;
    text = removeLines(text, ...last.range);
  }
}

function set(before: string, servers: string, name: string, entry: Entry): string {
  const path = [servers, name];
  entries(before, servers);
  const nodes = findEntry(before, path);
  if (nodes.lines.length > 0) {
    throw new UnreadableConfigError(`has "${name}" in lines of another table: remove it with --remove first`);
  }
  const eol = lineEnding(before);
  const lines = block(path, entry, userAdditions(before, path, nodes)).join(eol);
  const [first, ...rest] = nodes.tables;
  if (!first) {
    const gap = before === '' ? '' : before.endsWith('\n') ? eol : eol + eol;
    return `${before}${gap}${lines}${eol}`;
  }
  const without = rest.toReversed().reduce((text, table) => removeLines(text, ...table.range), before);
  const stop = without.indexOf('\n', first.range[1]);
  return `${without.slice(0, first.range[0])}${lines}${stop < 0 ? eol : without.slice(stop - (eol.length - 1))}`;
}

export const toml: Format = withVerifiedEdits({
  valuesOf: read,
  entries,
  set,
  remove,
  // A table of servers without entries has no lines.
  removeEmpty: (text) => text,
  show: (servers, name, entry) => block([servers, name], entry, { main: [], env: [], tables: [] }).join('\n'),
});
