import { stripVTControlCharacters } from 'node:util';

/**
 * Returns how a program's output differs from what a page shows; undefined if it does not. A shown `…` stands for any text within a
 * line, and a line that is only `…` for any number of lines. Spaces at the ends of lines, and empty lines at both ends, do not count.
 */
export function differenceFrom(shown: string, output: string): string | undefined {
  const lines = plainLines(shown);
  const given = plainLines(output);
  if (matchesFrom(lines, given)) return undefined;
  let first = 0;
  // Up to the first line of the page after which no continuation of the output fits.
  while (first < lines.length && matchesBeginning(lines.slice(0, first + 1), given)) first++;
  const difference =
    first < lines.length ? `line ${first + 1} of the page has no counterpart: ${lines[first]}` : 'the output goes on';
  return `${difference}\n--- the page\n${lines.join('\n')}\n--- the output\n${given.join('\n')}\n---`;
}

/** The lines that a terminal shows of an output, without colours. */
function plainLines(text: string): string[] {
  const lines = text.split('\n').map((line) => stripVTControlCharacters(overwritten(line)).trimEnd());
  while (lines.at(-1) === '') lines.pop();
  while (lines[0] === '') lines.shift();
  return lines;
}

const pattern = (line: string) =>
  new RegExp(
    `^${line
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );

/** Whether these lines of a page fit these lines of an output, to their end unless `partly`. */
function matchesFrom(lines: readonly string[], given: readonly string[], partly = false): boolean {
  const [line, ...rest] = lines;
  if (line === undefined) return partly || given.length === 0;
  if (line.trim() === '…') {
    return given.some((_, skipped) => matchesFrom(rest, given.slice(skipped), partly)) || matchesFrom(rest, [], partly);
  }
  const [next] = given;
  return next !== undefined && pattern(line).test(next) && matchesFrom(rest, given.slice(1), partly);
}

const matchesBeginning = (lines: readonly string[], given: readonly string[]) => matchesFrom(lines, given, true);

const ESCAPE = '\u001b';
/** What moves the cursor of a terminal within a line, or erases a part of it. */
const CURSOR = new RegExp(`(\r|${ESCAPE}\\[1?G|${ESCAPE}\\[[02]?K)`);

/** What remains of a line whose parts a program has erased or written over, as progress does. */
function overwritten(line: string): string {
  let shown = '';
  let column = 0;
  for (const part of line.split(CURSOR)) {
    if (CURSOR.test(part) && !part.endsWith('K')) column = 0;
    else if (CURSOR.test(part) && part.endsWith('2K')) shown = '';
    else if (CURSOR.test(part)) shown = shown.slice(0, column);
    else {
      shown = shown.slice(0, column).padEnd(column) + part + shown.slice(column + part.length);
      column += part.length;
    }
  }
  return shown;
}
