import { lengthOf, reach, turnsAround, WHOLE_LENGTH } from '../turn-context.ts';
import type { SpokenTurn } from './turns.ts';

/**
 * Masks long texts and conversations piece by piece, because masking takes some milliseconds for a thousand characters.
 * Numbers and addresses are found across the ends of pieces.
 */

/** A text of this length is masked at once, in characters. */
const AT_ONCE = WHOLE_LENGTH;
/** Length of the pieces of a longer one. */
const PIECE = 3_000;

/** Where a text can be divided: positions that are tried, their distance, and the text around them that decides. */
const TRIES = 4;
const TRY_DISTANCE = 700;
const AROUND = 400;
/** Characters left out on both sides where a text is divided although a number may be there. */
const LEFT_OUT = 100;

/** Masks a text. Yields after each piece. */
export function* maskTextInPieces(text: string, mask: (text: string) => string): Generator<void, string> {
  let masked = '';
  let start = 0;
  while (text.length - start > AT_ONCE) {
    let end: number | undefined;
    for (let attempt = 0; attempt < TRIES && end === undefined; attempt++) {
      const position = endOfWord(text, start + PIECE + attempt * TRY_DISTANCE);
      yield;
      if (isDivisible(text, position, mask)) end = position;
    }
    yield;
    if (end === undefined) {
      // Only a text that is nothing but numbers for thousands of characters.
      end = endOfWord(text, start + PIECE + LEFT_OUT);
      masked += `${mask(text.slice(start, end - LEFT_OUT))} … `;
      end = endOfWord(text, end + LEFT_OUT);
    } else masked += mask(text.slice(start, end));
    start = end;
  }
  yield;
  return masked + mask(text.slice(start));
}

/** True if nothing is masked across a position, and nothing before it decides what is masked after it. */
function isDivisible(text: string, position: number, mask: (text: string) => string): boolean {
  const before = text.slice(Math.max(0, position - AROUND), position);
  const after = text.slice(position, position + AROUND);
  return mask(before + after) === mask(before) + mask(after);
}

/** Returns a position behind the next white space, if there is some soon, and never inside a surrogate pair. */
function endOfWord(text: string, position: number): number {
  const space = /\s+/.exec(text.slice(position, position + LEFT_OUT));
  if (space) return position + space.index + space[0].length;
  return /[\uDC00-\uDFFF]/.test(text[position] ?? '') ? position + 1 : position;
}

/** Masks the turns from `from` to `to`, which is exclusive, in the context of the others. Yields after each piece. */
export function* maskTurnsInPieces<T extends SpokenTurn>(
  turns: readonly T[],
  mask: (turns: readonly T[]) => T[],
  { from = 0, to = turns.length }: { from?: number; to?: number } = {},
): Generator<void, T[]> {
  if (lengthOf(turns) <= WHOLE_LENGTH) return mask(turns).slice(from, to);
  const masked: T[] = [];
  for (let start = from; start < to; ) {
    const end = Math.min(to, reach(turns, start, 1, PIECE));
    const { first, last } = turnsAround(turns, start, end);
    yield;
    masked.push(...mask(turns.slice(first, last)).slice(start - first, end - first));
    start = end;
  }
  return masked;
}
