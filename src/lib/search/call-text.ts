import { cleanText } from '../text.ts';
import { normalizeText } from '../text-search.ts';
import type { TermFinder } from './terms.ts';

/** What is searched of a call, by its platform and by tools: the parts of its turns, and its summary. */

/** Turns that are read: those of a call of eight hours. */
export const MAX_TURNS_READ = 10_000;

/** Longer turns are split, so that each part fits an answer. In characters. */
const MAX_TURN_LENGTH = 1_500;

/** Splits a long turn after a sentence, otherwise after a word, otherwise between two characters. */
export function splitTurn(text: string): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > MAX_TURN_LENGTH) {
    const head = rest.slice(0, MAX_TURN_LENGTH);
    const sentence = Math.max(
      head.lastIndexOf('. '),
      head.lastIndexOf('? '),
      head.lastIndexOf('! '),
      head.lastIndexOf('\n'),
    );
    const word = head.lastIndexOf(' ');
    const at =
      sentence > MAX_TURN_LENGTH / 2
        ? sentence + 1
        : word > MAX_TURN_LENGTH / 2
          ? word
          : head.replace(/[\uD800-\uDBFF]$/, '').length;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...parts, rest];
}

/** A longer name of a speaker is cut. In UTF-16 code units. */
export const MAX_SPEAKER = 64;

/** A stored turn. */
export interface SpokenTurn {
  speaker: string;
  text: string;
}

/** Returns each text of a call in which words are searched, without invisible characters. A phrase is in one of them. */
export function* callTexts(turns: readonly SpokenTurn[], summary: string | null): Generator<string, void> {
  for (const { text } of turns.slice(0, MAX_TURNS_READ)) for (const part of splitTurn(text)) yield cleanText(part);
  if (summary !== null) yield cleanText(summary);
}

/**
 * Returns true if all terms occur in a call.
 * @param speaker only what this speaker said counts: a summary has none.
 */
export function callHasTerms(
  { turns, summary }: { turns: readonly SpokenTurn[]; summary: string | null },
  { terms, find }: TermFinder,
  speaker?: string,
): boolean {
  const requested = speaker === undefined ? undefined : normalizeText(speaker);
  const said =
    requested === undefined
      ? turns
      : turns
          .slice(0, MAX_TURNS_READ)
          .filter((turn) => normalizeText(turn.speaker.slice(0, MAX_SPEAKER)) === requested);
  const missing = new Set(terms);
  for (const text of callTexts(said, requested === undefined ? summary : null)) {
    for (const term of find(text).keys()) missing.delete(term);
    if (missing.size === 0) return true;
  }
  return false;
}
