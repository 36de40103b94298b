import { stripKeys } from '../../lib/logger.ts';
import type { CheckResult, Status } from './check.ts';

const WIDTH = 100;
const LABEL = 9;

/** The sign of each status on a terminal, and its colour (ECMA-48, SGR). Without colours, the status is printed. */
const SIGNS: Record<Status, [string, number]> = {
  ok: ['✓', 32],
  note: ['·', 36],
  warning: ['!', 33],
  problem: ['✗', 31],
  skipped: ['-', 90],
};

/** Wraps a text at `width` characters. A longer word, such as a path, is split. */
export function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const pieces = word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [''];
    for (const [index, piece] of pieces.entries()) {
      const last = lines.at(-1) as string;
      if (index === 0 && last === '') lines[lines.length - 1] = piece;
      else if (index === 0 && last.length + 1 + piece.length <= width) lines[lines.length - 1] = `${last} ${piece}`;
      else lines.push(piece);
    }
  }
  return lines;
}

/** Colours a text (ECMA-48, SGR). */
export const painted = (text: string, colour: number) => `\u001b[${colour}m${text}\u001b[0m`;

/** Formats a result as lines of text. */
export function lines({ status, summary, fix }: CheckResult, colours: boolean): string[] {
  const [sign, colour] = SIGNS[status];
  const label = colours ? `  ${sign} ` : `  ${status.padEnd(LABEL)}`;
  const indent = ' '.repeat(label.length);
  const text = wrap(stripKeys(summary), WIDTH - label.length);
  const advice = fix === undefined ? [] : wrap(`fix: ${stripKeys(fix)}`, WIDTH - label.length);
  const first = `${colours ? `  ${painted(sign, colour)} ` : label}${text[0]}`;
  return [first, ...[...text.slice(1), ...advice].map((line) => indent + line)];
}

export function heading(title: string, colours: boolean): string {
  return colours ? painted(title, 1) : title;
}

/** Formats the last line: the number of problems and warnings. */
export function summaryLine(found: readonly CheckResult[]): string {
  const count = (status: Status) => found.filter((one) => one.status === status).length;
  const plural = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems === 0 && warnings === 0) return 'No problems found.';
  return `${plural(problems, 'problem')}, ${plural(warnings, 'warning')}.`;
}
