import { findInterruptedCards } from './cards.ts';
import { type Level, maskFor } from './classify.ts';
import { codeMask } from './codes.ts';
import { MASKS } from './masks.ts';
import type { Replacement } from './replacement.ts';
import { findRuns, type Run, splitAtAmbiguousGaps, splitAtLetters } from './runs.ts';

/** A replaced number, with its digits: the other speaker may repeat them. */
export interface NumberReplacement extends Replacement {
  digits: string;
}

/** Longer than the distance at which a word can classify a number. */
const CONTEXT_LENGTH = 200;

/** Returns the text before a position that classifies a number there; `mask` is the last mask of the same speaker. */
export type ContextBefore = (start: number, last: Replacement | undefined) => string;

/** The context of a number in a note. Masks are context too: `[card number], expires` classifies the next digits. */
const contextIn =
  (text: string): ContextBefore =>
  (start, last) =>
    `${last?.mask ?? ''}${text.slice(Math.max(last?.end ?? 0, start - CONTEXT_LENGTH), start)}`;

/**
 * Returns the replacements for the numbers in a text, in order.
 * @param contextBefore that of a conversation; by default the text is a note.
 */
export function findNumbers(text: string, level: Level, contextBefore?: ContextBefore): NumberReplacement[] {
  const found: NumberReplacement[] = [];
  const before = contextBefore ?? contextIn(text);
  const add = ({ start, end, digits }: Run, mask: string) => void found.push({ start, end, mask, digits });
  const runs = findRuns(text);
  const interrupted = level === 'strict' ? findInterruptedCards(runs) : new Set<Run>();
  const visit = (run: Run) => {
    if (interrupted.has(run)) return add(run, MASKS.card);
    const textBefore = before(run.start, found.at(-1));
    if (run.hasLetters) {
      const mask = level === 'strict' ? codeMask(text, run, textBefore) : undefined;
      if (mask !== undefined) return add(run, mask);
      return splitAtLetters(text, run).forEach(visit);
    }
    const after = text.slice(run.end, run.end + 40);
    const mask = maskFor(run, { text, before: textBefore, after, isSpoken: contextBefore !== undefined }, level);
    if (mask !== undefined) add(run, mask);
    else if (run.ambiguousGaps.length > 0) splitAtAmbiguousGaps(run).forEach(visit);
  };
  runs.forEach(visit);
  return found;
}
