import { Document, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { type Entry, type Format, isDeepEqual, lineEnding, UnreadableConfigError } from './format.ts';
import { withVerifiedEdits } from './verify-edit.ts';

/** Edits YAML (1.2) in the lines of the entry; every other byte is unchanged. */

type Values = Record<string, unknown>;
type NodeMap = YAMLMap<Node, Node | null>;
type MapPair = Pair<Node, Node | null>;

/** Strings are quoted, so that no reader takes one such as `yes` or `1.0` for another type; lines are not folded. */
const STYLE = { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 } as const;
/** Enough for a configuration file; the default of the library against a text that aliases inflate. */
const MAX_ALIASES = 100;

function parse(text: string): Document.Parsed {
  const lines = new LineCounter();
  let document: Document.Parsed;
  try {
    document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableConfigError('is nested too deeply');
    throw error;
  }
  const [error] = document.errors;
  if (error?.code === 'MULTIPLE_DOCS') throw new UnreadableConfigError('has several YAML documents');
  if (error) throw new UnreadableConfigError(`is not valid YAML (line ${lines.linePos(error.pos[0]).line})`);
  if (!isNull(document.contents) && !isMap(document.contents)) throw new UnreadableConfigError('is not a YAML mapping');
  return document;
}

const isNull = (node: Node | null) => node === null || (isScalar(node) && node.value === null);

/** Returns the values of a document. @throws UnreadableConfigError for aliases that cannot be resolved */
function valuesOf(document: Document.Parsed): Values {
  try {
    return (document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {}) as Values;
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new UnreadableConfigError('has an alias that cannot be resolved', { cause: error });
  }
}

const rootOf = ({ contents }: Document.Parsed) => (isMap(contents) ? (contents as unknown as NodeMap) : undefined);
const find = (map: NodeMap | undefined, key: string) =>
  map?.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key) as MapPair | undefined;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function entries(text: string, servers: string): Map<string, Entry> {
  const parent = valuesOf(parse(text))[servers] ?? {};
  if (!isObject(parent)) throw new UnreadableConfigError(`has "${servers}", which is not a mapping`);
  return new Map(Object.entries(parent).filter((pair): pair is [string, Entry] => isObject(pair[1])));
}

const startOf = ({ key }: MapPair) => (key.range as [number, number, number])[0];

/** Returns the offset behind the last character of a pair, without comments and blank lines after it. */
const endOf = ({ key, value }: MapPair): number => endOfNode(isNull(value) ? key : (value as Node));

function endOfNode(node: Node): number {
  // The range of a block collection includes what follows its last item.
  if (isMap(node) && !node.flow && node.items.length > 0) return endOf(node.items.at(-1) as MapPair);
  if (isSeq(node) && !node.flow && node.items.length > 0) return endOfNode(node.items.at(-1) as Node);
  return (node.range as [number, number, number])[1];
}

/** Returns the start of the line after an offset; the end of the text if there is none. */
function nextLine(text: string, offset: number): number {
  if (text[offset - 1] === '\n') return offset;
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

const lineStart = (text: string, offset: number) => text.lastIndexOf('\n', offset - 1) + 1;
const indented = (text: string, by: string) => text.replace(/^(?=.)/gm, by);
const stringify = (value: Values, indent = 2) => new Document(value).toString({ ...STYLE, indent });

/** Inserts whole lines at the start of a line, with the line endings of the file. */
function insert(text: string, at: number, lines: string): string {
  const eol = lineEnding(text);
  const before = text.slice(0, at);
  const gap = before === '' || before.endsWith('\n') ? '' : eol;
  return before + gap + lines.replaceAll('\n', eol) + text.slice(at);
}

/** Returns the lines of a pair: from the start of its key's line to the end of its last line. */
function linesOf(text: string, pair: MapPair): [number, number] {
  const start = lineStart(text, startOf(pair));
  const isAlone = text.slice(start, startOf(pair)).trim() === '';
  if (!isAlone) throw new UnreadableConfigError('has several entries on one line, which cannot be edited safely');
  return [start, nextLine(text, endOf(pair))];
}

/** Returns the mapping of servers if entries can be added to its lines; undefined if it is absent or empty. */
function blockOf(pair: MapPair | undefined): NodeMap | undefined {
  const value = pair?.value;
  if (!value || !isMap(value) || value.items.length === 0) return undefined;
  if (value.flow) throw new UnreadableConfigError('has all entries on one line, which cannot be edited safely');
  return value as NodeMap;
}

function set(text: string, servers: string, name: string, entry: Entry): string {
  entries(text, servers);
  const root = rootOf(parse(text));
  if (root?.flow) throw new UnreadableConfigError('is written on one line, which cannot be edited safely');
  const parent = find(root, servers);
  const block = blockOf(parent);
  if (!parent) return insert(text, text.length, stringify({ [servers]: { [name]: entry } }));
  if (!block) {
    const [start, end] = linesOf(text, parent);
    const comment = /[ \t]#.*$/m.exec(text.slice(endOf(parent), end).trimEnd())?.[0] ?? '';
    const [first, ...rest] = stringify({ [servers]: { [name]: entry } }).split('\n');
    return insert(text.slice(0, start) + text.slice(end), start, [`${first}${comment}`, ...rest].join('\n'));
  }
  const indent = ' '.repeat(startOf(block.items[0] as MapPair) - lineStart(text, startOf(block.items[0] as MapPair)));
  const old = find(block, name);
  if (!old) {
    const at = nextLine(text, endOf(block.items.at(-1) as MapPair));
    return insert(text, at, indented(stringify({ [name]: entry }, indent.length), indent));
  }
  const [start, end] = linesOf(text, old);
  const changed = indented(withFields(text.slice(start, end), indent, name, entry), indent);
  return insert(text.slice(0, start) + text.slice(end), start, changed);
}

/** Changes the fields of an entry in its own lines, so that its comments stay. */
function withFields(lines: string, indent: string, name: string, entry: Entry): string {
  const document = parse(lines.replaceAll('\r\n', '\n').replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
  const old = (valuesOf(document)[name] ?? {}) as Values;
  for (const key of Object.keys(old)) if (!(key in entry)) document.deleteIn([name, key]);
  for (const [key, value] of Object.entries(entry)) {
    // A scalar keeps its style and its comment.
    const isScalarValue = typeof value !== 'object' || value === null;
    if (!isDeepEqual(old[key], value)) document.setIn([name, key], isScalarValue ? value : document.createNode(value));
  }
  return document.toString({ ...STYLE, indent: indent.length });
}

function removePair(text: string, pair: MapPair | undefined): string {
  if (!pair) return text;
  const [start, end] = linesOf(text, pair);
  return text.slice(0, start) + text.slice(end);
}

function remove(text: string, servers: string, name: string): string {
  return removePair(text, find(blockOf(find(rootOf(parse(text)), servers)), name));
}

function removeEmpty(text: string, servers: string): string {
  const parent = find(rootOf(parse(text)), servers);
  return parent && entries(text, servers).size === 0 && blockOf(parent) === undefined ? removePair(text, parent) : text;
}

export const yaml: Format = withVerifiedEdits({
  valuesOf: (text) => valuesOf(parse(text)),
  entries,
  set,
  remove,
  removeEmpty,
  show: (servers, name, entry) => stringify({ [servers]: { [name]: entry } }).trimEnd(),
});
