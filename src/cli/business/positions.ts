import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml';

export type FilePath = readonly (string | number)[];

/** What is wrong with a value. */
export interface FieldProblem {
  path: FilePath;
  message: string;
}

/** Returns the line (from 1) of the deepest part of a path that the file has. */
export function lineOf(document: Document, lines: LineCounter, path: FilePath): number {
  let node = document.contents as Node | null;
  let offset = node?.range?.[0] ?? 0;
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document) ?? null;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (!pair) break;
      // The line of the name, because a list begins on the next one.
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else if (isSeq(node) && typeof part === 'number') {
      node = (node.items[part] ?? null) as Node | null;
      offset = node?.range?.[0] ?? offset;
    } else break;
  }
  return lines.linePos(offset).line;
}
