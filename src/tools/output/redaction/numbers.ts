import { type Level, maskOf } from './classify.ts';
import { findRuns, type Run, split } from './runs.ts';
import type { TextRange } from './tokens.ts';

/** A stretch of text and what replaces it. */
export interface Replacement extends TextRange {
  mask: string;
}

/** More than any word that tells what a number is may stand before it. */
const CONTEXT_CHARACTERS = 200;

/** What was said before a text, as it may be shown. */
type Before = (start: number) => string;

/**
 * What to replace in a text, in order.
 * @param before what stands before a run outside this text; empty by default.
 */
export function numberReplacements(text: string, level: Level, before: Before = () => ''): Replacement[] {
  const found: Replacement[] = [];
  /** The text so far with its masks: `[card number], expires` tells what the next digits are. */
  const shown = (start: number) => {
    const last = found.at(-1);
    const own = text.slice(Math.max(last?.end ?? 0, start - CONTEXT_CHARACTERS), start);
    return `${before(start)}\n${last?.mask ?? ''}${own}`;
  };
  const visit = (run: Run) => {
    const around = { text, before: shown(run.start), after: text.slice(run.end, run.end + 20) };
    const mask = maskOf(run, around, level);
    if (mask !== undefined) found.push({ start: run.start, end: run.end, mask });
    else if (run.weak.length > 0) split(run).forEach(visit);
  };
  findRuns(text).forEach(visit);
  return found;
}

export function replaceAll(text: string, replacements: readonly Replacement[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, mask } of replacements) {
    result += text.slice(done, start) + mask;
    done = end;
  }
  return result + text.slice(done);
}
