import { type Level, maskFor } from './classify.ts';
import { findRuns, type Run, splitAtAmbiguousGaps } from './runs.ts';
import type { TextRange } from './tokens.ts';

/** A range of text and its replacement. */
export interface Replacement extends TextRange {
  mask: string;
}

/** Longer than the distance at which a word can classify a number. */
const CONTEXT_LENGTH = 200;

/** Returns the masked text before a run that is outside of the scanned text. */
type Before = (start: number) => string;

/**
 * Returns the replacements for the numbers in a text, in order.
 * @param before context outside of the text; empty by default.
 */
export function numberReplacements(text: string, level: Level, before: Before = () => ''): Replacement[] {
  const found: Replacement[] = [];
  /** Includes masks, because they are context too: `[card number], expires` classifies the next digits. */
  const contextBefore = (start: number) => {
    const last = found.at(-1);
    const own = text.slice(Math.max(last?.end ?? 0, start - CONTEXT_LENGTH), start);
    return `${before(start)}\n${last?.mask ?? ''}${own}`;
  };
  const visit = (run: Run) => {
    const context = { text, before: contextBefore(run.start), after: text.slice(run.end, run.end + 20) };
    const mask = maskFor(run, context, level);
    if (mask !== undefined) found.push({ start: run.start, end: run.end, mask });
    else if (run.ambiguousGaps.length > 0) splitAtAmbiguousGaps(run).forEach(visit);
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
