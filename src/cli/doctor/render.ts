import { stripKeys } from '../../lib/logging/logger.ts';
import { pluralize } from '../../lib/text/text.ts';
import { wrapColumns } from '../terminal/display-width.ts';
import type { CheckResult, Status } from './check.ts';

export const WIDTH = 100;
const LABEL = 9;

/** The sign of each status on a terminal, and its colour (ECMA-48, SGR). Without colours, the status is printed. */
const SIGNS: Record<Status, [string, number]> = {
  ok: ['✓', 32],
  note: ['·', 36],
  warning: ['!', 33],
  problem: ['✗', 31],
  skipped: ['-', 90],
};

/** Colours a text (ECMA-48, SGR). */
export const painted = (text: string, colour: number) => `\u001b[${colour}m${text}\u001b[0m`;

/** Formats a result as lines of text. */
export function lines({ status, summary, fix }: CheckResult, colours: boolean): string[] {
  const [sign, colour] = SIGNS[status];
  const label = colours ? `  ${sign} ` : `  ${status.padEnd(LABEL)}`;
  const indent = ' '.repeat(label.length);
  const text = wrapColumns(stripKeys(summary), WIDTH - label.length);
  const word = status === 'note' || status === 'ok' ? 'tip' : 'fix';
  const advice = fix === undefined ? [] : wrapColumns(`${word}: ${stripKeys(fix)}`, WIDTH - label.length);
  const first = `${colours ? `  ${painted(sign, colour)} ` : label}${text[0]}`;
  return [first, ...[...text.slice(1), ...advice].map((line) => indent + line)];
}

export function heading(title: string, colours: boolean): string {
  return colours ? painted(title, 1) : title;
}

/** Counts problems and warnings. */
export function summaryLine(found: readonly CheckResult[]): string {
  const count = (status: Status) => found.filter((one) => one.status === status).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems === 0 && warnings === 0) return 'No problems found.';
  return `${pluralize(problems, 'problem')}, ${pluralize(warnings, 'warning')}.`;
}
