import { stripKeys } from '../../lib/logger.ts';
import type { CheckResult, Status } from './check.ts';

const WIDTH = 100;
const LABEL = 9;

/** On a terminal: a sign and its colour (ECMA-48, SGR). Elsewhere the word. */
const SIGNS: Record<Status, [string, number]> = {
  ok: ['✓', 32],
  note: ['·', 36],
  warning: ['!', 33],
  problem: ['✗', 31],
  skipped: ['-', 90],
};

/** Breaks a text into lines of at most `width`; what has no blanks, such as a path, is broken where it must be. */
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

const painted = (text: string, colour: number) => `\u001b[${colour}m${text}\u001b[0m`;

/** A result as lines for people. */
export function lines({ status, summary, fix }: CheckResult, colours: boolean): string[] {
  const [sign, colour] = SIGNS[status];
  const label = colours ? `  ${sign} ` : `  ${status.padEnd(LABEL)}`;
  const indent = ' '.repeat(label.length);
  const text = wrap(stripKeys(summary), WIDTH - label.length);
  const cure = fix === undefined ? [] : wrap(`fix: ${stripKeys(fix)}`, WIDTH - label.length);
  const first = `${colours ? `  ${painted(sign, colour)} ` : label}${text[0]}`;
  return [first, ...[...text.slice(1), ...cure].map((line) => indent + line)];
}

export function heading(title: string, colours: boolean): string {
  return colours ? painted(title, 1) : title;
}

/** The last line. */
export function summaryLine(found: readonly CheckResult[]): string {
  const count = (status: Status) => found.filter((one) => one.status === status).length;
  const many = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems === 0 && warnings === 0) return 'Everything is well.';
  return `${many(problems, 'problem')}, ${many(warnings, 'warning')}.`;
}
