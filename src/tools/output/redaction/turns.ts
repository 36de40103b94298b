import type { Level } from './classify.ts';
import { numberReplacements, type Replacement, replaceAll } from './numbers.ts';
import type { TextRange } from './tokens.ts';

export interface SpokenTurn {
  speaker?: string | undefined;
  text: string;
}

/** Length of the end of the previous turn that is context of a number: `And the security code?` */
const QUESTION_LENGTH = 160;

/**
 * Masks numbers in turns of a conversation, including one that its speaker continues in their next turn, and one that
 * only the question of the other speaker classifies.
 */
export function maskTurnNumbers(turns: readonly SpokenTurn[], level: Level): string[] {
  const found = turns.map((): Replacement[] => []);
  for (const own of bySpeaker(turns)) {
    const { text, starts } = joinTexts(own.map((index) => (turns[index] as SpokenTurn).text));
    const turnAt = (position: number) => lastStartBefore(starts, position);
    const before = (position: number) => {
      const index = own[turnAt(position)] as number;
      return index > 0 ? (turns[index - 1] as SpokenTurn).text.slice(-QUESTION_LENGTH) : '';
    };
    for (const replacement of numberReplacements(text, level, before))
      for (let turn = turnAt(replacement.start); turn <= turnAt(replacement.end - 1); turn++) {
        const start = starts[turn] as number;
        const index = own[turn] as number;
        const turnText = (turns[index] as SpokenTurn).text;
        const part = {
          start: Math.max(0, replacement.start - start),
          end: Math.min(turnText.length, replacement.end - start),
        };
        found[index]?.push({ ...trimSeparators(turnText, part), mask: replacement.mask });
      }
  }
  return turns.map((turn, index) => replaceAll(turn.text, found[index] ?? []));
}

/** Groups the indices of the turns by speaker. */
function bySpeaker(turns: readonly SpokenTurn[]): Iterable<number[]> {
  const speakers = new Map<string | undefined, number[]>();
  turns.forEach(({ speaker }, index) => {
    const own = speakers.get(speaker);
    if (own) own.push(index);
    else speakers.set(speaker, [index]);
  });
  return speakers.values();
}

/** Narrows the part of a number in one turn to its first and last digit or word. */
function trimSeparators(text: string, { start, end }: TextRange): TextRange {
  const part = text.slice(start, end);
  const lead = part.length - part.replace(/^[^\p{L}\p{N}+(]+/u, '').length;
  return { start: start + lead, end: end - (part.length - part.replace(/[^\p{L}\p{N}]+$/u, '').length) };
}

/** Returns the index of the last of ascending starts that is not after a position (binary search). */
function lastStartBefore(starts: readonly number[], position: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] as number) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function joinTexts(texts: readonly string[]): { text: string; starts: number[] } {
  const starts: number[] = [];
  let text = '';
  for (const part of texts) {
    starts.push(text.length);
    text += `${part}\n`;
  }
  return { text, starts };
}
