import { type AST, getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser';
import {
  type Entry,
  type Format,
  isDeepEqual,
  isOwned,
  isOwnVariable,
  lineEnding,
  UnreadableConfigError,
} from './format.ts';

/** TOML: adds and removes whole tables; every other byte is unchanged. */

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
const startsWithPath = (path: readonly (string | number)[], with_: readonly string[]) =>
  with_.every((part, index) => path[index] === part);

interface EntryNodes {
  /** Tables of the entry, `[servers.name]` and those below it. */
  tables: AST.TOMLTable[];
  /** Parts of the entry that stand in other tables: `name = { … }`, `name.command = "…"`. */
  lines: AST.TOMLKeyValue[];
}

function findEntry(text: string, path: readonly string[]): EntryNodes {
  const ours: EntryNodes = { tables: [], lines: [] };
  for (const node of parse(text).body[0].body) {
    if (node.type === 'TOMLKeyValue') {
      if (startsWithPath(keyOf(node.key), path)) ours.lines.push(node);
    } else if (startsWithPath(node.resolvedKey, path)) ours.tables.push(node);
    else ours.lines.push(...node.body.filter(({ key }) => startsWithPath([...node.resolvedKey, ...keyOf(key)], path)));
  }
  return ours;
}

/** A basic string (TOML 1.0, String): JSON's escapes are TOML's, which wants U+007F escaped too. */
const quoted = (text: string) => JSON.stringify(text).replaceAll('\u007f', '\\u007f');

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return typeof value === 'string' ? quoted(value) : String(value);
}

const line = (key: string, value: unknown) => `${/^[\w-]+$/.test(key) ? key : quoted(key)} = ${literal(value)}`;

/** The entry as tables, with what else stands in the old ones, as it stands there. */
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

/** What people added to the entry: fields, variables, tables. */
function userAdditions(text: string, path: readonly string[], { tables }: EntryNodes) {
  const main: string[] = [];
  const env: string[] = [];
  const more: string[] = [];
  const raw = (node: { range: AST.Range }) => text.slice(...node.range);
  const keep = (pairs: readonly AST.TOMLKeyValue[]) =>
    env.push(...pairs.filter(({ key }) => !isOwnVariable(String(keyOf(key)[0]))).map(raw));
  for (const table of tables) {
    const below = table.resolvedKey.slice(path.length);
    if (below.length === 1 && below[0] === 'env') keep(table.body);
    else if (below.length > 0) more.push(raw(table));
    else {
      for (const pair of table.body) {
        const [first, ...rest] = keyOf(pair.key);
        if (first === 'env' && rest.length === 0 && pair.value.type === 'TOMLInlineTable') keep(pair.value.body);
        else if (first === 'env' && rest.length > 0) {
          if (!isOwnVariable(String(rest[0])))
            env.push(`${line(String(rest[0]), 0).split(' = ')[0]} = ${raw(pair.value)}`);
        } else if (!isOwned(String(first))) main.push(raw(pair));
      }
    }
  }
  return { main, env, tables: more };
}

/** Takes whole lines out, and one of two blank lines that meet. */
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
  const ours = findEntry(before, path);
  if (ours.lines.length > 0) {
    throw new UnreadableConfigError(`has "${name}" on lines of another table: take it out with --remove first`);
  }
  const eol = lineEnding(before);
  const lines = block(path, entry, userAdditions(before, path, ours)).join(eol);
  const [first, ...rest] = ours.tables;
  if (!first) {
    const gap = before === '' ? '' : before.endsWith('\n') ? eol : eol + eol;
    return `${before}${gap}${lines}${eol}`;
  }
  const without = rest.toReversed().reduce((text, table) => removeLines(text, ...table.range), before);
  const stop = without.indexOf('\n', first.range[1]);
  return `${without.slice(0, first.range[0])}${lines}${stop < 0 ? eol : without.slice(stop - (eol.length - 1))}`;
}

/** Everything but one entry, to see that it stayed. */
function withoutEntry(text: string, servers: string, name: string): unknown {
  const all = read(text);
  const { [name]: _ours, ...rest } = (all[servers] ?? {}) as Table;
  const { [servers]: _servers, ...more } = all;
  return Object.keys(rest).length > 0 ? { ...more, [servers]: rest } : more;
}

/** What was edited is parsed again: nothing that cannot be shown to be right is written. */
function verified(before: string, after: string, servers: string, name: string, wanted: Entry | undefined): string {
  const right = () =>
    isDeepEqual(withoutEntry(before, servers, name), withoutEntry(after, servers, name)) &&
    isDeepEqual(entries(after, servers).get(name), wanted);
  try {
    if (right()) return after;
  } catch (error) {
    if (!(error instanceof UnreadableConfigError)) throw error;
  }
  throw new UnreadableConfigError('has a form that cannot be edited safely');
}

export const toml: Format = {
  entries,
  set: (text, servers, name, entry) => verified(text, set(text, servers, name, entry), servers, name, entry),
  remove: (text, servers, name) => verified(text, remove(text, servers, name), servers, name, undefined),
  show: (servers, name, entry) => block([servers, name], entry, { main: [], env: [], tables: [] }).join('\n'),
};
