import { createScanner, type Node } from 'jsonc-parser';
import { lineEnding } from './format.ts';

/**
 * An edit of a JSON text. Edits preserve every other byte: comments, order, indentation, trailing commas.
 *
 * Why not `modify` of jsonc-parser: it deletes comments between entries with the entry, moves a comment at the end of a
 * line to the new entry, reformats files of one line, and edits the first of two equal keys, where parsers use the
 * last (test/cli/install/foreign.test.ts).
 */
interface Edit {
  from: number;
  to: number;
  text: string;
}

/** Values of jsonc-parser's `SyntaxKind`, a const enum that does not exist at run time. */
const KIND = { comma: 5, lineComment: 12, blockComment: 13, lineBreak: 14, end: 17 } as const;

/** Formats an item: lines after the first are indented by `indent`; without it, everything is on one line. */
export type Write = (indent: string | undefined, unit: string) => string;

const end = (node: Node) => node.offset + node.length;
const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1;
const indentAt = (text: string, at: number) => /^[ \t]*/.exec(text.slice(lineStart(text, at), at))?.[0] ?? '';
const isBlank = (text: string) => /^\s*$/.test(text);

function applyEdits(text: string, edits: readonly Edit[]): string {
  const inOrder = [...edits].sort((a, b) => a.from - b.from);
  return inOrder.reduceRight((all, edit) => all.slice(0, edit.from) + edit.text + all.slice(edit.to), text);
}

/** Returns the indentation of one level in this file; two spaces by default. */
function indentUnit(text: string, root: Node): string {
  const first = root.children?.[0];
  const indent = first ? indentAt(text, first.offset) : '';
  return first && indent !== '' && isBlank(text.slice(lineStart(text, first.offset), first.offset)) ? indent : '  ';
}

/** Scans the text after an item for its comma (`comma`), the end of comments on its line (`next`) and of all (`last`). */
function scanAfter(text: string, at: number, close: number): { comma: number | undefined; next: number; last: number } {
  const scanner = createScanner(text.slice(0, close));
  scanner.setPosition(at);
  let comma: number | undefined;
  let next = at;
  let last = at;
  let sameLine = true;
  for (let kind: number = scanner.scan(); kind !== KIND.end; kind = scanner.scan()) {
    const stop = scanner.getTokenOffset() + scanner.getTokenLength();
    if (kind === KIND.lineBreak) sameLine = false;
    if (kind === KIND.comma) {
      comma = scanner.getTokenOffset();
      next = last = stop;
      sameLine = true;
    }
    if (kind === KIND.lineComment || kind === KIND.blockComment) {
      last = stop;
      if (sameLine) next = stop;
    }
  }
  return { comma, next, last };
}

/** Adds an item at the end of an object or array. */
export function insertItem(text: string, root: Node, container: Node, write: Write): string {
  const eol = lineEnding(text);
  const close = end(container) - 1;
  const [children, base, unit] = [container.children ?? [], indentAt(text, container.offset), indentUnit(text, root)];
  const first = children[0];
  const lastChild = children.at(-1);
  if (!first || !lastChild) {
    const { last } = scanAfter(text, container.offset + 1, close);
    const item = `${eol}${base}${unit}${write(base + unit, unit)}`;
    const rest = text.slice(last, close);
    const edit = { from: last, to: close, text: item + (rest.includes('\n') ? rest : `${eol}${base}`) };
    return applyEdits(text, [edit]);
  }
  const { comma, next } = scanAfter(text, end(lastChild), close);
  const isOneLine = !text.slice(container.offset, close).includes('\n');
  const isOnOwnLine = isBlank(text.slice(lineStart(text, first.offset), first.offset));
  const indent = isOnOwnLine ? indentAt(text, first.offset) : base + unit;
  const item = isOneLine ? ` ${write(undefined, unit)}` : `${eol}${indent}${write(indent, unit)}`;
  const separator = comma === undefined ? [{ from: end(lastChild), to: end(lastChild), text: ',' }] : [];
  return applyEdits(text, [...separator, { from: next, to: next, text: comma === undefined ? item : `${item},` }]);
}

/** Replaces a value. */
export function replaceValue(text: string, root: Node, value: Node, write: Write): string {
  const indent = text.includes('\n') ? indentAt(text, value.offset) : undefined;
  return applyEdits(text, [{ from: value.offset, to: end(value), text: write(indent, indentUnit(text, root)) }]);
}

/** Removes an item of an object or array, with its comma and, if nothing else is on it, its line. */
export function removeItem(text: string, container: Node, index: number): string {
  const children = container.children as Node[];
  const [item, previous] = [children[index] as Node, children[index - 1]];
  const { comma } = scanAfter(
    text,
    end(item),
    (children[index + 1]?.offset ?? end(container)) - (children[index + 1] ? 0 : 1),
  );
  const edits: Edit[] = [];
  let [from, to] = [item.offset, comma === undefined ? end(item) : comma + 1];
  const start = lineStart(text, from);
  const lineEnd = /\r?\n|$/.exec(text.slice(to)) as RegExpExecArray;
  const rest = to + lineEnd.index;
  if (isBlank(text.slice(start, from)) && isBlank(text.slice(to, rest)) && start > container.offset) {
    [from, to] = [start, rest + lineEnd[0].length];
  } else if (comma !== undefined) {
    to += /^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0;
  }
  if (comma === undefined && previous) {
    const before = scanAfter(text, end(previous), item.offset).comma as number;
    if (isBlank(text.slice(before + 1, from))) {
      // The line break before the item is removed, the one before the closing bracket is preserved.
      const preserved = from === start ? text.slice(before + 1, from) : '';
      edits.push({ from: before, to, text: preserved });
    } else edits.push({ from: before, to: before + 1, text: '' }, { from, to, text: '' });
  } else edits.push({ from, to, text: '' });
  const edited = applyEdits(text, edits);
  const close = end(container) - 1 - (text.length - edited.length);
  const inside = edited.slice(container.offset + 1, close);
  return isBlank(inside) ? edited.slice(0, container.offset + 1) + edited.slice(close) : edited;
}
