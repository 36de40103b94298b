import type { Level } from './classify.ts';
import { numberReplacements, type Replacement, replaceAll } from './numbers.ts';
import type { TextRange } from './tokens.ts';

export interface SpokenTurn {
  speaker?: string | undefined;
  text: string;
}

/** How much of the turn before tells what a turn's number is: `And the security code?` */
const QUESTION_CHARACTERS = 160;

/**
 * Masks numbers in turns of a conversation: also one that its speaker goes on with in the next turn of theirs, and one
 * that only the other's question says what it is.
 */
export function maskTurnNumbers(turns: readonly SpokenTurn[], level: Level): string[] {
  const found = turns.map((): Replacement[] => []);
  for (const own of bySpeaker(turns)) {
    const { text, starts } = joined(own.map((index) => (turns[index] as SpokenTurn).text));
    const at = (position: number) => place(starts, position);
    const before = (position: number) => {
      const index = own[at(position)] as number;
      return index > 0 ? (turns[index - 1] as SpokenTurn).text.slice(-QUESTION_CHARACTERS) : '';
    };
    for (const replacement of numberReplacements(text, level, before))
      for (let turn = at(replacement.start); turn <= at(replacement.end - 1); turn++) {
        const start = starts[turn] as number;
        const index = own[turn] as number;
        const said = (turns[index] as SpokenTurn).text;
        const part = {
          start: Math.max(0, replacement.start - start),
          end: Math.min(said.length, replacement.end - start),
        };
        found[index]?.push({ ...trimmed(said, part), mask: replacement.mask });
      }
  }
  return turns.map((turn, index) => replaceAll(turn.text, found[index] ?? []));
}

/** The indices of each speaker's turns. */
function bySpeaker(turns: readonly SpokenTurn[]): Iterable<number[]> {
  const speakers = new Map<string | undefined, number[]>();
  turns.forEach(({ speaker }, index) => {
    const own = speakers.get(speaker);
    if (own) own.push(index);
    else speakers.set(speaker, [index]);
  });
  return speakers.values();
}

/** A number that a turn cuts ends at its last digit there, not at what follows it. */
function trimmed(text: string, { start, end }: TextRange): TextRange {
  const part = text.slice(start, end);
  const lead = part.length - part.replace(/^[^\p{L}\p{N}+(]+/u, '').length;
  return { start: start + lead, end: end - (part.length - part.replace(/[^\p{L}\p{N}]+$/u, '').length) };
}

/** The last of ascending starts that is not after a position. */
function place(starts: readonly number[], position: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] as number) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function joined(texts: readonly string[]): { text: string; starts: number[] } {
  const starts: number[] = [];
  let text = '';
  for (const part of texts) {
    starts.push(text.length);
    text += `${part}\n`;
  }
  return { text, starts };
}
