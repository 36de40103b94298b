import type { Paint } from '../terminal/paint.ts';
import { wrapText } from '../terminal/wrap.ts';

/** How a help text is shown. */
export interface Screen {
  /** Columns of a line. */
  width: number;
  paint: Paint;
}

const INDENT = 2;
const GAP = 2;
const MAX_LEFT = 26;

/** A list in two columns. A left cell that is too wide has a line of its own. */
export function twoColumns(rows: readonly (readonly [string, string])[], { width }: Screen, left?: number): string[] {
  const column = left ?? Math.min(MAX_LEFT, Math.max(...rows.map(([cell]) => cell.length)));
  const margin = ' '.repeat(INDENT + column + GAP);
  return rows.flatMap(([cell, text]) => {
    const indented = ' '.repeat(INDENT) + cell;
    if (text === '') return [indented];
    const [first = '', ...more] = wrapText(text, width - margin.length);
    const rest = more.map((line) => margin + line);
    return cell.length > column
      ? [indented, margin + first, ...rest]
      : [indented.padEnd(margin.length) + first, ...rest];
  });
}

/** A heading with lines below it, and an empty line before it; nothing without lines. */
export function section(title: string, lines: readonly string[], { paint }: Screen): string[] {
  return lines.length > 0 ? ['', paint(title, 'title'), ...lines] : [];
}

/** Command lines, each with what it does next to it, or below it where there is no room. */
export function exampleLines(examples: readonly (readonly [string, string])[], screen: Screen): string[] {
  const column = Math.max(...examples.map(([line]) => line.length));
  const widest = Math.max(...examples.map(([, does]) => does.length));
  if (INDENT + column + GAP + widest <= screen.width) return twoColumns(examples, screen, column);
  return examples.flatMap(([line, does]) => [`  ${line}`, ...(does ? [`      ${does}`] : [])]);
}
